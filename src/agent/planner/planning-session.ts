import { loadConfig } from "../../desk/config.ts";
import { hostOf } from "../../desk/end-planning.ts";
import { findHome } from "../../desk/home.ts";
import { yes } from "../../desk/outcome.ts";
import { findProject } from "../../desk/project.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import { defined } from "../../plan/defined.ts";
import { visible } from "../../plan/visible.ts";
import { SUBMITTING } from "../../policy/tools/countersign.ts";
import type { PlanSession } from "../plan-session.ts";
import { openToolsForPlanning } from "../tools-for-planning.ts";
import { loadPi } from "./load-pi.ts";
import { type ModelSession, openModelSession } from "./model-session.ts";
import { cannot, type PlannerHost, type PlanningOptions, type PlanningOutcome } from "./planner.ts";
import { type PlanningAgent, planningAgent } from "./planning-agent.ts";

/** A session of pi that only plans: its plan mode, and its model. */
export interface PlanningSession {
  planning: PlanSession;
  talk: ModelSession;
  close(): Promise<void>;
}

export async function openPlanningSession(
  options: PlanningOptions,
  host: PlannerHost,
  made: PlanningAgent,
): Promise<PlanningOutcome<PlanningSession>> {
  // Plan mode is drawn with parts of pi: checks first whether pi is there.
  const pi = await loadPi();
  if (!pi.ok) return pi;
  const agent = await planningAgent(host, made);
  const project = findProject(options.directory);
  const { config } = loadConfig({ projectDir: project, userFile: findHome(host.env).config });
  const others = await openToolsForPlanning(pi.value, project, (reason) => made.tell({ type: "trouble", reason }));
  let talk: ModelSession | undefined;
  const close = async () => {
    await talk?.close();
    await others.close();
  };
  try {
    const opened = await openModelSession(options, host, {
      ...{ extensions: [agent.extension], others, maxContextTokens: config.max_context_tokens },
    });
    if (!opened.ok) {
      await close();
      return opened;
    }
    talk = opened.value;
    await talk.session.bindExtensions({});
    const planning = await agent.open();
    talk.session.subscribe((event) => {
      if (event.type !== "tool_execution_end" || !event.isError || !isSubmitting(event.toolName)) return;
      made.tell({ type: "not_a_plan", reason: textOf(event.result) });
    });
    // Without plan mode nothing would keep the agent from writing.
    const ended = planning.agent.desk.configuration.config.enabled ? talk.ended() : SWITCHED_OFF;
    if (ended) await close();
    return ended ?? yes({ planning, talk, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * No process resumes this session: the agent stays read-only for good, its questions are closed, its plan stays. `note`
 * says why, in the journal.
 */
export async function endPlanning(planning: PlanSession, note: string, decided_by?: Actor): Promise<void> {
  const { id, actor } = planning.agent;
  const words = visible((note.split("\n", 1)[0] ?? "").slice(0, 300));
  await planning.leave("ended", hostOf(id, actor.surface), { note: words, ...defined({ decided_by }) });
  // Waits for the effects of that: nothing may start once the session is closed.
  await planning.catchUp();
}

/** For a model that stopped without a plan. */
export const REMINDER =
  "You have stopped, and no plan was submitted. Call submit_plan now with what you know; what is open goes into its assumptions, questions and decisions.";

/** `refused`: why the last submitted text is not a plan. */
export function stoppedWithout(words: string, refused: string | undefined) {
  const last = visible(words.trim().slice(0, 500), { multiline: true });
  const message = refused
    ? `The model submitted no valid plan. The last one was refused:\n${refused}`
    : `The model stopped twice without a plan.${last && ` Its last words:\n${last}`}`;
  return cannot("no_plan", message, { hint: "Say more in the goal, or try another model." });
}

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
