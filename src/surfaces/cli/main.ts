import { type Arguments, readArguments } from "./command-line.ts";
import { COMMANDS, type CommandInfo, findCommand } from "./commands.ts";
import { complain } from "./output.ts";
import { type CliError, errorJson, type Reply, usage } from "./reply.ts";
import { openSession, type Session } from "./session.ts";

/** Runs one command line; returns the exit code: 0 done, 1 refused or failed, 2 wrong usage. */
export async function main(argv: readonly string[]): Promise<number> {
  const [first, ...rest] = commandFirst(argv);
  const name = first === undefined || first === "--help" || first === "-h" ? "help" : first;
  const isJson = rest.includes("--json");
  const command = findCommand(name);
  if (command === undefined) return answer(openSession({ json: isJson, directory: "." }), await unknownCommand(name));
  const args = readArguments(command, rest);
  if ("wrong" in args) return answer(openSession({ json: isJson, directory: "." }), usage(args.wrong, args.hint));
  return args.options["help"] ? runHelp(command, args) : runCommand(command, args);
}

/** `--json` and `--dir DIR` may stand before the command, too; they go before a `--` that ends the options. */
function commandFirst(argv: readonly string[]): string[] {
  let start = 0;
  while (argv[start] === "--json" || argv[start] === "--dir") start += argv[start] === "--dir" ? 2 : 1;
  return [...argv.slice(start, start + 1), ...argv.slice(0, start), ...argv.slice(start + 1)];
}

async function runCommand(command: CommandInfo, args: Arguments): Promise<number> {
  const directory = typeof args.options["dir"] === "string" ? args.options["dir"] : ".";
  const session = openSession({ json: args.options["json"] === true, directory });
  try {
    const { run } = await command.load();
    return await answer(session, await run(session, args));
  } catch (error) {
    return answer(session, { ok: false, exit: 1, error: brokenWorld(error as NodeJS.ErrnoException) });
  } finally {
    // The desk is left open: the process ends now, and closing a database costs more than opening it.
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
    if (reply.warnings?.length) complain((await import("./text/problems-text.ts")).problemsText(reply.warnings));
    return reply.exit ?? 0;
  }
  complain((await import("./text/error-text.ts")).errorText(reply.error));
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
  return usage(
    `There is no command "${name}".`,
    close ? `Did you mean: countersign ${close}?` : "countersign help lists them.",
  );
}

/** Something outside went wrong: a full disk, a missing right, a damaged file. */
function brokenWorld(error: NodeJS.ErrnoException): CliError {
  const hint = process.env["COUNTERSIGN_DEBUG"] ? error.stack : undefined;
  return { kind: error.code ?? "failed", message: error.message, ...(hint && { hint }) };
}
