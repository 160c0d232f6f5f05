import { randomBytes } from "node:crypto";
import { Desk } from "../../desk/desk.ts";
import { notifier } from "../../desk/notify.ts";
import { yes } from "../../desk/outcome.ts";
import { localActor } from "../../desk/persons.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import { defined } from "../../plan/defined.ts";
import { PI_TOOLS } from "../../policy/tools/pi.ts";
import { withoutOwnMark } from "../mark-shells.ts";
import { decomposeGoal, decomposePrompt, repairPrompt } from "./decompose-prompt.ts";
import { type ModelSession, openModelSession } from "./model-session.ts";
import { cannot, type Planner, type PlannerHost, type PlanningOptions, type PlanningOutcome } from "./planner.ts";

/** One call of the model, without tools; a second one if the answer was not a plan. After that it is refused. */
export function decomposer(host: PlannerHost): Planner {
  return { plan: (goal, options) => decompose(goal, options, host) };
}

async function decompose(goal: string, options: PlanningOptions, host: PlannerHost): Promise<PlanningOutcome> {
  const desk = new Desk({ directory: options.directory, env: withoutOwnMark(host.env) });
  const { callAction: call } = host;
  const told = notifier(desk, (reason) => options.onProgress?.({ type: "trouble", reason }), defined({ call }));
  try {
    if (!desk.configuration.config.enabled) {
      return cannot("switched_off", "Plan mode is switched off here.", {
        hint: 'Take "enabled": false out of your plans.json; the config command tells where it is.',
      });
    }
    // Without tools it gives one answer at a time: the time limits are enough.
    const opened = await openModelSession({ ...options, turns: Number.POSITIVE_INFINITY }, host, {
      extensions: [],
      maxContextTokens: desk.configuration.config.max_context_tokens,
      systemPrompt: decomposePrompt(PI_TOOLS, capabilitiesOf(desk)),
      tools: [],
    });
    if (!opened.ok) return opened;
    try {
      options.onProgress?.({ type: "started", model: opened.value.model });
      return await answered(goal, options, { desk, talk: opened.value, env: host.env });
    } finally {
      await opened.value.close();
    }
  } finally {
    await told();
    desk.close();
  }
}

async function answered(
  goal: string,
  options: PlanningOptions,
  { desk, talk, env }: { desk: Desk; talk: ModelSession; env: NodeJS.ProcessEnv },
): Promise<PlanningOutcome> {
  const requester = localActor(withoutOwnMark(env));
  const by: Actor = { kind: "agent", surface: "cli", id: talk.session.sessionId, name: "agent", person: "local" };
  const tools = new Set([...PI_TOOLS.map(({ name }) => name), ...capabilitiesOf(desk)]);
  const propose = (answer: string) => {
    // A new id, whatever id the model writes: no other plan may change.
    const id = `PLAN-${randomBytes(4).toString("hex")}`;
    return desk.propose(answer, by, { id, requester, tools, fix: true, planner_model: talk.model });
  };
  const first = await talk.say(decomposeGoal(goal));
  if (!first.ok) return first;
  let proposed = await propose(first.value);
  if (!proposed.ok && proposed.refusal.kind === "malformed") {
    options.onProgress?.({ type: "not_a_plan", reason: repairPrompt(proposed.refusal) });
    const second = await talk.say(repairPrompt(proposed.refusal));
    if (!second.ok) return second;
    proposed = await propose(second.value);
  }
  return proposed.ok ? yes({ ...proposed.value, model: talk.model, asked: [], cost: talk.cost() }) : proposed;
}

/** No extension is loaded for one call of a model: what a step can have beside pi's tools is in the settings. */
function capabilitiesOf(desk: Desk): string[] {
  return Object.keys(desk.configuration.config.capabilities);
}
