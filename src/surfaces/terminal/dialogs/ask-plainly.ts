import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import { defined } from "../../../plan/defined.ts";
import { visible } from "../../../plan/visible.ts";
import { oneLine } from "../lines.ts";
import { type Dialog, type DialogDraft, type DialogOutcome, type Entry, emptyDraft } from "./dialog.ts";

export type PlainUi = Pick<ExtensionUIContext, "select" | "input">;

/** The same dialog for a client that can only show a list and a line to write in. */
export async function askPlainly(
  ui: PlainUi,
  dialog: Dialog,
  { signal, draft = emptyDraft }: { signal?: AbortSignal; draft?: DialogDraft } = {},
): Promise<DialogOutcome> {
  const how = { ...defined({ signal }) };
  const { entries } = dialog;
  // The client answers with the text: a number before each makes equal labels different.
  const texts = entries.map((entry, index) => `${index + 1}. ${entryText(entry)}`);
  const title = titleOf(dialog);
  let { words, picked } = draft;
  const aside = (): DialogOutcome => ({ kind: "aside", draft: { words, picked } });
  const answered = (chosen: readonly number[], said = ""): DialogOutcome => {
    const given = dialog.answer(chosen, said);
    return given.ok ? { kind: "answered", answer: given.value, draft: { words, picked } } : aside();
  };

  if (dialog.picks === "many") {
    for (;;) {
      const marked = texts.map((text, index) => `${picked.includes(index) ? "[x]" : "[ ]"} ${text}`);
      const choice = await ui.select(title, [...marked, ...(picked.length > 0 ? [CONFIRM] : [])], how);
      if (choice === undefined || signal?.aborted) return aside();
      if (choice === CONFIRM && picked.length > 0) return answered(picked);
      const index = marked.indexOf(choice);
      if (index < 0) return aside();
      picked = picked.includes(index)
        ? picked.filter((one) => one !== index)
        : [...picked, index].sort((a, b) => a - b);
    }
  }

  const index = entries.length === 1 ? 0 : texts.indexOf((await ui.select(title, texts, how)) ?? "");
  const entry = entries[index];
  if (entry === undefined || signal?.aborted) return aside();
  if (!entry.words) return answered([index]);
  const written = await ui.input(`${title}\n\n${entry.words.asks}`, words.trim() || undefined, how);
  if (written === undefined || signal?.aborted) return aside();
  if (written.trim() === "" && entry.words.missing) return aside();
  words = written;
  return answered([index], written.trim());
}

const CONFIRM = "Confirm the marked choices";

function titleOf({ heading, about, passages }: Dialog): string {
  const parts = passages.map(({ kind, text }) => {
    const isTheirs = kind === "text" || kind === "exact" || kind === "diff";
    return isTheirs ? visible(text, { multiline: true, spelled: kind !== "text" }) : text;
  });
  return [about === undefined ? heading : `${heading}\n${oneLine(about)}`, ...parts].join("\n\n");
}

function entryText({ label, description, recommended }: Entry): string {
  return `${oneLine(label)}${recommended ? " (recommended)" : ""}${description ? `: ${oneLine(description)}` : ""}`;
}
