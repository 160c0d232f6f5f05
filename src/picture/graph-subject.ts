import type { Run } from "../lifecycle/plan-state.ts";
import type { SealOfPlan } from "../lifecycle/seal-of-plan.ts";
import { shownStatus } from "../lifecycle/shown-status.ts";
import type { ShownStatus } from "../lifecycle/step-look.ts";
import { defined } from "../plan/defined.ts";
import type { Plan, Step, StepId } from "../plan/plan.ts";

/** The parts of a plan that its graph shows, as data for the drawing thread. */
export interface GraphSubject {
  steps: readonly GraphStep[];
  /** Drawn below them, with its digest. */
  seal?: SealOfPlan;
}

export type GraphStep = Pick<Step, "id" | "title" | "risk" | "mode" | "depends_on"> & { status?: ShownStatus };

/** The status of steps, during and after a run. */
export interface Standing {
  get(id: StepId): { status: ShownStatus } | undefined;
}

export function graphSubject({ steps }: Pick<Plan, "steps">, states?: Standing, seal?: SealOfPlan): GraphSubject {
  return {
    ...defined({ seal }),
    steps: steps.map(({ id, title, risk, mode, depends_on }) => {
      const status = states?.get(id)?.status;
      return {
        id,
        title: title.slice(0, MOST_SHOWN),
        ...defined({ risk, mode, depends_on, status }),
      };
    }),
  };
}

export function standingIn(run: Run): Standing {
  return { get: (id) => run.steps.get(id) && { status: shownStatus(run, id) } };
}

/** More of a title never fits into a box. */
const MOST_SHOWN = 500;
