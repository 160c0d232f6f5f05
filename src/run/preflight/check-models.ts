import { nearest } from "../../plan/nearest.ts";
import type { Step } from "../../plan/plan.ts";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import type { PlacedStep } from "../steps-left.ts";
import { pathIn } from "./path-in.ts";

type ModelOf = (step: Step) => string | undefined;

/** Steps without a command need a model: their own, or the one that was chosen for the plan, or any. */
export function checkModels(
  left: readonly PlacedStep[],
  modelOf: ModelOf,
  models: readonly string[] | undefined,
): Problem[] {
  const thinking = left.filter(({ step }) => step.run === undefined);
  if (models === undefined || thinking.length === 0) return [];
  if (models.length === 0) {
    const hint = "log in to a provider; only steps with a command in run need none";
    return [{ severity: "error", kind: "no_model", message: "there is no model to run the steps", hint }];
  }
  const any = thinking.find(({ step }) => step.model === undefined);
  return [
    ...(any ? checkModel(modelOf(any.step), models) : []),
    ...thinking.flatMap((placed) =>
      placed.step.model === undefined ? [] : checkModel(modelOf(placed.step), models, pathIn(placed, "model")),
    ),
  ];
}

/** The models that steps want and that are not there, each once. */
export function missingModels(left: readonly PlacedStep[], modelOf: ModelOf, models: readonly string[]): string[] {
  const wanted = left.flatMap(({ step }) => (step.run === undefined ? (modelOf(step) ?? []) : []));
  return [...new Set(wanted)].filter((model) => !isThere(model, models));
}

const MOST_OFFERED = 20;

/** What could be taken instead: the nearest name and models of the same provider first. */
export function modelsInstead(model: string, models: readonly string[]): string[] {
  const close = nearest(model, [...models, ...models.map(shortName)]);
  const provider = model.slice(0, model.indexOf("/") + 1);
  const rank = (known: string) => {
    if (close !== undefined && (known === close || shortName(known) === close)) return 0;
    return provider !== "" && known.startsWith(provider) ? 1 : 2;
  };
  return [...models].sort((one, other) => rank(one) - rank(other)).slice(0, MOST_OFFERED);
}

function checkModel(model: string | undefined, models: readonly string[], path?: string): Problem[] {
  if (model === undefined || isThere(model, models)) return [];
  const guess = nearest(model, [...models, ...models.map(shortName)]);
  const hint = guess ? `did you mean ${quoted(guess)}?` : "choose another model, or log in to its provider";
  const message = path
    ? `there is no model ${quoted(model)}`
    : `there is no model ${quoted(model)}, which was chosen for the plan`;
  return [{ severity: "error", kind: "unknown_model", message, hint, ...(path && { path }) }];
}

function isThere(model: string, models: readonly string[]): boolean {
  return models.some((known) => known === model || shortName(known) === model);
}

/** The id of a model may have slashes of its own. */
function shortName(known: string): string {
  return known.slice(known.indexOf("/") + 1);
}
