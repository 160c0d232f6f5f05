import { checkShape } from "../../../plan/check-shape.ts";
import { defined } from "../../../plan/defined.ts";
import type { Problem } from "../../../plan/problem.ts";
import { quoted } from "../../../plan/quoted.ts";
import { ENTRIES } from "./keys.ts";

/** The problems of a list of roles and users, each with the likely correction. */
export function checkEntries(written: unknown, path: string): Problem[] {
  return checkShape(ENTRIES, written, path).map((problem) => {
    const index = Number(/\[(\d+)\]$/.exec(problem.path ?? "")?.[1] ?? -1);
    return index < 0 ? problem : { ...problem, ...meant((written as unknown[])[index], problem) };
  });
}

export function checkWordOrList(written: unknown, words: readonly string[], path: string): Problem[] {
  if (Array.isArray(written)) return checkEntries(written, path);
  if (typeof written === "string" && words.includes(written)) return [];
  const [problem] = checkShape({ enum: words }, written, path);
  const isEntry = typeof written === "string" && checkEntries([written], path).length === 0;
  const hint = isEntry ? `write [${quoted(written)}] for a list` : problem?.hint;
  const message = `${path} must be ${words.map((word) => `"${word}"`).join(", ")} or a list, not ${quoted(written)}`;
  return [{ severity: "error", kind: "wrong_value", message, path, ...defined({ hint }) }];
}

/** Discord's ids are too large for a number in JSON, so they are strings. */
export const HOW_TO_COPY =
  "In Discord: User Settings → Advanced → Developer Mode; then right-click it → Copy ID. The id stands in quotes.";

function meant(entry: unknown, { hint }: Problem): Pick<Problem, "message" | "hint"> | undefined {
  if (typeof entry !== "string") {
    const message = `${quoted(entry)} is no role and no user`;
    return { message, hint: 'write "role:<id>" or "user:<id>", with quotes around it' };
  }
  const [, kind, name = ""] = /^@?(?:<@)?(role|user|discord):\s*(.*)$/i.exec(entry) ?? [];
  if (kind?.toLowerCase() === "discord" && /^\d+$/.test(name)) {
    return { message: `${quoted(entry)} is written user:<id> here`, hint: `write "user:${name}"` };
  }
  if (kind !== undefined) {
    const message = `${quoted(entry)} names a ${kind.toLowerCase()}, and not its id: names can be changed by others`;
    return { message, hint: HOW_TO_COPY };
  }
  const message = `${quoted(entry)} is no role and no user`;
  if (/^\d{15,20}$/.test(entry)) return { message, hint: `write "role:${entry}" or "user:${entry}"` };
  return { message, hint: `write "role:<id>" or "user:<id>". ${hint === undefined ? "" : HOW_TO_COPY}`.trim() };
}
