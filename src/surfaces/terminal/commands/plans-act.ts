import type { Done } from "../../../acts/act.ts";
import { cancelPlan } from "../../../acts/cancel-plan.ts";
import { clonePlan } from "../../../acts/clone-plan.ts";
import { failPlan } from "../../../acts/fail-plan.ts";
import { pausePlan } from "../../../acts/pause-plan.ts";
import { actingFrom } from "../../../agent/acting-from.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import type { KeyPress } from "../../../desk/key-presses.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { visible } from "../../../plan/visible.ts";
import { changeQueue, type QueueChange } from "../../../run/change-queue.ts";
import type { BrowserAct, Notice, QueueKey } from "../browser/browser-subject.ts";
import { personHere } from "../person.ts";
import { archive } from "./archive.ts";

/** Does an act of the list of plans, and returns its result for the list to show. */
export async function plansAct(session: PlanSession, act: BrowserAct, press: KeyPress | undefined): Promise<Notice> {
  const person = personHere(session, press);
  const done = person.ok ? await doneTo(session, act, person.value) : person;
  return done.ok ? { words: done.value, isRefusal: false } : { words: done.refusal.message, isRefusal: true };
}

async function doneTo(session: PlanSession, { kind, id }: BrowserAct, by: Person): Promise<Outcome<string>> {
  const acting = actingFrom(session, by);
  switch (kind) {
    case "pause":
      return said(await pausePlan(acting, id, { now: false }));
    case "cancel":
      return said(await cancelPlan(acting, id));
    case "fail":
      return said(await failPlan(acting, id));
    case "clone":
      return said(await clonePlan(acting, id));
    case "archive":
    case "restore":
      return archive(session, by, { plan: id, undo: kind === "restore" });
    case "queue":
    case "unqueue":
    case "up":
    case "down":
    case "first":
    case "raise":
    case "lower": {
      const steered = await changeQueue(session.agent.desk, id, STEERINGS[kind], by);
      return steered.ok ? yes(steered.value.words) : steered;
    }
  }
}

/** A line beside the list: the list itself shows what can be done next. */
function said(done: Outcome<Done<object>>): Outcome<string> {
  return done.ok ? yes(visible(done.value.words)) : done;
}

const STEERINGS: Record<QueueKey, QueueChange> = {
  queue: { how: "add" },
  unqueue: { how: "remove" },
  up: { how: "up" },
  down: { how: "down" },
  first: { how: "first" },
  raise: { how: "raise" },
  lower: { how: "lower" },
};
