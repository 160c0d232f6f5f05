import type { FauxProviderHandle } from "@earendil-works/pi-ai";
import type { AgentSession, AgentSessionRuntime } from "@earendil-works/pi-coding-agent";
import { InteractiveMode, initTheme } from "@earendil-works/pi-coding-agent";
import { afterTest } from "./after-test.ts";
import { bytesOf, type KeyName } from "./keys.ts";
import { type Saw, type ScriptedModel, scriptModel } from "./model.ts";
import { makeProject, type Project } from "./project.ts";
import { startRuntime } from "./runtime.ts";
import type { Wanted } from "./screen-news.ts";
import type { SessionOptions } from "./session.ts";
import { VirtualTerminal } from "./virtual-terminal.ts";

export interface TerminalOptions extends Omit<SessionOptions, "ui"> {
  columns?: number;
  rows?: number;
  theme?: "dark" | "light";
}

/** pi's own terminal program in this process, on a terminal in memory, with a scripted model. */
export interface BenchTerminal {
  project: Project;
  runtime: AgentSessionRuntime;
  readonly session: AgentSession;
  sessionFile(): string;
  faux: FauxProviderHandle;
  saw: Saw;
  says: ScriptedModel["says"];
  terminal: VirtualTerminal;
  /** Key by key. Completions open as they do for a person: after `/plan x`, `press("enter")` may only complete. */
  type(text: string): Promise<void>;
  /** One key after the other. */
  press(...keys: KeyName[]): Promise<void>;
  /** Pastes a line and enters it: nothing is completed. */
  submit(text: string): Promise<void>;
  screen(): Promise<string>;
  /** With what was scrolled away. */
  scrollback(): Promise<string>;
  /** Waits until the screen shows it, and gives the screen. */
  shows(wanted: Wanted): Promise<string>;
  /** Waits until the screen shows it no more. */
  hides(wanted: Wanted): Promise<string>;
  resize(columns: number, rows?: number): Promise<void>;
  /** Waits until pi would do nothing more by itself. */
  settled(): Promise<void>;
  /** Waits until somebody has quit with a key or a command; the exit code. */
  left(): Promise<number>;
  /** Ends as if somebody quit; extensions hear of it. */
  close(): Promise<void>;
  /** Ends as if the process was killed. Whatever extensions hold open stays open. */
  crash(): void;
  /** pi started again, on the same session file if there is one. */
  reopen(more?: TerminalOptions): Promise<BenchTerminal>;
}

export async function openTerminal(options: TerminalOptions = {}): Promise<BenchTerminal> {
  const project = options.project ?? makeProject(options);
  const model = scriptModel(options.responses, options);
  const runtime = await startRuntime(project, model, options);
  initTheme(options.theme ?? "dark");
  const terminal = new VirtualTerminal(options.columns ?? 80, options.rows ?? 30);
  const mode = new InteractiveMode(runtime, { terminal });
  await mode.init();
  // Its loop has no end of its own.
  void mode.run();

  let ended = false;
  const end = async (how: () => unknown) => {
    if (ended) return;
    ended = true;
    mode.stop();
    await how();
  };
  const left = leaving(runtime).then((code) => {
    ended = true;
    return code;
  });
  const close = () => end(() => runtime.dispose());
  afterTest(close);
  const press: BenchTerminal["press"] = async (...keys) => {
    for (const key of keys) await terminal.send(bytesOf(key));
  };
  const bench: BenchTerminal = {
    project,
    runtime,
    get session() {
      return runtime.session;
    },
    sessionFile() {
      const file = runtime.session.sessionFile;
      if (file === undefined) throw new Error('This session is kept in memory only: open it with `session: "file"`.');
      return file;
    },
    faux: model.faux,
    saw: model.saw,
    says: model.says,
    terminal,
    type: (text) => press(...text),
    press,
    submit: async (text) => {
      await terminal.send(`\x1b[200~${text}\x1b[201~`);
      await press("enter");
    },
    screen: () => terminal.screen(),
    scrollback: () => terminal.scrollback(),
    shows: (wanted) => terminal.until(wanted),
    hides: (wanted) => terminal.until(wanted, false),
    resize: (columns, rows = terminal.rows) => terminal.resize(columns, rows),
    settled: () => runtime.session.waitForIdle(),
    left: () => left,
    close,
    crash: () => void end(() => runtime.session.dispose()),
    reopen: (more = {}) =>
      openTerminal({
        ...options,
        responses: [],
        ...more,
        project,
        session:
          options.session === undefined || options.session === "memory" ? "memory" : { file: bench.sessionFile() },
      }),
  };
  return bench;
}

/** pi ends the process when somebody quits. Here only its terminal ends: the one whose session was closed for it. */
function leaving(runtime: AgentSessionRuntime): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const { exit } = process;
  const dispose = runtime.dispose.bind(runtime);
  let closed = false;
  runtime.dispose = async () => {
    await dispose();
    closed = true;
  };
  process.exit = ((code = 0) => {
    if (!closed) return exit(code);
    closed = false;
    resolve(Number(code));
    return undefined;
  }) as typeof process.exit;
  afterTest(() => {
    process.exit = exit;
  });
  return promise;
}
