import { checkShape, isObject } from "./check-shape.ts";
import { isAboutNoSteps } from "./check-steps.ts";
import { fixDependencies } from "./fix-dependencies.ts";
import { findJson, positionIn, readJson } from "./json-text.ts";
import { keepValidFields } from "./keep-valid-fields.ts";
import { normalise } from "./normalise-plan.ts";
import { Plan } from "./plan.ts";
import { positionInMarkdown } from "./position-in-markdown.ts";
import { isError, type Malformed, type Problem } from "./problem.ts";
import { quoted } from "./quoted.ts";
import { readDraft } from "./read-draft.ts";
import type { PlanDocument } from "./read-markdown.ts";
import { type Facts, validate } from "./validate.ts";

export interface ParsedPlan {
  plan: Plan;
  warnings: Problem[];
  /** The text the plan was read from, if it was markdown. */
  document?: PlanDocument;
}

export interface ParseOptions {
  /** The plan's id if the draft has none of its own. */
  id: string;
  /** Remove dependencies that can never be met, with warnings, instead of refusing the plan. */
  fix?: boolean;
  facts?: Facts;
}

/** The only way from a model's draft or a file's text to a checked `Plan`; returns all problems at once. */
export async function parsePlan(input: unknown, options: ParseOptions): Promise<ParsedPlan | Malformed> {
  if (typeof input !== "string") return parseDraft(input, options);
  const found = findJson(input);
  if (found === undefined) return parseMarkdown(input, options);
  if ("problems" in found) return found;
  const json = await readJson(found);
  if ("problems" in json) return json;
  const parsed = parseDraft(json.value, options);
  const isClean = !("problems" in parsed) && parsed.warnings.length === 0;
  return isClean ? parsed : located(parsed, await positionIn(found));
}

function parseDraft(input: unknown, options: ParseOptions): ParsedPlan | Malformed {
  if (!isObject(input)) {
    const message = `a plan is an object or markdown text, not ${quoted(input)}`;
    return { problems: [{ severity: "error", kind: "wrong_type", message }] };
  }
  const { draft, problems } = readDraft(input, options.id);
  return checked(normalise(draft as Plan), problems, options);
}

async function parseMarkdown(text: string, options: ParseOptions): Promise<ParsedPlan | Malformed> {
  // Loaded when needed: the markdown parser takes longer to load than a JSON draft takes to check.
  const { readMarkdown } = await import("./read-markdown.ts");
  const document = readMarkdown(text, { id: options.id });
  return "problems" in document ? document : checkDocument(document, options);
}

/** The same for a text that was read already. */
export function checkDocument(document: PlanDocument, options: ParseOptions): ParsedPlan | Malformed {
  const parsed = checked(normalise(document.plan), document.warnings, options);
  const placed = located(parsed, positionInMarkdown(document));
  return "problems" in placed ? placed : { ...placed, document };
}

/** Every `Plan` is checked as a whole here. */
function checked(candidate: Plan, found: readonly Problem[], options: ParseOptions): ParsedPlan | Malformed {
  const misshapen = checkShape(Plan, candidate);
  // The valid part is checked as well, so that the author gets every problem at once.
  const sound = misshapen.length > 0 ? keepValidFields(candidate) : candidate;
  const fixed = options.fix ? fixDependencies(sound) : { plan: sound, warnings: [] };
  const told = misshapen.filter((problem) => !isAboutNoSteps(problem));
  const problems = [...found, ...told, ...fixed.warnings, ...validate(fixed.plan, options.facts)];
  if (problems.some(isError)) return { problems };
  return { plan: fixed.plan, warnings: problems };
}

type Position = { line: number; column: number };

/** Adds line and column to problems that have none. */
function located<Parsed extends ParsedPlan | Malformed>(
  parsed: Parsed,
  position: (path: string) => Position | undefined,
): Parsed {
  const locate = (problem: Problem) =>
    problem.line === undefined ? { ...problem, ...position(problem.path ?? "") } : problem;
  if ("problems" in parsed) return { ...parsed, problems: parsed.problems.map(locate) };
  return { ...parsed, warnings: parsed.warnings.map(locate) };
}
