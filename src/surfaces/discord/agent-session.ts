import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type {
  AgentSession,
  AgentSessionRuntime,
  ExtensionAPI,
  ModelRuntime,
  SettingsManager,
} from "@earendil-works/pi-coding-agent";
import { planMode } from "../../agent/extension.ts";
import type { PlanNews } from "../../agent/plan-news.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import { loadPi, type Pi } from "../../agent/planner/load-pi.ts";
import { startPi } from "../../agent/planner/start-pi.ts";
import { openToolsForPlanning, type ToolsForPlanning } from "../../agent/tools-for-planning.ts";
import { findHome } from "../../desk/home.ts";
import { findProject } from "../../desk/project.ts";
import type { Actor } from "../../lifecycle/actor.ts";
import { defined } from "../../plan/defined.ts";
import type { Clock } from "../../run/clock.ts";
import { callAction } from "./call-action.ts";
import type { AgentConfig } from "./config/discord-config.ts";

export interface AgentSessionOptions {
  config: AgentConfig;
  env: NodeJS.ProcessEnv;
  /** They override the user's settings. */
  settings: Record<string, unknown>;
  /** Files of the bot that no tool may write. */
  protects?: readonly string[];
  /** The person it plans for. */
  requester(): Actor | undefined;
  /** Left out: the user's own models and keys. */
  models?: ModelRuntime;
  piSettings?: SettingsManager;
  clock?: Clock;
  trouble(error: unknown): void;
}

/** The session of pi that answers in a channel, with plan mode in it. */
export interface OpenAgent {
  readonly session: AgentSession;
  readonly plan: PlanSession;
  /** Also delivers the news from before the first listener. */
  hear(listener: (news: PlanNews) => void): void;
  close(): Promise<void>;
}

/** The channel of an agent of Discord. */
export function channelOfAgent(agent: string): string | undefined {
  return /^pi-discord-(\d+)$/.exec(agent)?.[1];
}

/** By the channel, so that it survives the loss of the session's file. */
export function agentIdOf(channel: string): string {
  return `pi-${sessionIdOf(channel)}`;
}

function sessionIdOf(channel: string): string {
  return `discord-${channel}`;
}

export async function openAgentSession(options: AgentSessionOptions): Promise<OpenAgent> {
  const { config, trouble } = options;
  const pi = await loadPi();
  if (!pi.ok) throw new Error([pi.refusal.message, pi.refusal.hint].filter(Boolean).join(" "));
  const others = await openToolsForPlanning(pi.value, findProject(config.directory), (reason) =>
    trouble(`${config.name}: ${reason}`),
  );
  try {
    return await openWith(pi.value, options, others);
  } catch (error) {
    await others.close();
    throw error;
  }
}

async function openWith(pi: Pi, options: AgentSessionOptions, others: ToolsForPlanning): Promise<OpenAgent> {
  const { config, env, settings, trouble, clock, protects } = options;
  let plan: PlanSession | undefined;
  const untold: PlanNews[] = [];
  let hear = (news: PlanNews): void => void untold.push(news);
  const runtime = await startAgent(pi, options, others, (extension) => {
    const open = planMode(extension, {
      surface: "discord",
      env,
      settings,
      callAction,
      ...defined({ protects, clock }),
      attach: (session) => {
        session.listen((news) => hear(news));
      },
      get requester() {
        return options.requester();
      },
      // A request gets a card, which a person answers at any time.
      canAsk: () => true,
      extensionTools: () => others.forSteps(),
    });
    extension.on("session_start", async (_event, context) => {
      plan = await open(context);
    });
  });
  const { session } = runtime;
  await session.bindExtensions({ onError: ({ error }) => trouble(error) });
  if (plan === undefined) {
    await runtime.dispose();
    throw new Error(`Plan mode did not start for ${config.name}.`);
  }
  return {
    session,
    plan,
    hear: (listener) => {
      hear = listener;
      for (const news of untold.splice(0)) listener(news);
    },
    close: async () => {
      await runtime.dispose();
      await others.close();
    },
  };
}

/** It has those tools of the user's extensions that its profile lists. */
async function startAgent(
  pi: Pi,
  { config: agent, env, models: given, piSettings: settings }: AgentSessionOptions,
  others: ToolsForPlanning,
  factory: (pi: ExtensionAPI) => void,
): Promise<AgentSessionRuntime> {
  const models = given ?? (await pi.ModelRuntime.create());
  if ((await models.getAvailable()).length === 0) throw new Error(`${agent.name} ${NO_MODEL}`);
  const started = await startPi(pi, {
    ...{ directory: agent.directory, models, others, sessionManager: sessionOf(pi, env, agent) },
    extensions: [{ name: "countersign", factory }],
    // pi takes a present flag as set, whatever its value.
    flags: new Map(agent.startInPlanMode ? [["plan", true]] : []),
    tools: [...agent.profile.tools, ...OWN_TOOLS],
    ...defined({ model: agent.model, settings, morePrompt: agent.systemPrompt }),
  });
  if (!started.ok) throw new Error(`${agent.name}: ${started.refusal.message}`);
  return started.value;
}

const NO_MODEL =
  "has no model to work with: start countersign in a terminal and log in to a provider there (/login), or set its key; then start the bot again.";

/** The tools of plan mode: every profile has them. */
const OWN_TOOLS = [
  "enter_plan_mode",
  "ask_user",
  "submit_plan",
  "plan_list",
  "plan_get",
  "report_step",
  "present_plan",
  "plan_propose",
  "plan_approve",
  "plan_reject",
];

/** The session's file is in COUNTERSIGN_HOME, which agents cannot read, and is continued after a restart. */
function sessionOf(pi: Pi, env: NodeJS.ProcessEnv, { channel, directory }: AgentConfig) {
  const place = join(findHome(env).directory, "discord", channel);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const id = sessionIdOf(channel);
  const file = pi.SessionManager.findById(directory, id, place);
  return file === undefined
    ? pi.SessionManager.create(directory, place, { id })
    : pi.SessionManager.open(file, place, directory);
}
