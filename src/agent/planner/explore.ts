import type { Proposed } from "../../desk/desk.ts";
import { yes } from "../../desk/outcome.ts";
import { localActor } from "../../desk/persons.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import { openRequests } from "../../lifecycle/request.ts";
import { withoutOwnMark } from "../mark-shells.ts";
import type { PlanSession } from "../plan-session.ts";
import type { ModelSession } from "./model-session.ts";
import {
  cannot,
  type Planned,
  type Planner,
  type PlannerHost,
  type PlanningOptions,
  type PlanningOutcome,
} from "./planner.ts";
import { endPlanning, openPlanningSession, REMINDER, stoppedWithout } from "./planning-session.ts";

/** An agent in plan mode, as in the terminal, but alone: it explores, submits a plan, and ends. */
export function explorer(host: PlannerHost): Planner {
  return { plan: (goal, options) => explore(goal, options, host) };
}

async function explore(goal: string, options: PlanningOptions, host: PlannerHost): Promise<PlanningOutcome> {
  const by = localActor(withoutOwnMark(host.env));
  const seen: Seen = {};
  let enough = () => {};
  const opened = await openPlanningSession(options, host, {
    ...{ surface: "cli", requester: by, canAsk: false },
    tell: (news) => {
      if (news.type === "not_a_plan") seen.refused = news.reason;
      options.onProgress?.(news);
    },
    attach: (session) => {
      session.listen((news) => {
        if (news.type !== "submitted") return;
        session.hold("Its session ends with the plan: nothing starts here.");
        seen.proposed = news.proposed;
        enough();
      });
    },
  });
  if (!opened.ok) return opened;
  const { planning, talk, close } = opened.value;
  enough = () => talk.enough();
  try {
    return await investigate(goal, options, { planning, talk, seen, by });
  } finally {
    await close();
  }
}

interface Seen {
  proposed?: Proposed;
  /** Why the last submitted text is not a plan. */
  refused?: string;
}

interface Investigation {
  planning: PlanSession;
  talk: ModelSession;
  seen: Seen;
  /** The requester of the plan. */
  by: Actor;
}

async function investigate(
  goal: string,
  options: PlanningOptions,
  { planning, talk, seen, by }: Investigation,
): Promise<PlanningOutcome> {
  let outcome: PlanningOutcome | undefined;
  try {
    const entered = await planning.enter(by, { task: goal });
    outcome = entered.ok ? await talkedInto(goal, options, { planning, talk, seen, by }) : entered;
    return outcome;
  } finally {
    await endPlanning(planning, noteOn(outcome)).catch((error) => {
      // A proposed plan is reported regardless; the time-out does what failed here.
      options.onProgress?.({ type: "trouble", reason: String(error) });
    });
  }
}

async function talkedInto(
  goal: string,
  options: PlanningOptions,
  { planning, talk, seen }: Investigation,
): Promise<PlanningOutcome> {
  const { sandbox } = await planning.sandbox();
  options.onProgress?.({ type: "started", model: talk.model, sandboxed: sandbox === "on" });
  let said = await talk.say(firstWords(goal));
  if (said.ok && seen.proposed === undefined) {
    options.onProgress?.({ type: "reminded" });
    said = await talk.say(REMINDER);
  }
  // A proposed plan stays proposed, whatever happened afterwards.
  if (seen.proposed !== undefined) return planned(seen.proposed, planning, talk);
  if ((await planning.agent.state()).phase === "inactive") return LET_OUT;
  return said.ok ? stoppedWithout(said.value, seen.refused) : said;
}

async function planned(
  proposed: Proposed,
  { agent }: PlanSession,
  talk: ModelSession,
): Promise<PlanningOutcome<Planned>> {
  const { requests } = await agent.state();
  const asked = openRequests(requests).flatMap((request) => (request.kind === "question" ? [request.question] : []));
  return yes({ ...proposed, isReplaced: false, model: talk.model, asked, cost: talk.cost() });
}

/** Why the session ended, for the journal. */
function noteOn(outcome: PlanningOutcome | undefined): string {
  if (outcome === undefined) return "Something broke.";
  if (outcome.ok) return `${outcome.value.plan.id} waits for its review.`;
  return outcome.refusal.message;
}

function firstWords(goal: string): string {
  return `Make a plan for this, and submit it:

${goal}

No person can be asked while you plan. Where you would ask, assume something and say so in the plan, or put the question into it.`;
}

const LET_OUT = cannot("stopped", "A person ended the planning from outside; nothing was proposed.", {
  hint: "The audit shows who did.",
});
