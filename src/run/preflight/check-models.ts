import { nearest } from "../../plan/nearest.ts";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import type { PlacedStep } from "../steps-left.ts";
import { pathIn } from "./path-in.ts";

/** Steps without a command need a model: their own, or the one that the approver chose, or any. */
export function checkModels(
  left: readonly PlacedStep[],
  chosen: string | undefined,
  models: readonly string[] | undefined,
): Problem[] {
  const thinking = left.filter(({ step }) => step.run === undefined);
  if (models === undefined || thinking.length === 0) return [];
  if (models.length === 0) {
    const hint = "log in to a provider; only steps with a command in run need none";
    return [{ severity: "error", kind: "no_model", message: "there is no model to carry out the steps", hint }];
  }
  const isNeeded = thinking.some(({ step }) => step.model === undefined);
  return [
    ...(chosen !== undefined && isNeeded ? checkModel(chosen, models) : []),
    ...thinking.flatMap((placed) => {
      const { model } = placed.step;
      return model === undefined ? [] : checkModel(model, models, pathIn(placed, "model"));
    }),
  ];
}

function checkModel(model: string, models: readonly string[], path?: string): Problem[] {
  // The id of a model may have slashes of its own.
  const short = (known: string) => known.slice(known.indexOf("/") + 1);
  if (models.some((known) => known === model || short(known) === model)) return [];
  const guess = nearest(model, [...models, ...models.map(short)]);
  const hint = guess ? `did you mean ${quoted(guess)}?` : "choose another model, or log in to its provider";
  const message = path
    ? `there is no model ${quoted(model)}`
    : `there is no model ${quoted(model)}, which was chosen at the approval`;
  return [{ severity: "error", kind: "unknown_model", message, hint, ...(path && { path }) }];
}
