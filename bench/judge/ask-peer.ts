// Asks a peer about every line of a JSON list on standard input, and prints a list of what it allows. It calls the
// function by which the peer itself decides, in the peer's own files.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [name = "", directory = ""] = process.argv.slice(2);
const lines = JSON.parse(readFileSync(0, "utf8")) as string[];
const allows = await peer(name);
const answers: boolean[] = [];
// What throws does not run.
for (const line of lines)
  answers.push(
    await Promise.resolve(line)
      .then(allows)
      .catch(() => false),
  );
console.log(JSON.stringify(answers));
process.exit();

type Allows = (line: string) => boolean | Promise<boolean>;

async function peer(wanted: string): Promise<Allows> {
  switch (wanted) {
    case "pi": {
      const { isSafeCommand } = await load<{ isSafeCommand: Allows }>("examples/extensions/plan-mode/utils.ts");
      return isSafeCommand;
    }
    case "pi-plan-mode":
      return piPlanMode();
    case "gemini":
    case "gemini-strictly": {
      const shell = await load<{ initializeShellParsers(): Promise<void> }>("dist/src/utils/shell-utils.js");
      await shell.initializeShellParsers();
      const { isKnownSafeCommand, isStrictlyApproved } = await load<{
        isKnownSafeCommand(args: string[], cwd: string, root: string): boolean;
        isStrictlyApproved(
          command: string,
          args: string[],
          tools: string[],
          cwd: string,
          root: string,
        ): Promise<boolean>;
      }>("dist/src/sandbox/utils/commandSafety.js");
      const here = process.cwd();
      if (wanted === "gemini") return (line) => isKnownSafeCommand(["bash", "-c", line], here, here);
      return (line) => isStrictlyApproved("bash", ["-c", line], [], here, here);
    }
    default:
      throw new Error(`Nobody knows how to ask ${wanted}.`);
  }
}

/** It asks a model about what is not on its list. Here that model and the user always say no, so that the list decides. */
async function piPlanMode(): Promise<Allows> {
  const model = join(directory, "node_modules", "@mariozechner", "pi-ai");
  mkdirSync(model, { recursive: true });
  writeFileSync(join(model, "package.json"), '{ "type": "module", "main": "index.js" }');
  const answer = '{ content: [{ type: "text", text: "MUTATING" }] }';
  writeFileSync(join(model, "index.js"), `export const complete = async () => (${answer});\n`);

  type Handler = (event: unknown, context: unknown) => Promise<{ block?: boolean } | undefined>;
  type Command = { handler(args: string, context: unknown): Promise<void> };
  const handlers: Handler[] = [];
  const commands = new Map<string, Command>();
  const nothing = () => undefined;
  const ui = {
    notify: nothing,
    setStatus: nothing,
    setWidget: nothing,
    confirm: async () => false,
    theme: { fg: nothing },
  };
  const context = {
    ui,
    model: {},
    modelRegistry: { getApiKey: async () => "none" },
    sessionManager: { getEntries: () => [] },
  };
  const host = {
    on: (event: string, handler: Handler) => event === "tool_call" && handlers.push(handler),
    registerCommand: (command: string, made: Command) => commands.set(command, made),
    ...{ registerTool: nothing, registerShortcut: nothing, registerFlag: nothing, registerMessageRenderer: nothing },
    ...{ appendEntry: nothing, sendMessage: nothing, sendUserMessage: nothing },
  };
  const { default: extend } = await load<{ default(host: unknown): void }>("dist/index.js");
  extend(host);
  await commands.get("plan")?.handler("", context);
  if (handlers.length === 0) throw new Error("pi-plan-mode looks at no tool call.");
  return async (command) => {
    const said = await Promise.all(
      handlers.map((handler) => handler({ toolName: "bash", input: { command } }, context)),
    );
    return !said.some((word) => word?.block);
  };
}

async function load<T>(file: string): Promise<T> {
  return (await import(pathToFileURL(join(directory, file)).href)) as T;
}
