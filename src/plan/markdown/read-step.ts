import { defined } from "../defined.ts";
import { nearest } from "../nearest.ts";
import { quoted } from "../quoted.ts";
import { indentOf } from "./adopt-strays.ts";
import { contentStart, type Item, isComment, isList, type List } from "./block.ts";
import { type Field, readFields } from "./field-list.ts";
import { readFieldValue } from "./field-value.ts";
import type { StepPiece } from "./layout.ts";
import {
  columnOf,
  dedentedLines,
  lineEnd,
  lineStart,
  nextLine,
  type Span,
  trimmed,
  withoutOuterSpace,
} from "./lines.ts";
import type { Source } from "./source.ts";
import { STEP_FIELD_NAMES, stepField } from "./step-fields.ts";
import { readStepTitle } from "./step-title.ts";

interface StepRead {
  /** Not checked yet, and its id may be missing. */
  step: Record<string, unknown>;
  /** Its status in the file. */
  claim?: { status: string; notes?: string };
  piece: StepPiece;
}

/** A numbered item as a step: the line with the title, the description under it, the fields at the end. */
export function readStep(source: Source, item: Item, path: string, toolSuffix: boolean): StepRead {
  const { text } = source;
  const start = contentStart(item);
  const end = Math.max(start, trimmed(text, { start, end: item.end }).end);
  const titleEnd = Math.min(end, lineEnd(text, start));
  const itemStart = item.start;
  const digits = /^\d+/.exec(text.slice(itemStart))?.[0].length ?? 0;
  source.mark(path, start);
  const { piece, step, done } = readTitle(source, item, path, toolSuffix, {
    key: "",
    start: lineStart(text, itemStart),
    end,
    number: { start: itemStart, end: itemStart + digits },
    contentStart: start,
    content: columnOf(text, start),
    exact: false,
    titleEnd,
    fields: [],
  });
  const { fields, ends } = findFields(source, item, piece.exact);
  const indent = Math.min(piece.content, ...item.children.slice(1).map((block) => indentOf(text, block)));
  const under = { start: nextLine(text, titleEnd), end: Math.min(end, ends) };
  const description = readDescription(source, under, piece, indent);
  const whole = [step.description, description].filter((part) => part !== undefined).join("\n");
  if (whole !== "") step.description = whole;
  source.mark(`${path}.description`, piece.description?.start ?? start);
  const claim = readStepFields(source, fields, path, step, piece);
  const status = claim.status ?? (done ? "completed" : "pending");
  const claimed = status !== "pending" || claim.notes !== undefined;
  return {
    step,
    piece,
    ...(claimed && { claim: { status, ...defined({ notes: claim.notes }) } }),
  };
}

function readTitle(source: Source, item: Item, path: string, toolSuffix: boolean, empty: StepPiece) {
  const { text } = source;
  const first = item.children[0];
  const piece = empty;
  const step: Record<string, unknown> = {};
  let start = contentStart(item);
  if (first?.type !== "paragraph" && first?.type !== "heading") {
    source.error(start, "step_without_title", "a step starts with its title", { path, hint: TITLE_HINT });
    // One problem is enough.
    return { piece, step: { title: "?" }, done: false };
  }
  start += /^#{1,6}[ \t]+/.exec(text.slice(start, piece.titleEnd))?.[0].length ?? 0;
  const box = /^\[([ xX])\](?:[ \t]+|$)/.exec(text.slice(start, piece.titleEnd));
  if (box) piece.box = { start: start + 1, end: start + 2 };
  start += box?.[0].length ?? 0;
  const line = withoutOuterSpace(text.slice(start, piece.titleEnd));
  const { title, id, rest, tool, operation, target, place } = readStepTitle(line, toolSuffix);
  if (title !== undefined) step.title = title;
  if (id !== undefined) step.id = id;
  if (rest !== undefined) step.description = rest;
  if (tool !== undefined) step.tools = [tool];
  if (operation !== undefined) step.operation = operation;
  if (target !== undefined) step.target = target;
  if (place) piece.title = { start: start + place.from, end: start + place.to };
  piece.exact = Boolean(place && box && first.type === "paragraph");
  source.mark(`${path}.title`, start + (place?.from ?? 0));
  source.mark(`${path}.id`, place ? start + place.to + line.slice(place.to).indexOf("`") + 1 : start);
  return { piece, step, done: box !== null && box[1] !== " " };
}

/**
 * The fields start at the first item with a known key in the last bullet list; earlier bullets belong to the
 * description. From there on every item must be a field, so that a misspelled one does not silently become prose.
 */
function findFields(source: Source, item: Item, exact: boolean): { fields: Field[]; ends: number } {
  const { text } = source;
  const blocks = item.children.slice(1);
  const list = blocks.findLast((node): node is List => isList(node, "bullets"));
  const none = { fields: [], ends: item.end };
  if (!list) return none;
  const fields = readFields(text, list);
  const from = fields.findIndex(({ name }) => name !== undefined && stepField(name) !== undefined);
  for (const field of exact ? fields.slice(0, from < 0 ? 1 : from) : []) {
    const guess = field.name === undefined ? undefined : nearestField(field.name);
    if (guess !== undefined) unknownField(source, field);
  }
  const [first] = fields.slice(Math.max(from, 0));
  if (from < 0 || first === undefined) return none;
  for (const node of blocks.slice(blocks.indexOf(list) + 1)) {
    if (isComment(node)) continue;
    const hint = "put it above the fields, under the title";
    source.error(node.start, "text_after_fields", "text after the fields of a step belongs to nothing", {
      hint,
    });
  }
  return { fields: fields.slice(from), ends: first.piece.start };
}

function readDescription(source: Source, span: Span, piece: StepPiece, indent: number): string | undefined {
  if (span.start >= span.end) return undefined;
  const { text } = source;
  const { start, end } = trimmed(text, span);
  if (start >= end) return undefined;
  piece.description = { start, end };
  return dedentedLines(text, { start: lineStart(text, start), end }, indent);
}

function readStepFields(
  source: Source,
  fields: Field[],
  path: string,
  step: Record<string, unknown>,
  piece: StepPiece,
) {
  const claim: { status?: string; notes?: string } = {};
  for (const field of fields) {
    const known = field.name === undefined ? undefined : stepField(field.name);
    if (!known) {
      unknownField(source, field);
      continue;
    }
    // The second would be visible in the file, and only one of them signed.
    if (piece.fields.some(({ key }) => key === known.key) || (known.of === "step" && step[known.key] !== undefined)) {
      source.error(field.start, "duplicate_field", `the step says ${quoted(field.name)} twice`, { path });
      continue;
    }
    piece.fields.push({ ...field.piece, key: known.key });
    source.mark(`${path}.${known.key}`, field.valueStart);
    const value = fieldValue(field, known.kind);
    if (value === "" || (Array.isArray(value) && value.length === 0)) {
      const hint = "write the value, or remove the line";
      source.error(field.start, "empty_field", `${quoted(field.name)} says nothing`, {
        path: `${path}.${known.key}`,
        hint,
      });
    } else if (known.of === "step") step[known.key] = value;
    else claim[known.key as "status" | "notes"] = String(value);
  }
  return claim;
}

function fieldValue({ value, verbatim }: Field, kind: Parameters<typeof readFieldValue>[0]): unknown {
  if (typeof value !== "string") return kind === "list" ? value : value.map((line) => `- ${line}`).join("\n");
  return verbatim && kind !== "list" ? value : readFieldValue(kind, value);
}

function unknownField(source: Source, { name, raw, start }: Field): void {
  if (name === undefined) {
    const hint = "fields look like `- risk: low`; other bullets stand above them";
    source.error(start, "unknown_field", `${quoted(raw)} is no field of a step`, { hint });
    return;
  }
  const guess = nearestField(name);
  const hint = guess ? `did you mean "${guess}"?` : `known fields: ${STEP_FIELD_NAMES.join(", ")}`;
  source.error(start, "unknown_field", `a step has no field ${quoted(name)}`, { hint });
}

function nearestField(name: string): string | undefined {
  return nearest(name, STEP_FIELD_NAMES);
}

const TITLE_HINT = "for example: 1. [ ] **Run the tests** `tests`";
