import { defined } from "../../../plan/defined.ts";
import { nearest } from "../../../plan/nearest.ts";
import { wrap } from "../../../plan/wrap.ts";
import { COMMANDS, type CommandInfo, findCommand, optionsOf, type Run } from "../commands.ts";
import { reply, usage } from "../reply.ts";
import type { Style } from "../style.ts";

const WIDTH = 80;

export const run: Run = async (session, args) => {
  const [name] = args.words;
  if (name === undefined) {
    const commands = COMMANDS.map(({ name: word, summary, usage: how }) => ({ name: word, summary, usage: how }));
    return reply({ commands }, allText(session.style));
  }
  const command = findCommand(name);
  if (command === undefined) {
    const close = nearest(
      name,
      COMMANDS.map((other) => other.name),
    );
    return usage(`There is no command "${name}".`, close ? `Did you mean ${close}?` : "countersign help lists them.");
  }
  const { summary, usage: how, exits } = command;
  const options = Object.fromEntries(
    Object.entries(optionsOf(command)).map(([option, { complete: _, from: __, to: ___, ...info }]) => [
      option,
      { ...(info.value && { type: "string" }), ...info },
    ]),
  );
  return reply(
    { command: { name, summary, usage: how, options, ...defined({ exits }) } },
    commandText(command, session.style),
  );
};

function allText(style: Style): string {
  const head =
    "Plan mode for AI agents: an agent proposes a plan, a person approves it, exactly the approved text runs.";
  const foot =
    "Every command but demo takes --json and --dir DIR; countersign help COMMAND lists the options of one. Exit codes: 0 done, 1 refused or failed, 2 wrong usage; the help of run, plan, judge, hook and sandbox lists more.";
  const groups = [...new Set(COMMANDS.map(({ group }) => group))].map((group) => {
    const commands = COMMANDS.filter((command) => command.group === group);
    const lines = commands.map(({ name, summary }) => beside(`  ${name.padEnd(17)}`, summary, style.cyan));
    return `${style.bold(group)}\n${lines.join("\n")}`;
  });
  return [beside("", head), startText(style), ...groups, beside("", foot)].join("\n\n");
}

/** The terminal app has no command name: it starts without one. */
function startText(style: Style): string {
  const ways: [string, string][] = [
    ["countersign", "start pi with plan mode; in it: /plan GOAL"],
    ['countersign -- "PROMPT"', "start it with a prompt"],
    ['countersign --plan "GOAL"', "start it in plan mode"],
    ['countersign -p "PROMPT"', "run it without a terminal; all options of pi work"],
    ["countersign serve --open", "open the dashboard in a browser"],
    ["countersign COMMAND", "one of these:"],
  ];
  const lines = ways.map(([how, what]) => beside(`  ${how.padEnd(27)}`, what, style.cyan));
  return `${style.bold("Usage")}\n${lines.join("\n")}`;
}

function commandText(command: CommandInfo, style: Style): string {
  const spelled = Object.entries(optionsOf(command)).map(([name, { short, value, help }]) => ({
    how: `  ${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
    help,
  }));
  const widest = Math.max(...spelled.map(({ how }) => how.length));
  const options = spelled.map(({ how, help }) => beside(`${how.padEnd(widest)}  `, help, style.cyan));
  const exits = command.exits === undefined ? [] : [beside("Exit code: ", command.exits)];
  return [beside("", command.summary), usageText(command.usage), options.join("\n"), ...exits].join("\n\n");
}

/** Text in brackets stays on one line. */
function usageText(how: string): string {
  const joined = how.replace(/\[[^\]]*\]|(?:\w+ )?<[^>]*>/g, (group) => group.replaceAll(" ", JOINT));
  return beside("Usage: countersign ", joined).replaceAll(JOINT, " ");
}

/** A space at which lines are not wrapped: a private character that no help text contains. */
const JOINT = "\ue000";

/** A label and its text; further lines of the text are under the first. */
function beside(label: string, text: string, paint = (plain: string) => plain): string {
  const lines = wrap(text, WIDTH - label.length);
  return `${paint(label)}${lines.join(`\n${" ".repeat(label.length)}`)}`;
}
