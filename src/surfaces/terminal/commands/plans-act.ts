import { PersonCommands } from "../../../agent/person-commands.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import type { KeyPress } from "../../../desk/key-presses.ts";
import { type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { type Steering, steerQueue } from "../../../run/steer-queue.ts";
import type { BrowserAct, Notice } from "../browser/browser-subject.ts";
import { personHere } from "../person.ts";

/** Does to a plan what somebody in the list of plans wants; they go on looking, and are told what became of it. */
export async function plansAct(session: PlanSession, act: BrowserAct, press: KeyPress | undefined): Promise<Notice> {
  const person = personHere(session, press);
  const done = person.ok ? await doneTo(session, act, person.value) : person;
  return done.ok ? { words: done.value, isRefusal: false } : { words: done.refusal.message, isRefusal: true };
}

async function doneTo(session: PlanSession, { kind, id }: BrowserAct, by: Person): Promise<Outcome<string>> {
  const commands = new PersonCommands(session, by, id);
  switch (kind) {
    case "pause":
      return commands.pause();
    case "cancel":
      return commands.cancelOther();
    case "fail":
      return commands.fail("");
    case "queue":
    case "unqueue":
    case "up":
    case "down":
    case "first":
    case "raise":
    case "lower": {
      const steered = await steerQueue(session.agent.desk, id, STEERINGS[kind], by);
      return steered.ok ? yes(steered.value.words) : steered;
    }
  }
}

const STEERINGS: Record<Exclude<BrowserAct["kind"], "pause" | "cancel" | "fail">, Steering> = {
  queue: { how: "add" },
  unqueue: { how: "remove" },
  up: { how: "up" },
  down: { how: "down" },
  first: { how: "first" },
  raise: { how: "raise" },
  lower: { how: "lower" },
};
