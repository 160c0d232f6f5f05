import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TUI } from "@earendil-works/pi-tui";
import { editPlan } from "../../acts/change-proposal.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import { runEditor } from "../../desk/run-editor.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import type { LivePlan } from "../../lifecycle/plan-state.ts";

/** Opens the plan's text in an editor until it is valid or the person gives up; a text that they gave up on stays in its file. */
export async function editText(session: PlanSession, plan: LivePlan, by: Actor, tui?: TUI): Promise<void> {
  const { ui } = session.context;
  const directory = mkdtempSync(join(tmpdir(), "countersign-"));
  const file = join(directory, `${plan.id}.md`);
  for (let text = plan.proposal.text; ; ) {
    writeFileSync(file, text);
    const edited = tui
      ? inEditor(file, tui, session)
      : await ui.editor(`${plan.id}, revision ${plan.proposal.revision}`, text);
    if (edited === undefined || edited === plan.proposal.text) {
      ui.notify(`The text of ${plan.id} is unchanged: nothing was saved.`, "info");
      return rmSync(directory, { recursive: true, force: true });
    }
    const saved = await editPlan({ desk: session.agent.desk, by }, plan.id, edited, plan.version);
    if (saved.ok) {
      ui.notify(`Saved ${plan.id}. Read the new text before you approve it.`, "info");
      return rmSync(directory, { recursive: true, force: true });
    }
    if (saved.refusal.kind === "unchanged") {
      ui.notify(saved.refusal.message, "info");
      return rmSync(directory, { recursive: true, force: true });
    }
    const { message, problems = [] } = saved.refusal;
    writeFileSync(file, edited);
    const told = problems.slice(0, 5).map(({ line, message }) => `${line ? `line ${line}: ` : ""}${message}`);
    const again = await ui.confirm(message, [...told, `Your text is in ${file}.`, "Edit again?"].join("\n"));
    if (!again) return;
    text = edited;
  }
}

/** Gives the terminal to the editor until that ends. */
function inEditor(file: string, tui: TUI, { env, agent }: PlanSession): string | undefined {
  const editor = env["VISUAL"] || env["EDITOR"] || "vi";
  tui.stop();
  try {
    return runEditor(editor, file, agent.desk.project) ? readFileSync(file, "utf8") : undefined;
  } finally {
    tui.start();
    tui.requestRender(true);
  }
}
