import type { Plan } from "../plan.ts";
import type { PlanDocument } from "../read-markdown.ts";
import type { Standing } from "../standing.ts";
import type { Spelling } from "./spelling.ts";

/** How much text is rewritten around a change. */
export type Grain = "field" | "step" | "section";

/** The wanted content of a document, and how to write it. */
export interface Change {
  from: PlanDocument;
  plan: Plan;
  standing: Standing;
  spell: Spelling;
  grain: Grain;
}
