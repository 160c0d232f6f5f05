import { nearest } from "../nearest.ts";
import { quoted } from "../quoted.ts";
import { isComment, isList, type List } from "./block.ts";
import { leadingEscape, unescaped } from "./escape.ts";
import { type Field, readFields } from "./field-list.ts";
import { readList } from "./field-value.ts";
import type { DecisionPiece } from "./layout.ts";
import { normalBreaks, trimmed } from "./lines.ts";
import { contentOf, divide, type Section } from "./sections.ts";
import type { Source } from "./source.ts";

interface DecisionsRead {
  decisions: Record<string, unknown>[];
  selections: Record<string, string[]>;
  pieces: DecisionPiece[];
}

/** `### id: Header (choose any)`, the question, and the options as a list with their descriptions. */
export function readDecisions(source: Source, section: Section): DecisionsRead {
  const read: DecisionsRead = { decisions: [], selections: {}, pieces: [] };
  const [before, ...parts] = divide(source.text, section.nodes, 3, section.body);
  for (const node of before?.nodes ?? []) {
    if (isComment(node)) continue;
    const hint = "put it under a heading `### id: Header`";
    source.warn(node.start, "unsigned_text", "this text belongs to no decision and will not be signed", {
      hint,
    });
  }
  const selections: [string, string[]][] = [];
  parts.forEach((part, index) => {
    const { decision, selected, piece } = readDecision(source, part, index);
    if (read.decisions.some(({ decision_id }) => decision_id === decision.decision_id)) {
      const message = `two decisions have the id ${quoted(decision.decision_id)}`;
      source.error(part.start, "duplicate_decision", message, { path: `decisions[${index}].decision_id` });
    }
    read.decisions.push(decision);
    read.pieces.push(piece);
    if (selected) selections.push([piece.key, selected]);
  });
  return { ...read, selections: Object.fromEntries(selections) };
}

function readDecision(source: Source, part: Section, index: number) {
  const { text } = source;
  const path = `decisions[${index}]`;
  source.mark(path, part.start);
  const decision: Record<string, unknown> = readDecisionHeading(part.heading, index);
  const content = contentOf(text, part);
  const list = part.nodes.findLast((node): node is List => isList(node, "bullets"));
  const end = list?.start ?? content.end;
  const question = trimmed(text, { start: content.start, end: Math.max(content.start, end) });
  if (question.end > question.start) decision.question = normalBreaks(source.slice(question));
  const key = String(decision.decision_id);
  const piece: DecisionPiece = { key, start: part.start, end: Math.max(part.start, content.end) };
  if (content.end <= content.start) piece.end = trimmed(text, { start: part.start, end: part.body.end }).end;
  const options: Record<string, unknown>[] = [];
  decision.options = options;
  let selected: string[] | undefined;
  for (const node of list ? part.nodes.slice(part.nodes.indexOf(list) + 1) : []) {
    if (isComment(node)) continue;
    const hint = "put it above the options";
    source.error(node.start, "text_after_options", "text after the options belongs to nothing", { hint });
  }
  const fields = list ? readFields(text, list) : [];
  const marked = fields.some(({ raw }) => /^[`"]/.test(raw));
  for (const field of fields) {
    const name = field.name?.toLowerCase();
    if (name !== undefined && isSetting(name)) {
      source.mark(`${path}.${name === "deadline" ? "deadline_minutes" : name}`, field.valueStart);
      if (name !== "selected") readSetting(source, field, name, decision);
      else if (selected) saidTwice(source, field, name);
      else {
        selected = texts(field);
        piece.selected = { ...field.piece, key: name };
      }
      continue;
    }
    const optionPath = `${path}.options[${options.length}]`;
    source.mark(optionPath, field.start);
    const option = readOption(field, marked);
    if (!option) {
      const guess = field.name && nearest(field.name, SETTINGS);
      const hint = guess ? `did you mean "${guess}"?` : "write an option as - `label`: description";
      source.error(field.start, "unknown_field", `${quoted(field.raw)} is no option of a decision`, { hint });
      continue;
    }
    const { recommended, ...rest } = option;
    if (recommended) say(source, field, decision, "recommended", rest.label);
    options.push(rest);
  }
  return { decision, selected, piece };
}

export function readDecisionHeading(heading: string, index: number): Record<string, unknown> {
  const [, id = `decision-${index + 1}`, words = heading] =
    /^([a-z0-9][a-z0-9_-]*):[ \t]+([\s\S]*)$/.exec(heading) ?? [];
  const [, header = words, choose] = /^([\s\S]*?)[ \t]+\(choose (any|one)\)$/.exec(words) ?? [];
  return {
    decision_id: id,
    header: unescaped(header) ?? header,
    ...(choose !== undefined && { multi_select: choose === "any" }),
  };
}

/** `` `label`: description (recommended)``; a label without backticks only where no other has them. */
function readOption(
  { raw, name }: Field,
  marked: boolean,
): { label: string; description?: string; recommended: boolean } | undefined {
  const [, said = raw, recommended] = /^([\s\S]*?)[ \t]+(\(recommended\))$/.exec(raw) ?? [];
  const rest = (label: string, after: string) => {
    if (after !== "" && !/^:[ \t\n]/.test(after)) return undefined;
    const text = after.slice(1).replace(/^[ \t]+/, "");
    const description = unescaped(text) ?? text;
    return { label, ...(description !== "" && { description }), recommended: recommended !== undefined };
  };
  const quotedLabel = leadingEscape(said);
  if (quotedLabel) return rest(quotedLabel.text, quotedLabel.rest);
  const ticked = /^`([^`\n]+)`([\s\S]*)$/.exec(said);
  if (ticked?.[1] !== undefined) return rest(ticked[1], ticked[2] ?? "");
  if (marked) return undefined;
  return name === undefined ? rest(said, "") : rest(name, said.slice(name.length).replace(/^[ \t]+/, ""));
}

const SETTINGS = ["question", "recommended", "default", "deadline", "selected"] as const;
type Setting = (typeof SETTINGS)[number];

function isSetting(name: string): name is Setting {
  return (SETTINGS as readonly string[]).includes(name);
}

function readSetting(source: Source, field: Field, name: Setting, decision: Record<string, unknown>): void {
  const raw = typeof field.value === "string" ? field.value : field.value.join(", ");
  if (name === "question" || name === "recommended") {
    say(source, field, decision, name, field.verbatim ? raw : (unescaped(raw) ?? raw));
    return;
  }
  const labels = texts(field);
  const last = name === "deadline" ? `after ${raw}` : labels.at(-1);
  const [, amount, unit] = /^after (\d+) ?(min|minutes|h|hours|d|days)$/.exec(last ?? "") ?? [];
  if (amount !== undefined && !raw.startsWith("[")) {
    const factor = unit?.startsWith("d") ? 1440 : unit?.startsWith("h") ? 60 : 1;
    say(source, field, decision, "deadline_minutes", Number(amount) * factor);
    labels.pop();
  } else if (name === "deadline") {
    const hint = "write it as 30 min or 24 h";
    source.error(field.start, "wrong_value", `${quoted(raw)} is no time`, { hint });
  }
  if (name === "default") say(source, field, decision, name, labels);
}

/** Of a repeated field, both would be visible in the file, and only one signed. */
function say(source: Source, field: Field, decision: Record<string, unknown>, key: string, value: unknown): void {
  if (decision[key] !== undefined) saidTwice(source, field, key);
  decision[key] = value;
}

function saidTwice(source: Source, { start }: Field, what: string): void {
  source.error(start, "duplicate_field", `the decision says ${quoted(what)} twice`);
}

function texts({ value }: Field): string[] {
  return typeof value === "string" ? (readList(value) as string[]) : value;
}
