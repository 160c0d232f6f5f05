import type { ExtensionContext, InlineExtension } from "@earendil-works/pi-coding-agent";
import type { Proposed } from "../../desk/desk.ts";
import { yes } from "../../desk/outcome.ts";
import { localActor } from "../../desk/persons.ts";
import { type Actor, HOST } from "../../lifecycle/actor.ts";
import { openRequests } from "../../lifecycle/request.ts";
import { visible } from "../../plan/visible.ts";
import { withoutOwnMark } from "../mark-shells.ts";
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
  const by = localActor(withoutOwnMark(host.env));
  const seen: Seen = {};
  let enough = () => {};
  const agent = await planningAgent(host.env, by, options.onProgress ?? (() => {}), (proposed) => {
    seen.proposed = proposed;
    enough();
  });
  const opened = await openModelSession(options, host, { extensions: [agent.extension] });
  if (!opened.ok) return opened;
  const talk = opened.value;
  try {
    await talk.session.bindExtensions({});
    const planning = await agent.open();
    enough = () => talk.enough();
    talk.session.subscribe((event) => {
      if (event.type === "tool_execution_end" && event.isError && isSubmitting(event.toolName)) {
        seen.refused = textOf(event.result);
        options.onProgress?.({ type: "not_a_plan", reason: seen.refused });
      }
    });
    return await investigate(goal, options, { planning, talk, seen, by });
  } finally {
    await talk.close();
  }
}

interface Seen {
  proposed?: Proposed;
  /** Why what was submitted last is no plan. */
  refused?: string;
}

interface Investigation {
  planning: PlanSession;
  talk: ModelSession;
  seen: Seen;
  /** Who wants the plan. */
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
  const entered = await planning.enter(by, { task: goal });
  if (!entered.ok) return entered;
  try {
    const { sandbox } = await planning.sandbox();
    options.onProgress?.({ type: "started", model: talk.model, sandboxed: sandbox === "on" });
    let said = await talk.say(firstWords(goal));
    if (said.ok && seen.proposed === undefined) {
      options.onProgress?.({ type: "reminded" });
      said = await talk.say(REMINDER);
    }
    // What was proposed stays proposed, whatever happened then.
    if (seen.proposed !== undefined) return await planned(seen.proposed, planning, talk);
    if ((await planning.agent.state()).phase === "inactive") return LET_OUT;
    return said.ok ? stoppedWithout(said.value, seen) : said;
  } finally {
    await end(planning, seen);
  }
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

/**
 * Nobody comes back to this session. Only a person lets an agent out of plan mode, so it is left as after a time-out:
 * read-only for good, its questions closed, its plan where it is.
 */
async function end(planning: PlanSession, { proposed }: Seen): Promise<void> {
  const note = proposed ? `It ended; ${proposed.plan.id} waits for its review.` : "It ended without a plan.";
  await planning.leave("timed_out", HOST, { note });
  // What it still does because of that is waited for: nothing may begin anew once the session is closed.
  await planning.catchUp();
}

/** Plan mode with nobody behind it, and what is heard of it. */
async function planningAgent(
  env: NodeJS.ProcessEnv,
  requester: Actor,
  tell: (news: PlanningNews) => void,
  isProposed: (proposed: Proposed) => void,
) {
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
        requester,
        env,
        canAsk: () => false,
        attach: (session) => {
          // Whoever approves the plan meanwhile does not set this session going.
          session.isAuto = false;
          session.listen((news) => {
            if (news.type === "submitted") {
              session.isHeld = true;
              isProposed(news.proposed);
            }
            if (news.type === "refused") tell({ type: "refused", tool: news.tool, reason: news.verdict.reason });
            if (news.type === "trouble") tell({ type: "trouble", reason: String(news.error) });
            if (news.type !== "recorded" || news.event.journal !== session.agent.id) return;
            const { data } = news.event;
            if (data.type === "request_opened" && data.request.kind === "question")
              tell({ type: "asked", question: data.request.question });
          });
        },
      });
      // After the guard: should somebody let the agent out meanwhile, it does nothing more at all.
      pi.on("tool_call", async (_event, here) => {
        if ((await (await opened(here)).agent.mode()) === "planning") return undefined;
        here.abort();
        return { block: true, reason: "Planning has ended." };
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

const LET_OUT = cannot("stopped", "Somebody ended the planning from outside; nothing was proposed.", {
  hint: "countersign audit tells who.",
});

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
