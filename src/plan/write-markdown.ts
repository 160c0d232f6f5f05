import type { Grain } from "./markdown/change.ts";
import { editBody } from "./markdown/edit-body.ts";
import { applyEdits } from "./markdown/edits.ts";
import { freshBody, freshDocument } from "./markdown/fresh-document.ts";
import { pathsToEscape, says } from "./markdown/paths-to-escape.ts";
import { allEscaped, escapedAt, natural, type Spelling } from "./markdown/spelling.ts";
import { writableStanding } from "./markdown/writable-standing.ts";
import { frontMatterEdits, frontMatterText } from "./markdown/write-front-matter.ts";
import { normalise } from "./normalise-plan.ts";
import type { Plan } from "./plan.ts";
import { type PlanDocument, readMarkdown } from "./read-markdown.ts";
import type { Standing } from "./standing.ts";

/**
 * The text for a plan: the smallest edit of the document that the plan came from, or a new document.
 * Every text is first written as a person would write it. The result is read again, and only a text that reads as the
 * same plan is returned: texts that do not survive are escaped, and more is rewritten around a change, until it does.
 * So text in one field can never become another field.
 */
export function writeMarkdown(plan: Plan, standing: Standing, from?: PlanDocument): string {
  const wanted = normalise(plan);
  const claims = writableStanding(wanted, standing, from);
  if (from?.layout.frontMatter?.values.has("id") && says(from, wanted, claims)) return from.text;
  for (const text of attempts(wanted, claims, from)) {
    if (text === undefined) continue;
    const read = readMarkdown(text);
    if ("plan" in read && says(read, wanted, claims)) return text;
  }
  throw new Error(`plan ${plan.id} cannot be written as markdown that reads as the same plan: its shape is not valid`);
}

/** From the smallest change to the largest; the first nearly always works. */
function* attempts(plan: Plan, standing: Standing, from: PlanDocument | undefined): Generator<string | undefined> {
  const careful = lazy(() => escapedAt(pathsToEscape(plan, standing)));
  if (!from) {
    yield freshDocument(plan, standing, natural);
    yield freshDocument(plan, standing, careful());
    yield freshDocument(plan, standing, allEscaped);
    return;
  }
  yield edited(plan, standing, from, natural, "field");
  for (const grain of ["field", "step", "section"] as const) yield edited(plan, standing, from, careful(), grain);
  yield rewritten(plan, standing, from, careful());
  yield rewritten(plan, standing, from, allEscaped);
}

function edited(plan: Plan, standing: Standing, from: PlanDocument, spell: Spelling, grain: Grain): string | undefined {
  const { text, layout } = from;
  const body = editBody({ from, plan, standing, spell, grain });
  if (!body) return undefined;
  const heading = layout.title;
  const title = heading && plan.title !== from.plan.title ? [{ ...heading, text: plan.title }] : [];
  const front = frontMatterOf(plan, standing, from, !heading || layout.frontMatter?.values.has("title") === true);
  return applyEdits(text, [...front, ...title, ...body], layout.lineBreak);
}

/** A new body under the existing front matter. */
function rewritten(plan: Plan, standing: Standing, from: PlanDocument, spell: Spelling): string | undefined {
  const { text, layout } = from;
  const front = frontMatterOf(plan, standing, from, true);
  const body = { start: layout.bodyStart, end: text.length, text: freshBody(plan, standing, spell) };
  if (layout.frontMatter) body.text = `\n${body.text}`;
  return applyEdits(text, [...front, body], layout.lineBreak);
}

function frontMatterOf(plan: Plan, standing: Standing, { text, layout }: PlanDocument, title: boolean) {
  const { frontMatter, bodyStart } = layout;
  if (frontMatter) return frontMatterEdits(text, frontMatter, plan, standing, { title });
  const gap = /^[ \t]*(?:\r\n|\n|\r|$)/.test(text.slice(bodyStart)) ? "" : "\n";
  return [{ start: bodyStart, end: bodyStart, text: frontMatterText(plan, standing, { title }) + gap }];
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
