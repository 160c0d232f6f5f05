import type { ExtensionAPI, ExtensionContext } from "@earendil-works/pi-coding-agent";
import { planMode } from "../../agent/extension.ts";
import type { PlanSession } from "../../agent/plan-session.ts";
import { trustedPresses, trustOnly } from "../../desk/key-presses.ts";
import { defined } from "../../plan/defined.ts";
import type { Clock } from "../../run/clock.ts";
import { callAction } from "./call-action.ts";
import { CARD_TYPE, renderCard, renderCardEntry } from "./cards/card-renderer.ts";
import type { Keyboard } from "./keyboard/keyboard.ts";
import { readTerminal } from "./keyboard/read-terminal.ts";
import { KeyboardInput } from "./keyboard-input.ts";
import type { Call } from "./show-view.ts";
import type { TerminalView } from "./terminal-view.ts";

export interface TerminalOptions {
  /** Milliseconds after a dialog appears in which keys do not answer it. */
  pause?: number;
  /** One terminal has one session; others in its process are that one's children. Left out: so it is. */
  isAlone?: boolean;
  /** Where keys come from. Left out: the terminal of this process, and then no call in this process makes a person. */
  keyboard?: Keyboard;
  /** Left out: that of this machine. */
  clock?: Clock;
  /** The command `countersign` started this pi: its first screen is Countersign's, and leads to a model. */
  isCommand?: boolean;
}

/** How one view is shown. */
export interface ShownOptions extends TerminalOptions {
  /** Calls the person to the terminal. */
  calls?: Call;
}

/** The keyboard of this process, from the first time that this is loaded on. Nothing outside of this file gets hold of it. */
let own: OwnKeyboard | undefined;

interface OwnKeyboard {
  keyboard: Keyboard | undefined;
  /** For a process that a client or a script drives; gone once its first session has begun. */
  endTrust: (() => void) | undefined;
}

/** Plan mode for pi in a terminal: what `pi install` loads, and what `countersign` starts. */
export default function countersign(pi: ExtensionAPI): void {
  terminalExtension(pi);
}

export function terminalExtension(pi: ExtensionAPI, given: TerminalOptions = {}): void {
  // At once: extensions that are loaded later find it done. pi loads this very module again at `/reload`, until an update.
  if (given.keyboard === undefined) own ??= takeKeyboard();
  const keyboard = given.keyboard ?? own?.keyboard;
  const options: TerminalOptions = { ...given, ...defined({ keyboard }) };
  let view: Promise<TerminalView> | undefined;
  let attached: PlanSession | undefined;
  const typed = new KeyboardInput(keyboard);
  let stopListening: (() => void) | undefined;
  // Before plan mode is loaded: the first command may count only if it was typed.
  pi.on("session_start", (_event, { ui, mode }) => {
    if (given.keyboard === undefined && own !== undefined) {
      if (mode !== "tui") own.endTrust?.();
      own.endTrust = undefined;
      if (mode === "tui" && trustedPresses() !== own.keyboard?.presses) ui.notify(SIGNS_NOTHING, "warning");
    }
    stopListening?.();
    stopListening = typed.listen(ui);
  });
  // Before plan mode itself hears of the end.
  pi.on("session_shutdown", async ({ reason }, { mode, sessionManager }) => {
    const closing = attached;
    attached = undefined;
    if (given.isCommand && mode === "tui" && reason === "quit") {
      (await import("./resume-line.ts")).sayHowToResume({ sessionManager });
    }
    if (closing === undefined || mode === "tui" || mode === "rpc") return;
    await (await import("./exit-code.ts")).leaveWithWhatWaits(closing);
  });
  const open = planMode(pi, {
    surface: "terminal",
    callAction,
    isAlone: options.isAlone ?? true,
    env: process.env,
    ...defined({ clock: options.clock, presses: keyboard?.presses }),
    canAsk: ({ hasUI }) => hasUI,
    attach: (session) => {
      attached = session;
      view = viewOf(session, options);
      return view;
    },
    heard: async (session, words) => {
      const press = typed.take(words);
      const { typedApproval } = await import("./typed-approval.ts");
      return press && typedApproval(session, words, { press, waits: (await view)?.waits });
    },
  });
  const opened = async (context: ExtensionContext): Promise<[PlanSession, TerminalView]> => {
    const session = await open(context);
    if (view === undefined) throw new Error("The session has no view.");
    return [session, await view];
  };
  let session: PlanSession | undefined;

  pi.registerMessageRenderer(CARD_TYPE, renderCard as never);
  pi.registerEntryRenderer(CARD_TYPE, renderCardEntry as never);
  pi.registerCommand("plan", {
    description: "Plan first, read-only, until you approve: /plan <goal>, or /plan help",
    getArgumentCompletions: async (prefix) => {
      const { completions } = await import("./commands/plan-input.ts");
      const { knownNames } = await import("./commands/known-names.ts");
      const known = session ? await knownNames(session) : { plans: [], steps: [], decisions: [], models: [] };
      const found = completions(prefix, known);
      typed.offer(found.map(({ value }) => `/plan ${value}`));
      return found.length > 0 ? found : null;
    },
    handler: async (text, context) => {
      // Before anything else can be entered.
      const entered = typed.takeCommand("plan", text);
      const [here, shown] = await opened(context);
      session = here;
      const { planCommand } = await import("./commands/plan-command.ts");
      await planCommand(pi, here, shown, text, context, entered);
    },
  });
  pi.registerCommand("plans", {
    description: "Browse all plans and open requests of this project",
    handler: async (_text, context) => {
      const [here, shown] = await opened(context);
      const { plansCommand } = await import("./commands/plans-command.ts");
      await plansCommand(here, shown, context);
    },
  });
  pi.registerCommand("plan-stats", {
    description: "Statistics of the plans of this project: /plan-stats, or /plan-stats 30d",
    handler: async (text, context) => {
      const [here] = await opened(context);
      const { planStats } = await import("./commands/plan-stats.ts");
      await planStats(here, text, context);
    },
  });
  pi.registerShortcut("ctrl+alt+p", {
    description: "Start planning, or show open requests",
    handler: async (context) => {
      const press = typed.lastPress();
      const [here, shown] = await opened(context);
      const { startPlanning } = await import("./commands/plan-command.ts");
      await startPlanning(here, shown, press);
    },
  });
  // pi waits and retries by itself; the failed answer is the only sign of it.
  pi.on("message_end", async ({ message }) => {
    if (message.role !== "assistant") return undefined;
    const isLimited =
      message.stopReason === "error" && /^(?:429|529)\b|rate.?limit|overloaded/i.test(message.errorMessage ?? "");
    (await view)?.answered({ isLimited });
    return undefined;
  });
  pi.on("tool_execution_start", async () => (await view)?.called());
  if (!options.isCommand) return;
  pi.on("session_start", async (_event, context) => {
    if (context.mode !== "tui") return;
    const { showFirstScreen } = await import("./first-contact/first-screen.ts");
    await showFirstScreen(pi, context, { mode: () => attached?.mode ?? "none", opened });
  });
  pi.on("input", async ({ text, source }, context) => {
    if (source !== "interactive" || context.mode !== "tui" || context.modelRegistry.getAvailable().length > 0)
      return undefined;
    const { connectModel } = await import("./first-contact/connect-model.ts");
    const [, { waits }] = await opened(context);
    return (await connectModel({ pi, context, waits }, text)) ? undefined : { action: "handled" as const };
  });
}

const SIGNS_NOTHING =
  "Restart pi before you approve anything here: Countersign was updated, or another copy of it was loaded first.";

/** Without a readable keyboard no person can be authenticated in this terminal. */
function takeKeyboard(): OwnKeyboard {
  const keyboard = readTerminal(process.stdin);
  const presses = keyboard?.presses ?? { redeem: () => false };
  return { keyboard, endTrust: process.stdin.isTTY ? trustOnly(presses) : undefined };
}

async function viewOf(session: PlanSession, options: TerminalOptions): Promise<TerminalView> {
  const [{ TerminalView }, { PendingRequests }] = await Promise.all([
    import("./terminal-view.ts"),
    import("./pending-requests.ts"),
  ]);
  return new TerminalView(session, new PendingRequests(session, options));
}
