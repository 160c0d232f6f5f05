import { loadConfig } from "../../desk/config.ts";
import type { Proposed } from "../../desk/desk.ts";
import { hostOf } from "../../desk/end-planning.ts";
import { findHome } from "../../desk/home.ts";
import { yes } from "../../desk/outcome.ts";
import { localActor } from "../../desk/persons.ts";
import { findProject } from "../../desk/project.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import { openRequests } from "../../lifecycle/request.ts";
import { visible } from "../../plan/visible.ts";
import { SUBMITTING } from "../../policy/tools/countersign.ts";
import { withoutOwnMark } from "../mark-shells.ts";
import type { PlanSession } from "../plan-session.ts";
import { openToolsForPlanning } from "../tools-for-planning.ts";
import { loadPi } from "./load-pi.ts";
import { type ModelSession, openModelSession } from "./model-session.ts";
import {
  cannot,
  type Planned,
  type Planner,
  type PlannerHost,
  type PlanningOptions,
  type PlanningOutcome,
  type PlanningRefusal,
} from "./planner.ts";
import { planningAgent } from "./planning-agent.ts";

/** An agent in plan mode, as in the terminal, but alone: it explores, submits a plan, and ends. */
export function explorer(host: PlannerHost): Planner {
  return { plan: (goal, options) => explore(goal, options, host) };
}

async function explore(goal: string, options: PlanningOptions, host: PlannerHost): Promise<PlanningOutcome> {
  // Plan mode is drawn with parts of pi: checks first whether pi is there.
  const pi = await loadPi();
  if (!pi.ok) return pi;
  const by = localActor(withoutOwnMark(host.env));
  const seen: Seen = {};
  let enough = () => {};
  const agent = await planningAgent(host, by, options.onProgress ?? (() => {}), (proposed) => {
    seen.proposed = proposed;
    enough();
  });
  const report = (reason: string) => options.onProgress?.({ type: "trouble", reason });
  const project = findProject(options.directory);
  const { config } = loadConfig({ projectDir: project, userFile: findHome(host.env).config });
  const others = await openToolsForPlanning(pi.value, project, report);
  let talk: ModelSession | undefined;
  try {
    const opened = await openModelSession(options, host, {
      ...{ extensions: [agent.extension], others, maxContextTokens: config.max_context_tokens },
    });
    if (!opened.ok) return opened;
    talk = opened.value;
    await talk.session.bindExtensions({});
    const planning = await agent.open();
    enough = () => talk?.enough();
    talk.session.subscribe((event) => {
      if (event.type === "tool_execution_end" && event.isError && isSubmitting(event.toolName)) {
        seen.refused = textOf(event.result);
        options.onProgress?.({ type: "not_a_plan", reason: seen.refused });
      }
    });
    return await investigate(goal, options, { planning, talk, seen, by });
  } finally {
    await talk?.close();
    await others.close();
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
  const { desk } = planning.agent;
  // Without plan mode nothing would keep the agent from writing.
  if (!desk.configuration.config.enabled) return SWITCHED_OFF;
  const ended = talk.ended();
  if (ended) return ended;
  let outcome: PlanningOutcome | undefined;
  try {
    const entered = await planning.enter(by, { task: goal });
    outcome = entered.ok ? await talkedInto(goal, options, { planning, talk, seen, by }) : entered;
    return outcome;
  } finally {
    await endSession(planning, noteOn(outcome)).catch((error) => {
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
  return said.ok ? stoppedWithout(said.value, seen) : said;
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

/** No process resumes this session: the agent stays read-only for good, its questions are closed, its plan stays. */
async function endSession(planning: PlanSession, note: string): Promise<void> {
  const { id, actor } = planning.agent;
  await planning.leave("ended", hostOf(id, actor.surface), { note });
  // Waits for the effects of that: nothing may start once the session is closed.
  await planning.catchUp();
}

/** Why the session ended, for the journal. */
function noteOn(outcome: PlanningOutcome | undefined): string {
  if (outcome === undefined) return "Something broke.";
  if (outcome.ok) return `${outcome.value.plan.id} waits for its review.`;
  const [why = ""] = outcome.refusal.message.split("\n");
  return visible(why.slice(0, 300));
}

function firstWords(goal: string): string {
  return `Make a plan for this, and submit it:

${goal}

No person can be asked while you plan. Where you would ask, assume something and say so in the plan, or put the question into it.`;
}

const REMINDER =
  "You have stopped, and no plan was submitted. Call submit_plan now with what you know; what is open goes into its assumptions, questions and decisions.";

function stoppedWithout(words: string, { refused }: Seen): { ok: false; refusal: PlanningRefusal } {
  const last = visible(words.trim().slice(0, 500), { multiline: true });
  const message = refused
    ? `The model submitted no valid plan. The last one was refused:\n${refused}`
    : `The model stopped twice without a plan.${last && ` Its last words:\n${last}`}`;
  return cannot("no_plan", message, { hint: "Say more in the goal, try another --model, or --strategy decompose." });
}

const LET_OUT = cannot("stopped", "A person ended the planning from outside; nothing was proposed.", {
  hint: "The audit shows who did.",
});

const SWITCHED_OFF = cannot(
  "switched_off",
  "Plan mode is switched off here, so nothing would keep an agent from writing.",
  {
    hint: 'Take "enabled": false out of your plans.json; the config command tells where it is.',
  },
);

function isSubmitting(tool: string): boolean {
  return SUBMITTING.some((name) => name === tool);
}

function textOf(result: unknown): string {
  const { content } = (result ?? {}) as { content?: { text?: string }[] };
  return content?.map(({ text = "" }) => text).join("\n") ?? "";
}
