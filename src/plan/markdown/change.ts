import type { Plan } from "../plan.ts";
import type { PlanDocument } from "../read-markdown.ts";
import type { Standing } from "../standing.ts";
import type { Spelling } from "./spelling.ts";

/** How much is written anew around a change. */
export type Grain = "field" | "step" | "section";

/** What a document is to say, and how it is to be written. */
export interface Change {
  from: PlanDocument;
  plan: Plan;
  standing: Standing;
  spell: Spelling;
  grain: Grain;
}
