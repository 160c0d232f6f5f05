import { nearest } from "../nearest.ts";
import { type Block, contentStart, type Item, isComment, isFence, isList } from "./block.ts";
import { fieldName, readFields } from "./field-list.ts";
import { columnOf, lineStart, type Span } from "./lines.ts";
import type { Section } from "./sections.ts";
import type { Source } from "./source.ts";
import { STEP_FIELD_NAMES, stepField } from "./step-fields.ts";

/**
 * Content below a step that is indented less than markdown requires becomes part of the step: lines under `10. ` need
 * four spaces, and many authors use three. Without its fields a step would be signed wider than it is written, so
 * fields that cannot be assigned to a step with certainty are an error.
 */
export function adoptStrays(source: Source, section: Section): void {
  const { text } = source;
  let last: Item | undefined;
  let open = false;
  section.nodes = section.nodes.filter((node) => {
    if (isComment(node)) return true;
    if (isList(node, "ordered")) {
      last = node.children.at(-1);
      open = last?.children.length !== 0;
      return true;
    }
    open &&= last !== undefined && indentOf(text, node) > indentOf(text, last);
    if (open && last) {
      adopt(source, node, last);
      return false;
    }
    if (section.name === "steps") refuse(source, node, last);
    return true;
  });
}

/** The column of the first line of a block. */
export function indentOf(text: string, node: Span): number {
  const start = lineStart(text, node.start);
  return columnOf(text, start + (/^[ \t]*/.exec(text.slice(start))?.[0].length ?? 0));
}

function adopt(source: Source, node: Block, step: Item): void {
  // Only one of two lists would be read as fields.
  const isSecond = isList(node, "bullets") && step.children.some((child) => hasFields(source.text, child));
  const stray = isSecond ? node.start : hiddenField(source.text, node);
  if (stray !== undefined) strayField(source, stray, step);
  step.children.push(node);
  step.end = node.end;
}

/** Text outside all steps would be visible in the file but not signed. */
function refuse(source: Source, node: Block, last: Item | undefined): void {
  const stray = fieldLine(source.text, node);
  const hint = "put it under a step, or into a section of its own";
  if (stray !== undefined) strayField(source, stray, last);
  else source.warn(node.start, "unsigned_text", "this text belongs to no step and will not be signed", { hint });
}

function strayField(source: Source, offset: number, step: Item | undefined): void {
  const number = step && /^\d+/.exec(source.text.slice(step.start))?.[0];
  const spaces = step && columnOf(source.text, contentStart(step));
  const hint =
    number === undefined ? "put it under a step" : `indent it by ${spaces} spaces to put it under step ${number}`;
  source.error(offset, "stray_field", "this looks like a field, but stands under no step", { hint });
}

function hasFields(text: string, node: Block): boolean {
  return isList(node, "bullets") && readFields(text, node).some(({ name }) => name !== undefined && stepField(name));
}

/** A line like a field that markdown reads as part of the text above it. */
function hiddenField(text: string, node: Block): number | undefined {
  if (isFence(node)) return undefined;
  if (node.type !== "list") return fieldLine(text, node);
  const blocks = node.children.flatMap((item) => item.children);
  return blocks.map((block) => hiddenField(text, block)).find((offset) => offset !== undefined);
}

function fieldLine(text: string, { start, end }: Span): number | undefined {
  for (const line of text.slice(start, end).matchAll(/^([ \t>]*[-*+][ \t]+)(\S.*)$/gm)) {
    const name = fieldName(line[2] ?? "");
    if (name !== undefined && (stepField(name) || nearest(name, STEP_FIELD_NAMES))) {
      return start + line.index + (line[1]?.length ?? 0);
    }
  }
  return undefined;
}
