import { checkShape } from "./check-shape.ts";
import { isAboutNoSteps, NO_STEPS } from "./check-steps.ts";
import { defined } from "./defined.ts";
import { keepValidFields } from "./keep-valid-fields.ts";
import { adoptStrays } from "./markdown/adopt-strays.ts";
import { findSteps, hasNumberedList } from "./markdown/find-steps.ts";
import { type FrontMatter, readFrontMatter } from "./markdown/front-matter.ts";
import { FRONT_MATTER_KEYS } from "./markdown/front-matter-keys.ts";
import type { Layout } from "./markdown/layout.ts";
import { parseBlocks } from "./markdown/parse-blocks.ts";
import { readFreeSections } from "./markdown/read-free-sections.ts";
import { readKnownSections } from "./markdown/read-known-sections.ts";
import { readSteps } from "./markdown/read-steps.ts";
import { readTitle } from "./markdown/read-title.ts";
import { divide, type Section } from "./markdown/sections.ts";
import { Source } from "./markdown/source.ts";
import { normalise } from "./normalise-plan.ts";
import { Plan } from "./plan.ts";
import { isError, type Malformed, type Problem } from "./problem.ts";
import type { Standing } from "./standing.ts";
import { validate } from "./validate.ts";

/** A plan and the text it came from. */
export interface PlanDocument {
  text: string;
  plan: Plan;
  /** The status that the text claims. A copy for readers, never trusted. */
  claims: Standing;
  warnings: Problem[];
  /** The positions of all parts of the text, for the writer only. */
  layout: Layout;
}

/**
 * Reads a plan file: our format, pi-planner's, or free markdown with a numbered list of steps. Texts are taken
 * unchanged, from exactly the parts of the document that GitHub would show as such.
 * @param options.id the plan's id if the text has none
 */
export function readMarkdown(text: string, options: { id?: string } = {}): PlanDocument | Malformed {
  const source = new Source(text);
  const frontMatter = readFrontMatter(source);
  const fatal = source.problems.find(({ kind }) => kind === "newer_format" || kind === "front_matter_open");
  if (fatal) return { problems: [fatal] };
  const bodyStart = frontMatter?.bodyStart ?? (text.startsWith("\uFEFF") ? 1 : 0);
  const sections = divide(text, parseBlocks(text, bodyStart), 2, { start: bodyStart, end: text.length });

  const given = fromFrontMatter(frontMatter);
  const title = readTitle(source, given.plan.title, sections);
  const home = findSteps(sections);
  if (home && hasNumberedList(home)) adoptStrays(source, home);
  const known = readKnownSections(source, sections);
  const free = readFreeSections(source, sections, home);
  const { steps, claims, pieces } = readStepsOf(source, home, frontMatter);

  const raw = {
    ...defined({ id: options.id }),
    ...given.plan,
    title: title.title ?? steps[0]?.title,
    ...known.plan,
    steps,
    sections: free.free,
  };
  const plan = normalise(raw as Plan);
  findFurther(source, plan);
  const problems = source.problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  if (problems.some(isError)) return { problems };
  const layout: Layout = {
    lineBreak: /\r\n|\n/.exec(text)?.[0] ?? "\n",
    ...defined({ frontMatter }),
    bodyStart,
    ...defined({ title: title.place }),
    sections: [...known.pieces, ...free.pieces].sort((a, b) => a.start - b.start),
    steps: pieces,
    decisions: known.decisions,
  };
  return {
    text,
    plan,
    claims: { ...given.claims, ...(Object.keys(claims).length > 0 && { steps: claims }), ...known.claims },
    warnings: problems,
    layout,
  };
}

/** Problems of the plan as a whole; of an invalid plan, those of its valid part, so that all are reported at once. */
function findFurther(source: Source, plan: Plan): void {
  const hasHead = !source.problems.some(({ kind }) => kind === "front_matter");
  const misshapen = checkShape(Plan, plan).filter(
    (problem) => !isAboutNoSteps(problem) && (hasHead || problem.kind !== "missing_key" || problem.path !== undefined),
  );
  const isPlan = misshapen.length === 0 && !source.problems.some(isError);
  for (const problem of misshapen) source.problems.push({ line: 1, column: 1, ...source.located(problem) });
  if (isPlan) return;
  const told = new Set(source.problems.map(({ line }) => line));
  for (const problem of validate(keepValidFields(plan)).filter(isError)) {
    const located = { line: 1, column: 1, ...source.located(problem) };
    // After an error, further problems may only be its consequences.
    if (!told.has(located.line)) source.problems.push(located);
  }
}

function fromFrontMatter(frontMatter: FrontMatter | undefined): { plan: Record<string, unknown>; claims: Standing } {
  const plan: Record<string, unknown> = {};
  const claims: Record<string, unknown> = {};
  for (const [key, value] of frontMatter?.values ?? []) {
    const { of } = FRONT_MATTER_KEYS[key];
    if (of === "plan") plan[key] = value;
    if (of === "claim") claims[key] = value;
  }
  return { plan, claims };
}

function readStepsOf(source: Source, home: Section | undefined, frontMatter: FrontMatter | undefined) {
  if (!home || !hasNumberedList(home)) {
    const at = home?.start ?? frontMatter?.bodyStart ?? 0;
    source.mark("steps", at);
    source.error(at, "no_steps", NO_STEPS.message, { path: "steps", hint: NO_STEPS.hint });
    return { steps: [], claims: {}, pieces: [] };
  }
  source.mark("steps", home.start);
  // pi-planner writes ids, and no format number.
  const toolSuffix = frontMatter?.values.has("id") === true && !frontMatter.values.has("format");
  return readSteps(source, home, toolSuffix);
}
