import { defined } from "../plan/defined.ts";
import type { Step, StepId } from "../plan/plan.ts";
import { Agenda } from "./agenda.ts";
import { type Estimated, estimateOf, type Price } from "./estimate.ts";
import { type Inseparable, overlap } from "./overlap.ts";
import { schedule } from "./schedule.ts";

/** The limits that a run would have, and what is known of its models. */
export interface SimulationTerms {
  max_parallel_steps: number;
  /** The model that the plan or its approvers name for a step; by default the step's own. */
  modelOf?: (step: Step) => string | undefined;
  /** The model for other steps. */
  model?: string;
  price?: (model: string) => Price | undefined;
  /** Which steps the sandbox cannot keep apart in one directory; by default, none. */
  inseparable?: Inseparable;
}

export interface SimulatedStep extends Estimated {
  step: Step;
  /** Nothing for a step that is a command, or that the host chooses one for. */
  model?: string;
  /** It could have started before, but for a step that it might have disturbed. */
  held?: { by: StepId; because: string };
}

/** A dry run: order, models and estimated effort. */
export interface Simulation {
  /** Steps that would run at the same time. */
  waves: SimulatedStep[][];
  /** Steps that wait for each other, and would never start. */
  never: StepId[];
  tools: string[];
  models: string[];
  decisions: string[];
  estimate: { tokens: number; minutes: number; cost?: number; guessed: number; unpriced: number };
}

/** A dry run: runs nothing and asks nothing. */
export function simulate(steps: readonly Step[], terms: SimulationTerms): Simulation {
  const most = Math.max(1, terms.max_parallel_steps);
  const waves = play(steps, most, terms).map((wave, number, all) =>
    wave.map((step) => simulated(step, heldBack(step, all[number - 1], most, terms), terms)),
  );
  const all = waves.flat();
  const ran = new Set(all.map(({ step }) => step.id));
  return {
    waves,
    never: steps.map(({ id }) => id).filter((id) => !ran.has(id)),
    tools: unique(all.flatMap(({ step }) => (step.run === undefined ? (step.tools ?? []) : []))),
    models: unique(all.flatMap(({ model }) => model ?? [])),
    decisions: unique(all.flatMap(({ step }) => step.decision_id ?? [])),
    estimate: altogether(waves),
  };
}

/** Asks the scheduler, as if all steps of a wave took equally long and every step succeeded. */
function play(steps: readonly Step[], most: number, { inseparable }: SimulationTerms): Step[][] {
  const agenda = new Agenda({ id: "", title: "", steps: [...steps] }, () => "pending", inseparable);
  const waves: Step[][] = [];
  for (;;) {
    const { start } = schedule(agenda, { max_parallel_steps: most, on_failure: "stop" }, () => true);
    if (start.length === 0) return waves;
    waves.push(start.flatMap((id) => agenda.get(id)?.step ?? []));
    for (const id of start) agenda.move(id, "completed");
  }
}

/** Why a step without open dependencies was not in the wave before, although there was room. */
function heldBack(
  step: Step,
  before: readonly Step[] | undefined,
  most: number,
  { inseparable }: SimulationTerms,
): SimulatedStep["held"] {
  const couldRun = before && before.length < most && !before.some(({ id }) => step.depends_on?.includes(id));
  for (const other of couldRun ? before : []) {
    const because = overlap(step, other, inseparable);
    if (because !== undefined) return { by: other.id, because };
  }
  return undefined;
}

function simulated(step: Step, held: SimulatedStep["held"], terms: SimulationTerms): SimulatedStep {
  const model = step.run === undefined ? (terms.modelOf?.(step) ?? step.model ?? terms.model) : undefined;
  const price = model === undefined ? undefined : terms.price?.(model);
  return { step, ...defined({ model, held }), ...estimateOf(step, price) };
}

/** The steps of a wave run side by side, so the longest counts. */
function altogether(waves: readonly SimulatedStep[][]): Simulation["estimate"] {
  const all = waves.flat();
  const priced = all.flatMap(({ cost }) => cost ?? []);
  return {
    tokens: sum(all.map(({ tokens }) => tokens)),
    minutes: sum(waves.map((wave) => Math.max(0, ...wave.map(({ minutes }) => minutes)))),
    ...(priced.length > 0 && { cost: sum(priced) }),
    guessed: all.filter(({ guessed }) => guessed).length,
    unpriced: all.length - priced.length,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
