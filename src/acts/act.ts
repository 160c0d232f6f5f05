import type { Desk } from "../desk/desk.ts";
import type { Outcome } from "../desk/outcome.ts";
import type { Actor } from "../lifecycle/actor.ts";
import type { Lease } from "../lifecycle/lease.ts";
import type { NextAction } from "../lifecycle/next-action.ts";
import type { LivePlan } from "../lifecycle/plan-state.ts";
import type { SessionPort, SignedPlan } from "./session-port.ts";

/** Who acts, and from where. */
export interface Acting {
  desk: Desk;
  /** A `Person` where the command needs one. Surfaces authenticate; acts never do. */
  by: Actor;
  /** The session of pi that a person acts from, if any. */
  session?: SessionPort;
  /** Runs a plan in this process, if it has no session and runs plans all the same. */
  runHere?: (plan: SignedPlan) => Promise<Outcome<Goes>>;
  /** Milliseconds that an idle session has to take up its plan; 5,000 if left out. */
  patience?: number;
}

/** What an act did. */
export interface Done<Fact = Record<string, unknown>> {
  plan: LivePlan;
  /** For programs. */
  fact: Fact;
  /** The same in sentences that name no command. Text of models and people in it is raw. */
  words: string;
  goes: Goes;
  next: NextAction[];
}

/** The process that runs the plan after the act. `none`: the caller may run it. */
export type Goes =
  | { by: "here" }
  | { by: "process"; lease: Lease }
  | { by: "session"; agent: string }
  /** A check first finds out how far an interrupted step got; then the act is done. */
  | { by: "check" }
  | { by: "none" };
