import { canonical } from "../canonical.ts";
import type { Plan } from "../plan.ts";
import { readMarkdown } from "../read-markdown.ts";
import type { Standing } from "../standing.ts";
import { claimOf } from "./body.ts";
import { mustBeEscaped } from "./escape.ts";
import { freshDocument } from "./fresh-document.ts";
import { natural } from "./spelling.ts";

/** The paths of texts that change in a round trip when written naturally: each is tried alone. */
export function pathsToEscape(plan: Plan, standing: Standing): Set<string> {
  const unsafe = new Set<string>();
  for (const { path, text, alone, standing: claims = {} } of trials(plan, standing)) {
    if (isTame(text) || mustBeEscaped(text)) continue;
    const probe = { id: "PLAN-00000000", title: "t", steps: [{ id: "s", title: "t" }], ...alone };
    const read = readMarkdown(freshDocument(probe, claims, natural));
    if (!("plan" in read) || !says(read, probe, claims)) unsafe.add(path);
  }
  return unsafe;
}

export function says(document: { plan: Plan; claims: Standing }, plan: Plan, standing: Standing): boolean {
  return canonical([document.plan, document.claims]) === canonical([plan, standing]);
}

interface Trial {
  path: string;
  text: string;
  /** The text in a plan whose other content is harmless, followed by content that it could swallow. */
  alone: Partial<Plan>;
  standing?: Standing;
}

const AFTER = [{ heading: "After", body: "t" }];

/** Every text that is written as markdown blocks. Single-line texts are escaped by their writers. */
function trials(plan: Plan, standing: Standing): Trial[] {
  const list = (key: "questions" | "assumptions" | "risks") =>
    (plan[key] ?? []).map((text, index) => ({
      path: `${key}[${index}]`,
      text,
      alone: { [key]: [text, "t"], sections: AFTER },
    }));
  const prose = (key: "summary" | "validation") =>
    plan[key] === undefined ? [] : [{ path: key, text: plan[key], alone: { [key]: plan[key], sections: AFTER } }];
  return [
    ...prose("summary"),
    ...plan.steps.flatMap((step, index) => descriptionTrials(step, claimOf(standing, step.id) !== undefined, index)),
    ...(plan.decisions ?? []).flatMap(decisionTrials),
    ...list("questions"),
    ...list("assumptions"),
    ...list("risks"),
    ...prose("validation"),
    ...notesTrials(plan.context?.notes),
    ...(plan.sections ?? []).flatMap(sectionTrials),
    ...(standing.reviews ?? []).map((text, index) => ({
      path: `reviews[${index}]`,
      text,
      alone: {},
      standing: { reviews: [text, "t"] },
    })),
  ];
}

function descriptionTrials(
  { id, title, description, ...fields }: Plan["steps"][number],
  claimed: boolean,
  index: number,
): Trial[] {
  if (description === undefined) return [];
  const hasFields = claimed || Object.keys(fields).length > 0;
  const step = { id: "s", title: "t", description, ...(hasFields && { mode: "code" as const }) };
  return [
    { path: `steps[${index}].description`, text: description, alone: { steps: [step, { id: "s2", title: "t" }] } },
  ];
}

function decisionTrials(
  { question, options, recommended }: NonNullable<Plan["decisions"]>[number],
  index: number,
): Trial[] {
  const decision = { decision_id: "d", header: "t", question: "t", options: [{ label: "t" }] };
  const alone = (part: object) => ({ decisions: [{ ...decision, ...part }], sections: AFTER });
  return [
    { path: `decisions[${index}].question`, text: question, alone: alone({ question }) },
    ...options.flatMap(({ label, description }, number) => {
      if (description === undefined) return [];
      const part = {
        options: [{ label: "t", description }, { label: "u" }],
        ...(label === recommended && { recommended: "t" }),
      };
      return [{ path: `decisions[${index}].options[${number}].description`, text: description, alone: alone(part) }];
    }),
  ];
}

function notesTrials(notes: string | undefined): Trial[] {
  const artifacts = [{ name: "a", sha256: "0".repeat(64) }];
  return notes === undefined ? [] : [{ path: "context.notes", text: notes, alone: { context: { notes, artifacts } } }];
}

/** Text before the first heading that does not survive there gets a heading, and is tried under it. */
function sectionTrials({ heading, body }: NonNullable<Plan["sections"]>[number], index: number): Trial[] {
  const under = {
    path: `sections[${index}].body`,
    text: body,
    alone: { sections: [{ heading: "t", body }, ...AFTER] },
  };
  if (index > 0 || heading !== "") return [under];
  return [{ path: "sections[0].heading", text: body, alone: { sections: [{ heading, body }, ...AFTER] } }, under];
}

/** One line of words is a paragraph in every context. */
function isTame(text: string): boolean {
  return text === "" || /^\p{L}(?:[\p{L}\p{N} ,.;:/_-]*[\p{L}\p{N}.])?$/u.test(text);
}
