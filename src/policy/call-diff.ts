import { visibleDiffLine } from "../plan/diff-line.ts";
import { lineDiff } from "../plan/line-diff.ts";
import { patchPaths } from "./paths-of.ts";
import type { ToolCall } from "./tool.ts";

/** The present text of a file: undefined if there is none, or why it is not shown. */
export type ReadText = (path: string) => { text: string } | { because: string } | undefined;

/**
 * A call that edits or writes a file, as a diff of that file, for a person who allows it. Undefined for all other calls,
 * which are shown to the letter. Every value of the call is in it.
 */
export function callDiff({ tool, input }: Pick<ToolCall, "tool" | "input">, read: ReadText): string | undefined {
  if (!EDITORS.test(tool)) return undefined;
  const fields = new Map<string, unknown>(Object.entries(input));
  const take = (names: readonly string[]): unknown => {
    const name = names.find((one) => fields.has(one));
    const value = name === undefined ? undefined : fields.get(name);
    if (name !== undefined) fields.delete(name);
    return value;
  };
  const patch = take(PATCHES);
  const path = take(PATHS);
  if (patch !== undefined) {
    if (typeof patch !== "string" || path !== undefined || patchPaths(patch).length === 0) return undefined;
    return shown([...patch.trimEnd().split("\n"), ...others(fields)]);
  }
  if (typeof path !== "string") return undefined;
  const content = take(CONTENTS);
  const isAll = fields.get("replace_all") === true || fields.get("replaceAll") === true;
  const edits = content === undefined ? replacementsOf(take(["edits"]) ?? [taken(take)]) : undefined;
  const lines =
    typeof content === "string" ? written(path, content, read(path)) : edits && edited(path, edits, isAll, read(path));
  return lines && shown([...lines, ...others(fields)]);
}

const EDITORS = /^(?:edit|write|multi_?edit|apply_?patch|edit_file|write_file|update_file|str_replace\w*)$/i;
const PATCHES = ["patch", "input", "diff"];
const PATHS = ["path", "file_path", "filePath", "target_file"];
const CONTENTS = ["content", "contents", "file_text"];
const OLD = ["oldText", "old_string", "oldString", "old_str"];
const NEW = ["newText", "new_string", "newString", "new_str"];

interface Replacement {
  old: string;
  now: string;
}

function taken(take: (names: readonly string[]) => unknown): Record<string, unknown> {
  return { oldText: take(OLD), newText: take(NEW) };
}

/** Undefined if one of them has other fields, or is no replacement. */
function replacementsOf(edits: unknown): Replacement[] | undefined {
  if (!Array.isArray(edits) || edits.length === 0) return undefined;
  const found = edits.flatMap((edit: unknown) => {
    const entries = Object.entries(typeof edit === "object" && edit !== null ? edit : {});
    const old = entries.find(([name]) => OLD.includes(name))?.[1];
    const now = entries.find(([name]) => NEW.includes(name))?.[1];
    return entries.length === 2 && typeof old === "string" && typeof now === "string" ? [{ old, now }] : [];
  });
  return found.length === edits.length ? found : undefined;
}

function written(path: string, content: string, file: ReturnType<ReadText>): string[] {
  if (file === undefined) return [`*** ${path} (a new file)`, ...lineDiff("", content)];
  if ("text" in file) return [`*** ${path}`, ...lineDiff(file.text, content)];
  return [
    `*** ${path}`,
    `@@ all of the file; its present text is not shown: ${file.because} @@`,
    ...marked("+", content),
  ];
}

/** One after the other, as the tool does it. Without the file, or where it has no such text, only what is replaced. */
function edited(path: string, edits: readonly Replacement[], isAll: boolean, file: ReturnType<ReadText>): string[] {
  const head = `*** ${path}`;
  const before = file && "text" in file ? file.text : undefined;
  const after = before === undefined ? undefined : replaced(before, edits, isAll);
  if (before !== undefined && after !== undefined) return [head, ...lineDiff(before, after)];
  const why =
    file === undefined
      ? "there is no such file"
      : "because" in file
        ? file.because
        : "the file does not have this text exactly once";
  return [head, ...edits.flatMap(({ old, now }) => [`@@ ${why} @@`, ...marked("-", old), ...marked("+", now)])];
}

function replaced(before: string, edits: readonly Replacement[], isAll: boolean): string | undefined {
  // Tools differ in whether one replaces in the text that another has put in.
  if (isAll && edits.length > 1) return undefined;
  let text = before;
  for (const { old, now } of edits) {
    const [first, ...rest] = text.split(old);
    if (old === "" || first === undefined || rest.length === 0 || (rest.length > 1 && !isAll)) return undefined;
    text = [first, ...rest].join(now);
  }
  return text;
}

function marked(mark: "+" | "-", text: string): string[] {
  return text === ""
    ? []
    : text
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => `${mark}${line}`);
}

/** Values that are no part of the diff. */
function others(fields: ReadonlyMap<string, unknown>): string[] {
  return [...fields].map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
}

function shown(lines: readonly string[]): string {
  return lines.map(visibleDiffLine).join("\n");
}
