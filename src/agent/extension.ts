import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ToolResultMessage } from "@earendil-works/pi-ai";
import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import type { ConfigProblem } from "../desk/config.ts";
import { findHome } from "../desk/home.ts";
import { findProject } from "../desk/project.ts";
import { defined } from "../plan/defined.ts";
import { isError } from "../plan/problem.ts";
import { withCurrentMode } from "./current-mode.ts";
import { markShells } from "./mark-shells.ts";
import { isNested, nestedNotFound } from "./nested-calls.ts";
import { knowOwn, type OwnTools } from "./own-tools.ts";
import type { PlanHost, PlanSession } from "./plan-session.ts";
import type { Cut } from "./session-step.ts";
import type { ToolNote } from "./tool-note.ts";
import { enterPlanMode } from "./tools/enter-plan-mode.ts";

/** A surface's part of plan mode. */
export interface PlanSurface extends PlanHost {
  /** The session has begun; called once for each, when its plan mode is first needed. */
  attach?(session: PlanSession): unknown;
  /** A person typed this text. `handled`: it was an answer, and is not for the model. */
  heard?(session: PlanSession, words: string): Promise<"handled" | undefined>;
}

/** Plan mode as an extension of pi. Until it is needed, it costs a few registrations and nothing else. */
export function planMode(pi: ExtensionAPI, surface: PlanSurface): (context: ExtensionContext) => Promise<PlanSession> {
  let opening: Promise<PlanSession> | undefined;
  let current: ExtensionContext | undefined;
  // Until the settings are read, everything is guarded.
  let isOn = true;
  const own: OwnTools = new Map();
  let noting: Promise<ToolNote> | undefined;
  const note = () => {
    noting ??= import("./tool-note.ts").then(({ ToolNote }) => new ToolNote(pi));
    return noting;
  };
  const open = (context: ExtensionContext): Promise<PlanSession> => {
    current = context;
    opening ??= note().then((note) => openSession(pi, context, surface, own, note));
    return opening.then((session) => {
      session.context = context;
      return session;
    });
  };

  /** For the prompt before the model's first call. */
  const openIfHeld = async (context: ExtensionContext): Promise<PlanSession | undefined> => {
    if (opening) return open(context);
    if (!isOn || !hasPlans(context)) return undefined;
    const { mayBeHeld } = await import("./needs-plan-mode.ts");
    return mayBeHeld(context, surface, agentIdOf(context)) ? open(context) : undefined;
  };

  const openHere = () => (current ? open(current) : Promise.reject(new Error("There is no session.")));
  const enter = enterPlanMode(openHere);
  pi.registerTool(enter);
  pi.registerFlag("plan", {
    type: "boolean",
    default: false,
    description: "Start in plan mode: read-only until a plan is approved",
  });

  pi.on("session_start", async ({ reason, previousSessionFile }, context) => {
    current = context;
    // pi records the model and its thinking level in every session, before the first message.
    const isNew = context.sessionManager.getEntries().every(({ type }) => NOTED_AT_START.includes(type));
    if (!isNew) (await note()).undo(context);
    markShells(surface.env, agentIdOf(context));
    const { config, problems, unclear } = await settingsOf(context, surface);
    const { enabled, auto_enter } = config;
    isOn = enabled;
    if (!enabled || auto_enter === "never") {
      pi.setActiveTools(pi.getActiveTools().filter((name) => name !== enter.name));
    }
    if (!enabled) return;
    knowOwn(pi, own, enter, "countersign");
    if (config.guardedTools.length > 0 || unclear.has("guardedTools")) await offerReading(pi, own, openHere);
    if (problems.some(isError)) (await open(context)).tell({ type: "trouble", error: wrongSettings(problems) });
    if (config.auto_run && context.mode === "tui") (await open(context)).approvedElsewhere.watch();
    const isAsked = pi.getFlag("plan") === true;
    const parent = reason === "fork" && previousSessionFile ? sessionIn(previousSessionFile) : "";
    if (!isAsked && parent === "") {
      // A resumed session may have planned, even if its files are gone.
      if (isNew && !hasPlans(context)) return;
      const { needsPlanMode } = await import("./needs-plan-mode.ts");
      if (!needsPlanMode(context, surface, agentIdOf(context))) return;
    }
    const session = await open(context);
    const { beginSession, beginFork } = await import("./begin-session.ts");
    await beginSession(session, isAsked);
    if (parent !== "") await beginFork(session, agentId(parent));
  });
  pi.on("session_tree", async (_event, context) => {
    (await note()).undo(context);
    (await opening)?.tools.enterAgain();
  });
  pi.on("tool_call", async (event, context) => {
    if (!isOn) return undefined;
    return (await import("./guard.ts")).guardCall(await open(context), event);
  });
  pi.on("turn_start", async () => (await opening)?.turnStarted());
  pi.on("turn_end", async () => void (await opening)?.run.runner.turnEnded());
  pi.on("tool_execution_start", async (event) => {
    if (isNested(event)) (await opening)?.calls.nested(event.toolCallId, event.args);
  });
  pi.on("tool_execution_end", async (event) => {
    const session = await opening;
    session?.calls.ended(event.toolCallId);
    if (event.toolName !== REPORT_STEP && !isNested(event)) session?.run.runner.called(event.isError);
  });
  pi.on("before_agent_start", async ({ systemPromptOptions }, context) => {
    const session = await openIfHeld(context);
    session?.tools.changeLate();
    if (session === undefined || session.mode === "none") (await noting)?.close();
    const prompt = await session?.told.words();
    if (prompt === undefined) delete systemPromptOptions.sections["countersign"];
    else systemPromptOptions.sections["countersign"] = prompt;
  });
  pi.on("context_with_system", async ({ messages }, context) => {
    const session = await openIfHeld(context);
    if (session) return (await import("./conversation.ts")).conversation(session, messages);
    const current = withCurrentMode(messages);
    return current === messages ? undefined : { messages: current };
  });
  pi.on("input", async ({ text, source }, context) => {
    if (source !== "extension" && opening) (await open(context)).personSpeaks();
    // Only typed text counts as a person's: extensions and tools can send text, too.
    if (source !== "interactive" || context.mode !== "tui" || opening === undefined || surface.heard === undefined)
      return undefined;
    const handled = await surface.heard(await open(context), text);
    return handled && { action: "handled" as const };
  });
  // pi reports a hidden tool as not found; the model should get the reason, and the attempt is recorded.
  pi.on("message_end", async ({ message }, context) => {
    if (opening === undefined) return undefined;
    const session = await open(context);
    if (message.role === "assistant") await session.run.runner.answered(message);
    if (message.role !== "toolResult") return undefined;
    const isMissing = isNotFound(message);
    const names = isMissing ? [message.toolName] : nestedNotFound(message);
    const hidden = names.filter((name) => session.tools.isHidden(name));
    if (hidden.length === 0) return undefined;
    const { guardHidden } = await import("./guard.ts");
    const reasons: string[] = [];
    // The input of a call that a tool made is in no message.
    const call = isMissing ? message.toolCallId : undefined;
    for (const name of hidden) reasons.push(await guardHidden(session, name, call));
    const told = [...new Set(reasons)].map((text) => ({ type: "text" as const, text }));
    return { message: { ...message, content: isMissing ? told : [...message.content, ...told] } };
  });
  let cut: Cut;
  pi.on("agent_end", ({ messages }, { signal }) => {
    const last = messages.findLast((message) => message.role === "assistant");
    cut = undefined;
    if (last?.stopReason === "error") cut = { how: "error", why: last.errorMessage ?? "it does not say why" };
    // Also if a provider reports an abort as an error.
    if (last?.stopReason === "aborted" || signal?.aborted) cut = { how: "aborted" };
  });
  pi.on("agent_before_settle", async (event, context) => {
    return opening && (await open(context)).unsubmitted.stopping(event);
  });
  pi.on("agent_settled", async (_event, context) => {
    if (opening) (await open(context)).settled(cut);
  });
  pi.on("session_shutdown", async ({ reason }) => {
    const closing = opening;
    opening = undefined;
    await (await closing?.catch(() => undefined))?.close(reason === "quit");
  });
  return open;
}

/** Reports on a step, and is not part of it. */
const REPORT_STEP = "report_step";
const NOTED_AT_START = ["model_change", "thinking_level_change"];

/** Where tools are guarded, a refused agent can look whether a plan covers the call, also outside plan mode. */
async function offerReading(pi: ExtensionAPI, own: OwnTools, open: () => Promise<PlanSession>): Promise<void> {
  const { planGet, planList } = await import("./tools/plan-reading.ts");
  for (const tool of [planList(open), planGet(open)]) {
    pi.registerTool(tool);
    knowOwn(pi, own, tool, "countersign");
  }
}

/** Other errors are those of a tool that ran, or was blocked. */
function isNotFound({ isError, toolName, content: [first] }: ToolResultMessage): boolean {
  return isError && first?.type === "text" && first.text === `Tool ${toolName} not found`;
}

function hasPlans({ cwd }: ExtensionContext): boolean {
  return existsSync(join(findProject(cwd), ".pi", "plans"));
}

function wrongSettings(problems: readonly ConfigProblem[]): Error {
  const [first, ...others] = problems.filter(isError);
  const more = others.length > 0 ? ` (and ${others.length} more)` : "";
  const what = `The settings have errors, and hold at their tightest: ${first?.file}: ${first?.message}${more}.`;
  return new Error(`${what} The config command shows them all.`);
}

export async function settingsOf({ cwd }: ExtensionContext, { env, settings }: Pick<PlanHost, "env" | "settings">) {
  const { loadConfig } = await import("../desk/config.ts");
  return loadConfig({ projectDir: findProject(cwd), userFile: findHome(env).config, ...defined({ settings }) });
}

async function openSession(
  pi: ExtensionAPI,
  context: ExtensionContext,
  surface: PlanSurface,
  own: OwnTools,
  note: ToolNote,
): Promise<PlanSession> {
  const [{ PiPlanSession }, { SessionTools }] = await Promise.all([
    import("./pi-plan-session.ts"),
    import("./session-tools.ts"),
  ]);
  const session = new PiPlanSession(pi, context, surface, agentIdOf(context), new SessionTools(pi, own, note));
  await surface.attach?.(session);
  return session;
}

/** The same across restarts, compaction and resumption: it comes with the session. */
function agentIdOf({ sessionManager }: ExtensionContext): string {
  return agentId(sessionManager.getSessionId());
}

function agentId(session: string): string {
  return `pi-${session.replace(/[^A-Za-z0-9_-]/g, "_")}`;
}

/** The id of the session in a file: it is in the first line. */
function sessionIn(file: string): string {
  try {
    const [first = ""] = readFileSync(file, "utf8").split("\n", 1);
    return String((JSON.parse(first) as { id?: unknown }).id);
  } catch {
    return "";
  }
}
