import { canonical } from "../canonical.ts";
import type { Plan } from "../plan.ts";
import type { Standing } from "../standing.ts";
import { escaped } from "./escape.ts";
import { itemText } from "./list-items.ts";
import { proseText } from "./prose.ts";
import { freeKey } from "./read-free-sections.ts";
import { isFreeHeading, SECTION_HEADINGS, type SectionName } from "./sections.ts";
import type { Spelling } from "./spelling.ts";
import { CONTEXT_HEADINGS, contextTexts } from "./write-context.ts";
import { decisionText } from "./write-decision.ts";
import { stepText } from "./write-step.ts";

/** A section of the body to be written. */
export interface BodySection {
  key: string;
  /** `undefined`: the text before the first heading. */
  heading: string | undefined;
  /** The content, for comparison with the same section of another text. */
  value: string;
  content: () => string;
}

export function sectionText({ heading, content }: BodySection): string {
  const body = content();
  if (heading === undefined) return body;
  return body === "" ? `## ${heading}` : `## ${heading}\n\n${body}`;
}

/** The sections a plan has, in the order they are written. */
export function bodySections(plan: Plan, standing: Standing, spell: Spelling): BodySection[] {
  const known = (name: SectionName, value: unknown, content: () => string): BodySection[] =>
    value === undefined ? [] : [{ key: name, heading: SECTION_HEADINGS[name], value: canonical(value), content }];
  const prose = (name: "summary" | "validation") =>
    known(name, plan[name], () => proseText(plan[name] ?? "", spell(name, plan[name] ?? "")));
  const list = (name: SectionName, texts: readonly string[] | undefined) =>
    known(name, texts, () =>
      (texts ?? []).map((text, index) => itemText(text, spell(`${name}[${index}]`, text))).join("\n"),
    );
  const free = freeSections(plan, spell);
  return [
    ...free.filter(({ key }) => key === "preamble"),
    ...prose("summary"),
    ...known("steps", plan.steps, () =>
      plan.steps
        .map((step, index) =>
          stepText({ step, claim: claimOf(standing, step.id) }, index + 1, `steps[${index}]`, spell),
        )
        .join("\n\n"),
    ),
    ...known("decisions", plan.decisions && [plan.decisions, standing.selections ?? {}], () =>
      (plan.decisions ?? [])
        .map((one, index) => decisionText(one, selectedOf(standing, one.decision_id), `decisions[${index}]`, spell))
        .join("\n\n"),
    ),
    ...list("questions", plan.questions),
    ...known("context", plan.context, () =>
      contextTexts(plan.context ?? {}, spell)
        .map(({ key, text }) => `### ${CONTEXT_HEADINGS[key]}\n${text}`)
        .join("\n\n"),
    ),
    ...list("assumptions", plan.assumptions),
    ...list("risks", plan.risks),
    ...prose("validation"),
    ...free.filter(({ key }) => key !== "preamble"),
    ...list("reviews", standing.reviews),
  ];
}

/** Own properties only: an id may be `constructor`. */
export function claimOf({ steps }: Standing, id: string) {
  return steps && Object.hasOwn(steps, id) ? steps[id] : undefined;
}

export function selectedOf({ selections }: Standing, id: string): readonly string[] | undefined {
  return selections && Object.hasOwn(selections, id) ? selections[id] : undefined;
}

function freeSections({ sections = [] }: Plan, spell: Spelling): BodySection[] {
  return sections.map(({ heading, body }, index) => {
    const path = `sections[${index}]`;
    const escapeHeading = spell(`${path}.heading`, heading);
    const preamble = index === 0 && heading === "" && !escapeHeading;
    const written = escapeHeading || !isFreeHeading(heading) ? escaped(heading) : heading;
    return {
      key: preamble ? "preamble" : freeKey(heading, sections.slice(0, index)),
      heading: preamble ? undefined : written,
      value: canonical(body),
      content: () => (body === "" ? "" : proseText(body, spell(`${path}.body`, body))),
    };
  });
}
