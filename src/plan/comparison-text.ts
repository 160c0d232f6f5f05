import type { FieldChange, ItemChanges } from "./compare-items.ts";
import type { Comparison } from "./compare-revisions.ts";
import type { Widening } from "./find-widening.ts";
import { spelled, visible } from "./visible.ts";
import { foldCommand, visibleCommand } from "./visible-command.ts";
import { columns, wrap } from "./wrap.ts";

/** A line for a surface to print, and to colour by its tone. It holds no control or hidden characters. */
export interface ComparisonLine {
  tone: "plain" | "heading" | "added" | "removed" | "changed" | "widened";
  text: string;
}
type Tone = ComparisonLine["tone"];

/** A comparison for people: widened rights first, then the plan from top to bottom. */
export function comparisonText(comparison: Comparison, options: { width?: number } = {}): ComparisonLine[] {
  if (comparison.same) return [{ tone: "plain", text: "The two revisions are the same." }];
  const page = new Page(options.width ?? 80);
  page.part("Scope widened", () => {
    for (const widening of comparison.widened) page.widened(widening);
  });
  page.part("Plan", () => {
    for (const change of comparison.fields) page.field(change, "");
  });
  page.part("Steps", () => page.items(comparison.steps, ({ id, title }) => `${id}: ${title}`));
  page.part("Decisions", () =>
    page.items(comparison.decisions, ({ decision_id, header }) => `${decision_id}: ${header}`),
  );
  page.part("Questions", () => page.items(comparison.questions, String));
  page.part("Assumptions", () => page.items(comparison.assumptions, String));
  page.part("Risks", () => page.items(comparison.risks, String));
  page.part("Tool outputs", () => page.items(comparison.tool_outputs, ({ name }) => name));
  page.part("Artifacts", () => page.items(comparison.artifacts, ({ name }) => name));
  page.part("Sections", () =>
    page.items(comparison.sections, ({ heading }) => heading || "(text before the sections)"),
  );
  return page.lines;
}

class Page {
  readonly lines: ComparisonLine[] = [];
  readonly #width: number;

  constructor(width: number) {
    this.#width = width;
  }

  /** A heading only if lines follow it. */
  part(heading: string, write: () => void): void {
    const start = this.lines.length;
    write();
    if (this.lines.length === start) return;
    const above: ComparisonLine[] = start === 0 ? [] : [{ tone: "plain", text: "" }];
    this.lines.splice(start, 0, ...above, { tone: "heading", text: heading });
  }

  /**
   * Only the first line has the mark; later ones are indented, so that no text can pass for a line of the comparison.
   */
  put(tone: Tone, mark: string, text: string): void {
    this.#lay(tone, mark, (width) => text.split("\n").flatMap((line) => wrap(visible(line), width)));
  }

  /** Our own text, with commands that are made visible already. */
  exactly(tone: Tone, mark: string, text: string): void {
    this.#lay(tone, mark, (width) => foldCommand(text, width));
  }

  #lay(tone: Tone, mark: string, linesOf: (width: number) => string[]): void {
    const deeper = " ".repeat(mark.length + 2);
    for (const [number, line] of linesOf(this.#width - deeper.length).entries()) {
      this.lines.push({ tone, text: `${number === 0 ? mark : deeper}${line}`.trimEnd() });
    }
  }

  items<Item extends object | string>(
    { added, removed, moved, changed }: ItemChanges<Item>,
    name: (item: Item) => string,
  ) {
    for (const { item } of removed) this.put("removed", "- ", name(item));
    for (const { item } of added) {
      this.put("added", "+ ", name(item));
      for (const change of fieldsOf(item, name(item))) this.field(change, "    ");
    }
    for (const { item, from, to } of moved) this.put("changed", "> ", `${name(item)} (moved from ${from} to ${to})`);
    for (const { after, fields } of changed) {
      this.put("changed", "~ ", name(after));
      for (const change of fields) this.field(change, "    ");
    }
  }

  widened(widening: Widening): void {
    if (isAboutCommand(widening.kind)) this.exactly("widened", "! ", wideningText(widening));
    else this.put("widened", "! ", widenedText(widening, shown));
  }

  /** Short values on one line; of longer texts only the differing lines. */
  field({ field, before, after }: FieldChange, indent: string): void {
    if (COMMANDS.has(field)) {
      this.#command(field, before, after, indent);
      return;
    }
    const old = before === undefined ? undefined : shown(before);
    const now = after === undefined ? undefined : shown(after);
    if (old === undefined) this.put("added", indent || "+ ", `${field}: ${now}`);
    else if (now === undefined) this.put("removed", indent || "- ", `${field} removed (was: ${old})`);
    else this.#replaced(field, old, now, indent);
  }

  /** Both in full: with equal lines left out, two changes could look the same. */
  #command(field: string, before: unknown, after: unknown, indent: string): void {
    const [old, now] = [before, after].map((value) => value !== undefined && visibleCommand(String(value)));
    const line = `${field}: ${besideArrow(String(before))} → ${besideArrow(String(after))}`;
    if (!old) this.exactly("added", indent, `${field}: ${now}`);
    else if (!now) this.exactly("removed", indent, `${field} removed (was: ${old})`);
    else if (!`${old}${now}`.includes("\n") && indent.length + columns(line) <= this.#width - 2) {
      this.exactly("changed", indent, line);
    } else {
      this.put("changed", indent, `${field}:`);
      this.exactly("removed", `${indent}  - `, old);
      this.exactly("added", `${indent}  + `, now);
    }
  }

  #replaced(field: string, old: string, now: string, indent: string): void {
    const mark = indent || "~ ";
    const line = `${field}: ${old} → ${now}`;
    if (!line.includes("\n") && mark.length + columns(line) <= this.#width - 2) {
      this.put("changed", mark, line);
      return;
    }
    this.put("changed", mark, `${field}:`);
    const { gone, came } = differingLines(old.split("\n"), now.split("\n"));
    for (const text of gone) this.put("removed", `${indent}  - `, text);
    for (const text of came) this.put("added", `${indent}  + `, text);
  }
}

function fieldsOf(item: object | string, name: string): FieldChange[] {
  if (typeof item === "string") return [];
  return Object.entries(item)
    .filter(([field, value]) => COMMANDS.has(field) || typeof value !== "string" || !name.split(": ").includes(value))
    .map(([field, after]) => ({ field, after }));
}

function differingLines(old: string[], now: string[]): { gone: string[]; came: string[] } {
  let start = 0;
  while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
  let end = 0;
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return { gone: old.slice(start, old.length - end), came: now.slice(start, now.length - end) };
}

/** The fields that hold a command; only steps have them. */
const COMMANDS: ReadonlySet<string> = new Set(["run", "verify", "undo"]);

function isAboutCommand(kind: Widening["kind"]): boolean {
  return COMMANDS.has(kind.replace(/_.*/, ""));
}

/** A command on one line, beside an arrow. */
function besideArrow(command: string): string {
  return visibleCommand(command, { inline: true }).replaceAll("→", spelled);
}

/** A value in words: lists with commas, an option as `label (description)`, other objects as JSON. */
export function shown(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return shownList(value);
  if (value === null || typeof value !== "object") return String(value);
  const { label, description } = value as { label?: unknown; description?: unknown };
  if (typeof label === "string") return description === undefined ? label : `${label} (${description})`;
  return JSON.stringify(value, null, 2);
}

/** Quotes an item that could be read as two. */
function shownList(list: readonly unknown[]): string {
  if (list.some((item) => typeof item === "object")) return list.map(shown).join("\n");
  return list.map((item) => (/[,"\n]|^\s|\s$/.test(String(item)) ? JSON.stringify(item) : String(item))).join(", ");
}

/** One right that is new, in a sentence without its full stop. */
export function wideningText(widening: Widening): string {
  return isAboutCommand(widening.kind)
    ? widenedText(widening, (value) => besideArrow(String(value)))
    : visible(widenedText(widening, shown));
}

function widenedText(
  { kind, step, decision, items = [], before, after }: Widening,
  shown: (value: unknown) => string,
): string {
  const who = step ?? decision ?? "the plan";
  const list = shownList(items);
  const change = `${before === undefined ? "none" : shown(before)} → ${after === undefined ? "none" : shown(after)}`;
  switch (kind) {
    case "more_tools":
      return `${who} may use more tools: ${list}`;
    case "any_tool":
      return `${who} is no longer limited to the tools ${shown(before)}`;
    case "denied_tools_removed":
      return `${who} is no longer denied: ${list}`;
    case "more_files":
      return `${who} may touch more files: ${list}`;
    case "any_file":
      return `${who} is no longer limited to the files ${shown(before)}`;
    case "commits_added":
      return `${who} may change the git repository`;
    case "higher_risk":
      return `${who} has a higher risk: ${change}`;
    case "run_changed":
      return before === undefined
        ? `${who} runs a new command: ${shown(after)}`
        : `${who} runs another command: ${change}`;
    case "keeps_added":
      return `${who} keeps a process until the run ends: ${shown(after)}`;
    case "verify_changed":
      return `${who} is checked by another command: ${change}`;
    case "verify_removed":
      return `${who} is no longer checked (was: ${shown(before)})`;
    case "undo_removed":
      return `${who} no longer says how to undo it (was: ${shown(before)})`;
    case "decision_gate_removed":
      return `${who} no longer waits for the decision ${shown(before)}`;
    case "decides_by_default":
      return `${who} is answered without a person after its deadline: ${shown(after)}`;
    case "bigger_budget":
      return `${who} has a bigger ${list}: ${before} → ${after === undefined ? "no limit" : after}`;
  }
}
