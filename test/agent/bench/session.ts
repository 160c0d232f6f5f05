import type { FauxProviderHandle, FauxResponseStep } from "@earendil-works/pi-ai";
import {
  type AgentSession,
  type AgentSessionRuntime,
  type ExtensionContext,
  type ExtensionUIContext,
  initTheme,
  type Theme,
} from "@earendil-works/pi-coding-agent";
import { afterTest } from "./after-test.ts";
import { type Saw, type ScriptedModel, scriptModel } from "./model.ts";
import { makeProject, type Project, type ProjectOptions } from "./project.ts";
import { type RuntimeOptions, startRuntime } from "./runtime.ts";

export interface SessionOptions extends RuntimeOptions, ProjectOptions {
  /** Left out: one that is made for it. */
  project?: Project;
  responses?: FauxResponseStep[];
  contextWindow?: number;
  tokensPerSecond?: number;
  /** Who answers dialogs, and as what pi runs. Left out: nobody, as in print mode. */
  ui?: { mode: ExtensionContext["mode"]; context?: Partial<ExtensionUIContext> };
}

/** A session of pi in this process, with a scripted model; it ends with the test. */
export interface BenchSession {
  project: Project;
  cwd: string;
  runtime: AgentSessionRuntime;
  /** The one that is open now; another after `/new` or `/resume`. */
  readonly session: AgentSession;
  faux: FauxProviderHandle;
  saw: Saw;
  says: ScriptedModel["says"];
  /** Errors that pi caught from extensions: where, and what. */
  extensionErrors: string[];
  /** Says something and waits until pi is done with it. */
  prompt(text: string): Promise<void>;
  /** All that happened so far, for a later look: type, or type and tool. */
  events: string[];
  /** Where pi keeps it; it exists once the model has spoken. */
  sessionFile(): string;
  /** Ends as if somebody quit. */
  quit(): Promise<void>;
  /** Ends as if the process was killed: no extension hears of it. Whatever they hold open stays open. */
  crash(): void;
  /** Another process on the same session file, or on the same project if there is none. */
  reopen(more?: SessionOptions): Promise<BenchSession>;
}

export async function openSession(options: SessionOptions = {}): Promise<BenchSession> {
  const project = options.project ?? makeProject(options);
  const model = scriptModel(options.responses, options);
  const runtime = await startRuntime(project, model, options);
  // Without it `ctx.ui.theme` throws.
  initTheme("dark");
  const events: string[] = [];
  const extensionErrors: string[] = [];
  const bind = async (session: AgentSession) => {
    session.subscribe((event) => {
      events.push("toolName" in event ? `${event.type} ${event.toolName}` : event.type);
    });
    const { mode, context } = options.ui ?? {};
    await session.bindExtensions({
      ...(mode && { mode }),
      ...(context && { uiContext: withoutPerson(context, session.extensionRunner.getUIContext().theme) }),
      onError: ({ event, error }) => extensionErrors.push(`${event}: ${error}`),
      commandContextActions: {
        waitForIdle: () => session.waitForIdle(),
        newSession: (how) => runtime.newSession(how),
        fork: async (entry, how) => ({ cancelled: (await runtime.fork(entry, how)).cancelled }),
        navigateTree: async (target, how) => ({ cancelled: (await session.navigateTree(target, how)).cancelled }),
        switchSession: (path, how) => runtime.switchSession(path, how),
        reload: () => session.reload(),
      },
    });
  };
  runtime.setRebindSession(bind);
  await bind(runtime.session);

  let ended = false;
  const end = (how: () => unknown) => {
    if (ended) return undefined;
    ended = true;
    return how();
  };
  const quit = async () => void (await end(() => runtime.dispose()));
  afterTest(quit);
  const bench: BenchSession = {
    project,
    cwd: project.cwd,
    runtime,
    get session() {
      return runtime.session;
    },
    faux: model.faux,
    saw: model.saw,
    says: model.says,
    extensionErrors,
    events,
    prompt: async (text) => {
      await runtime.session.prompt(text);
      await runtime.session.waitForIdle();
    },
    sessionFile() {
      const file = runtime.session.sessionFile;
      if (file === undefined) throw new Error('This session is kept in memory only: open it with `session: "file"`.');
      return file;
    },
    quit,
    crash: () => end(() => runtime.session.dispose()),
    reopen: (more = {}) =>
      openSession({
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

/** A user interface in which nobody is there but for what was given. pi copies it with `{...}`: no class. */
function withoutPerson(given: Partial<ExtensionUIContext>, theme: Theme): ExtensionUIContext {
  const nothing = () => undefined;
  return {
    select: async () => undefined,
    confirm: async () => false,
    input: async () => undefined,
    editor: async () => undefined,
    custom: async <T>() => undefined as T,
    onTerminalInput: () => nothing,
    notify: nothing,
    setStatus: nothing,
    setWorkingMessage: nothing,
    setWorkingVisible: nothing,
    setWorkingIndicator: nothing,
    setHiddenThinkingLabel: nothing,
    setWidget: nothing,
    setFooter: nothing,
    setHeader: nothing,
    setTitle: nothing,
    pasteToEditor: nothing,
    setEditorText: nothing,
    getEditorText: () => "",
    addAutocompleteProvider: nothing,
    setEditorComponent: nothing,
    getEditorComponent: nothing,
    theme,
    getAllThemes: () => [],
    getTheme: nothing,
    setTheme: () => ({ success: false }),
    getToolsExpanded: () => false,
    setToolsExpanded: nothing,
    ...given,
  };
}
