import type { ExtensionContext, InlineExtension } from "@earendil-works/pi-coding-agent";
import { yes } from "../../desk/outcome.ts";
import { localActor } from "../../desk/persons.ts";
import { projectFacts } from "../../desk/project-facts.ts";
import { HOST } from "../../lifecycle/actor.ts";
import { openRequests } from "../../lifecycle/request.ts";
import type { PlanId } from "../../plan/plan.ts";
import { validate } from "../../plan/validate.ts";
import { visible } from "../../plan/visible.ts";
import type { PlanSession } from "../plan-session.ts";
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
import type { PlanningNews } from "./planning-news.ts";

/** An agent in plan mode, as in the terminal, but by itself: it looks around, submits a plan, and is gone. */
export function explorer(host: PlannerHost): Planner {
  return { plan: (goal, options) => explore(goal, options, host) };
}

async function explore(goal: string, options: PlanningOptions, host: PlannerHost): Promise<PlanningOutcome> {
  // Plan mode is drawn with parts of pi: whether there is one is asked first.
  const pi = await loadPi();
  if (!pi.ok) return pi;
  const agent = await planningAgent(host.env, options.onProgress ?? (() => {}));
  const opened = await openModelSession(options, host, { extensions: [agent.extension] });
  if (!opened.ok) return opened;
  const talk = opened.value;
  try {
    await talk.session.bindExtensions({});
    const planning = await agent.open();
    const seen: Seen = {};
    planning.listen((news) => {
      if (news.type !== "submitted") return;
      seen.plan = news.plan_id;
      talk.enough();
    });
    talk.session.subscribe((event) => {
      if (event.type === "tool_execution_end" && event.isError && isSubmitting(event.toolName)) {
        seen.refused = textOf(event.result);
        options.onProgress?.({ type: "not_a_plan", reason: seen.refused });
      }
    });
    return await investigate(goal, options, { planning, talk, seen, env: host.env });
  } finally {
    await talk.close();
  }
}

interface Seen {
  plan?: PlanId;
  /** Why what was submitted last is no plan. */
  refused?: string;
}

interface Investigation {
  planning: PlanSession;
  talk: ModelSession;
  seen: Seen;
  env: NodeJS.ProcessEnv;
}

async function investigate(
  goal: string,
  options: PlanningOptions,
  { planning, talk, seen, env }: Investigation,
): Promise<PlanningOutcome> {
  const { desk } = planning.agent;
  // Without plan mode nothing would keep the agent from writing.
  if (!desk.configuration.config.enabled) return SWITCHED_OFF;
  const ended = talk.ended();
  if (ended) return ended;
  const entered = await planning.enter(localActor(env), { task: goal });
  if (!entered.ok) return entered;
  try {
    const { sandbox } = await planning.sandbox();
    options.onProgress?.({ type: "started", model: talk.model, sandboxed: sandbox === "on" });
    let said = await talk.say(firstWords(goal));
    if (said.ok && seen.plan === undefined) {
      options.onProgress?.({ type: "reminded" });
      said = await talk.say(REMINDER);
    }
    // What was proposed stays proposed, whatever happened then.
    if (seen.plan !== undefined) return await planned(seen.plan, planning, talk);
    return said.ok ? stoppedWithout(said.value, seen) : said;
  } finally {
    await end(planning, seen);
  }
}

async function planned(id: PlanId, planning: PlanSession, talk: ModelSession): Promise<PlanningOutcome<Planned>> {
  const { agent } = planning;
  const found = await agent.desk.plan(id);
  if (!found.ok) return found;
  if (found.value.kind !== "standing")
    return cannot("unreadable", `${id} was proposed, but is ${found.value.kind} now.`);
  const plan = found.value.state;
  const tools = new Set(planning.pi.getAllTools().map(({ name }) => name));
  const { requests } = await agent.state();
  return yes({
    plan,
    warnings: validate(plan.proposal.plan, projectFacts(agent.desk.project, tools)),
    isReplaced: false,
    model: talk.model,
    asked: openRequests(requests).flatMap((request) => (request.kind === "question" ? [request.question] : [])),
    cost: talk.cost(),
  });
}

/**
 * Nobody comes back to this session. Only a person lets an agent out of plan mode, so it is left as after a time-out:
 * read-only for good, its questions closed, its plan where it is.
 */
async function end(planning: PlanSession, { plan }: Seen): Promise<void> {
  const note =
    plan === undefined ? "The planner ended without a plan." : `The planner ended; ${plan} waits for its review.`;
  await planning.leave("timed_out", HOST, { note });
}

/** Plan mode with nobody behind it, and what is heard of it. */
async function planningAgent(env: NodeJS.ProcessEnv, tell: (news: PlanningNews) => void) {
  const { planMode } = await import("../extension.ts");
  let open: (() => Promise<PlanSession>) | undefined;
  const extension: InlineExtension = {
    name: "countersign",
    factory: (pi) => {
      let context: ExtensionContext | undefined;
      pi.on("session_start", (_event, started) => {
        context = started;
      });
      // Before the guard has seen the call, and made another command line of it.
      pi.on("tool_call", ({ toolName, input }) => {
        tell({ type: "called", tool: toolName, summary: summaryOf(input) });
      });
      const opened = planMode(pi, {
        surface: "cli",
        env,
        canAsk: () => false,
        attach: (session) => {
          // Whoever approves the plan meanwhile does not set this session going.
          session.isAuto = false;
          session.listen((news) => {
            if (news.type === "submitted") session.isHeld = true;
            if (news.type === "refused") tell({ type: "refused", tool: news.tool, reason: news.verdict.reason });
            if (news.type !== "recorded" || news.event.journal !== session.agent.id) return;
            const { data } = news.event;
            if (data.type === "request_opened" && data.request.kind === "question")
              tell({ type: "asked", question: data.request.question });
          });
        },
      });
      open = () => (context ? opened(context) : Promise.reject(new Error("pi has not started the session.")));
    },
  };
  return { extension, open: () => open?.() ?? Promise.reject(new Error("pi has not loaded plan mode.")) };
}

function firstWords(goal: string): string {
  return `Make a plan for this, and submit it:

${goal}

Nobody can be asked meanwhile. Where you would ask, assume something and say so in the plan, or put the question into it.`;
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

const SWITCHED_OFF = cannot(
  "switched_off",
  "Plan mode is switched off here, so nothing would keep an agent from writing.",
  {
    hint: 'Take "enabled": false out of your plans.json; countersign config enabled tells where it is.',
  },
);

function isSubmitting(tool: string): boolean {
  return ["submit_plan", "present_plan", "plan_propose"].includes(tool);
}

function textOf(result: unknown): string {
  const { content } = (result ?? {}) as { content?: { text?: string }[] };
  return content?.map(({ text = "" }) => text).join("\n") ?? "";
}

/** The first text of the input says most of what a call is about. Of a plan that is its title. */
function summaryOf(input: object): string {
  const inner = Object.values(input).flatMap((value) =>
    value && typeof value === "object" ? Object.values(value) : [],
  );
  const texts = [...Object.values(input), ...inner].filter((value) => typeof value === "string" && value.trim() !== "");
  return String(texts[0] ?? "");
}
