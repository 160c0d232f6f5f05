import type { Plan } from "../plan.ts";
import type { Standing } from "../standing.ts";
import { bodySections, sectionText } from "./body.ts";
import type { Spelling } from "./spelling.ts";
import { frontMatterText } from "./write-front-matter.ts";

export function freshDocument(plan: Plan, standing: Standing, spell: Spelling): string {
  return `${frontMatterText(plan, standing, { title: true })}\n${freshBody(plan, standing, spell)}`;
}

export function freshBody(plan: Plan, standing: Standing, spell: Spelling): string {
  const sections = bodySections(plan, standing, spell).map(sectionText);
  return `${sections.join("\n\n")}\n`;
}
