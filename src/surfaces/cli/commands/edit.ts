import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editPlan } from "../../../acts/edit-plan.ts";
import type { Desk, FoundPlan } from "../../../desk/desk.ts";
import { readPlanFile } from "../../../desk/file-store/plan-file.ts";
import { projectPaths } from "../../../desk/file-store/project-paths.ts";
import { localActor } from "../../../desk/persons.ts";
import { runEditor } from "../../../desk/run-editor.ts";
import type { Problem } from "../../../plan/problem.ts";
import type { Run } from "../commands.ts";
import { doneReply } from "../done-reply.ts";
import { foundJson } from "../plan-json.ts";
import { type Reply, refused, reply, usage } from "../reply.ts";
import type { Session } from "../session.ts";
import { inFile, problemsText } from "../text/problems-text.ts";

/** Opens the text in an editor until it is a valid plan or the person stops; an unsaved text stays in its file. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const desk = await session.desk();
  const found = await desk.plan(id);
  if (!found.ok) return refused(found.refusal);
  const file = readPlanFile(projectPaths(desk.project), id);
  if (file.kind === "unusable")
    return refused({ kind: "unreadable", message: `The file of ${id} cannot be edited: ${file.reason}.` });
  const before = file.kind === "present" ? file.text : undefined;
  const editor = session.env["VISUAL"] || session.env["EDITOR"];
  if (!editor) return usage("No editor is set.", `EDITOR=nano countersign edit ${id}`);
  const draft = join(mkdtempSync(join(tmpdir(), "countersign-")), `${id}.md`);
  let text = before ?? textOf(found.value);
  let problems: readonly Problem[] = found.value.kind === "unreadable" ? found.value.problems : [];
  for (;;) {
    writeFileSync(draft, marked(text, problems));
    if (!runEditor(editor, draft, desk.project))
      return refused({ kind: "editor_failed", message: `${editor} failed; your text is in ${draft}.` });
    text = unmarked(readFileSync(draft, "utf8"));
    if (text === before && problems.length === 0)
      return discard(draft, reply({ plan: foundJson(id, found.value) }, "Nothing was changed."));
    const saved = await save(session, desk, found.value, id, { before, text });
    if (saved.ok || saved.error.problems === undefined) {
      return saved.ok
        ? discard(draft, saved)
        : refused({ ...saved.error, hint: `Your text is in ${draft}. ${saved.error.hint ?? ""}` });
    }
    problems = saved.error.problems;
    const isAsking = session.isTerminal;
    if (isAsking) session.tell(problemsText(problems, draft));
    const again = isAsking ? await session.dialogue().line("Edit again? [Y/n] ") : "n";
    // The editor reads the terminal itself.
    session.close();
    if (/^n/i.test(again.trim())) {
      return refused(inFile({ ...saved.error, hint: `Your text is in ${draft}.` }, draft));
    }
  }
};

/** Saves through the desk; an unreadable file is replaced directly. */
async function save(
  session: Session,
  desk: Desk,
  found: FoundPlan,
  id: string,
  texts: { before: string | undefined; text: string },
): Promise<Reply> {
  const { before, text } = texts;
  if (found.kind !== "unreadable") {
    // Refused if the plan changed while the editor was open.
    const seen = "state" in found ? found.state?.version : undefined;
    const done = await editPlan({ desk, by: localActor(session.env) }, id, text, seen);
    return done.ok ? doneReply(done.value, done.value.fact.warnings) : refused(done.refusal);
  }
  const { parsePlan } = await import("../../../plan/parse-plan.ts");
  const parsed = await parsePlan(text, { id });
  if ("problems" in parsed)
    return refused({ kind: "malformed", message: "This is not a plan yet.", problems: parsed.problems });
  if (!(await desk.mend(id, before, text))) {
    return refused({
      kind: "conflict",
      message: "The file was changed while the editor was open; nothing was overwritten.",
    });
  }
  const now = await desk.plan(id);
  if (!now.ok) return refused(now.refusal);
  const status = "state" in now.value && now.value.state ? now.value.state.status : "elsewhere";
  return reply({ plan: foundJson(id, now.value) }, `Saved ${id}; it is ${status.replaceAll("_", " ")}.`);
}

function discard(draft: string, answer: Reply): Reply {
  rmSync(join(draft, ".."), { recursive: true, force: true });
  return answer;
}

function textOf(found: FoundPlan): string {
  return found.kind === "elsewhere" ? found.document.text : (found.state?.proposal.text ?? "");
}

const MARK = "<!-- countersign: ";

/** The text with each problem as a comment above its line; `unmarked` removes them. */
function marked(text: string, problems: readonly Problem[]): string {
  if (problems.length === 0) return text;
  const lines = text.split("\n");
  const sorted = [...problems].sort((a, b) => (b.line ?? 0) - (a.line ?? 0));
  for (const { line = 1, column, message, hint } of sorted) {
    const words = `${column === undefined ? "" : `column ${column}: `}${message}${hint ? ` (${hint})` : ""}`;
    lines.splice(Math.max(0, line - 1), 0, `${MARK}${words.replaceAll(/--|[\r\n]/g, " ")} -->`);
  }
  return lines.join("\n");
}

function unmarked(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.startsWith(MARK))
    .join("\n");
}
