import { isAbsolute, relative } from "node:path";
import { visible } from "../../../plan/visible.ts";

/** The activity of a tool in a few words: "reading `src/x.ts`". The agent's text in it has no markdown. */
export function toolLine(name: string, input: unknown, cwd: string): string {
  const given = (input ?? {}) as Record<string, unknown>;
  const what = WORDS[name];
  if (what === undefined) return `using ${code(name)}`;
  const subject = what.fields.map((field) => given[field]).find((value) => typeof value === "string" && value !== "");
  if (typeof subject !== "string") return what.verb.replace(/ for$/, "");
  return `${what.verb} ${code(what.isPath ? short(subject, cwd) : subject)}`;
}

const path = (verb: string) => ({ verb, fields: ["path", "file_path"], isPath: true });
const WORDS: Record<string, { verb: string; fields: readonly string[]; isPath?: boolean }> = {
  read: path("reading"),
  write: path("writing"),
  edit: path("editing"),
  ls: path("listing"),
  grep: { verb: "searching for", fields: ["pattern"] },
  find: { verb: "looking for", fields: ["pattern"] },
  bash: { verb: "running", fields: ["command"] },
  ask_user: { verb: "asking", fields: [] },
  submit_plan: { verb: "submitting a plan", fields: [] },
  enter_plan_mode: { verb: "entering plan mode", fields: [] },
};

const LONGEST = 80;

function short(subject: string, cwd: string): string {
  const inside = isAbsolute(subject) ? relative(cwd, subject) : subject;
  return inside === "" ? "." : inside.startsWith("..") ? subject : inside;
}

/** As code, where no mention, link or markdown takes effect. */
function code(text: string): string {
  const flat = visible(
    text
      .slice(0, 4 * LONGEST)
      .toWellFormed()
      .replace(/\s+/g, " ")
      .trim(),
  ).replaceAll("`", "ˋ");
  const characters = [...flat];
  return `\`${characters.length <= LONGEST ? flat : `${characters.slice(0, LONGEST - 1).join("")}…`}\``;
}
