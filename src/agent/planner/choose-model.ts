import type { CreateAgentSessionFromServicesOptions, ModelRuntime } from "@earendil-works/pi-coding-agent";
import { yes } from "../../desk/outcome.ts";
import { defined } from "../../plan/defined.ts";
import type { Pi } from "./load-pi.ts";
import { cannot, type PlanningOutcome } from "./planner.ts";

type Chosen = Pick<CreateAgentSessionFromServicesOptions, "model" | "thinkingLevel">;

/** The named model, as pi's own `--model` reads it. Without a name pi chooses. */
export function chooseModel(pi: Pi, modelRuntime: ModelRuntime, name: string | undefined): PlanningOutcome<Chosen> {
  if (name === undefined) return yes({});
  const { model, thinkingLevel, error } = pi.resolveCliModel({ cliModel: name, modelRuntime });
  if (model !== undefined) return yes({ model, ...defined({ thinkingLevel }) });
  return cannot("no_model", error ?? `There is no model "${name}".`, { hint: "The option --list-models lists them." });
}
