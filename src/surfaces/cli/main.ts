import { type Arguments, readArguments } from "./command-line.ts";
import { COMMANDS, type CommandInfo, findCommand } from "./commands.ts";
import { printError } from "./output.ts";
import { type CliError, errorJson, type Reply, refused, usage } from "./reply.ts";
import { openSession, type Session } from "./session.ts";
import { withWholeIds } from "./whole-ids.ts";

/**
 * Runs one command line; returns the exit code: 0 done, 1 refused or failed, 2 wrong usage; `undefined` if the terminal app
 * runs. The first word is a command; without a word, or with an option that is not ours, the terminal app starts.
 */
export async function main(argv: readonly string[]): Promise<number | undefined> {
  const { first, rest } = firstWord(argv);
  const isHelp = first === "--help" || first === "-h" || (first === undefined && argv.length > 0);
  const command = findCommand(isHelp ? "help" : (first ?? ""));
  if (command !== undefined) return runWords(command, rest);
  const session = openSession({ json: rest.includes("--json"), directory: "." });
  if (first?.startsWith("-") === false) return answer(session, await unknownCommand(first));
  if (first !== argv[0]) return answer(session, wrongPlace(argv[0] ?? "", first ?? ""));
  const { start } = await import("./commands/start.ts");
  const failed = await start(argv);
  return failed && answer(session, failed);
}

async function runWords(command: CommandInfo, words: readonly string[]): Promise<number> {
  const args = readArguments(command, words);
  if (!("wrong" in args)) return args.options["help"] ? runHelp(command, args) : runCommand(command, args);
  return answer(openSession({ json: words.includes("--json"), directory: "." }), usage(args.wrong, args.hint));
}

/** `--json` and `--dir DIR` may precede the command; `rest` puts them before a `--` that ends the options. */
function firstWord(argv: readonly string[]): { first: string | undefined; rest: string[] } {
  let start = 0;
  while (argv[start] === "--json" || argv[start] === "--dir") start += argv[start] === "--dir" ? 2 : 1;
  return { first: argv[start], rest: [...argv.slice(0, start), ...argv.slice(start + 1)] };
}

async function runCommand(command: CommandInfo, args: Arguments): Promise<number> {
  const directory = typeof args.options["dir"] === "string" ? args.options["dir"] : ".";
  const session = openSession({ json: args.options["json"] === true, directory });
  try {
    const { run } = await command.load();
    const named = await withWholeIds(session, command, args);
    return await answer(session, named.ok ? await run(session, named.value) : refused(named.refusal));
  } catch (error) {
    return answer(session, { ok: false, exit: 1, error: brokenWorld(error as NodeJS.ErrnoException) });
  } finally {
    // The desk stays open: the process ends now, and closing a database takes longer than opening it.
    session.close();
  }
}

async function runHelp(command: CommandInfo, args: Arguments): Promise<number> {
  const help = findCommand("help");
  return help === undefined ? 2 : runCommand(help, { words: [command.name], options: args.options });
}

async function answer(session: Session, reply: Reply): Promise<number> {
  const isStreamed = reply.ok && Object.keys(reply.json).length === 0;
  if (isStreamed) return reply.exit ?? 0;
  if (session.json) {
    session.print(
      `${JSON.stringify(reply.ok ? withWarnings(reply) : { error: errorJson(reply.error) }, undefined, 2)}\n`,
    );
    return reply.ok ? (reply.exit ?? 0) : reply.exit;
  }
  if (reply.ok) {
    if (reply.text !== "") session.print(reply.text.endsWith("\n") ? reply.text : `${reply.text}\n`);
    if (reply.warnings?.length) printError((await import("./text/problems-text.ts")).problemsText(reply.warnings));
    return reply.exit ?? 0;
  }
  printError((await import("./text/error-text.ts")).errorText(reply.error));
  return reply.exit;
}

function withWarnings(reply: Extract<Reply, { ok: true }>): Record<string, unknown> {
  return reply.warnings?.length ? { ...reply.json, warnings: reply.warnings } : reply.json;
}

async function unknownCommand(name: string): Promise<Reply> {
  const { nearest } = await import("../../plan/nearest.ts");
  const close = nearest(
    name,
    COMMANDS.map((command) => command.name),
  );
  const hint = close ? `Did you mean: countersign ${close}?` : "countersign help lists them.";
  return usage(`There is no command "${name}".`, `${hint} To start with a prompt: countersign -- "${name} …"`);
}

function wrongPlace(ours: string, theirs: string): Reply {
  return usage(
    `${ours} belongs to commands, and ${theirs} to the terminal app.`,
    `The terminal app works in the directory it is started in: countersign ${theirs}`,
  );
}

/** An exception: a full disk, a missing permission, a damaged file. */
function brokenWorld(error: NodeJS.ErrnoException): CliError {
  const hint = process.env["COUNTERSIGN_DEBUG"] ? error.stack : undefined;
  const isBare = error.code === "ENOSPC" && error.message.startsWith("ENOSPC");
  const message = isBare
    ? `A disk is full: free some space, then repeat the command. (${error.message})`
    : error.message;
  return { kind: error.code ?? "failed", message, ...(hint && { hint }) };
}
