import { nearest } from "../../../plan/nearest.ts";
import { COMMANDS, findCommand, GLOBAL_OPTIONS, type OptionInfo, type Run } from "../commands.ts";
import { reply, usage } from "../reply.ts";

export const run: Run = async (session, args) => {
  const [name] = args.words;
  const { style } = session;
  if (name === undefined) {
    const groups = [...new Set(COMMANDS.map(({ group }) => group))];
    const parts = groups.map((group) => {
      const lines = COMMANDS.filter((command) => command.group === group).map(
        (command) => `  ${style.cyan(command.name.padEnd(17))}${command.summary}`,
      );
      return `${style.bold(group)}\n${lines.join("\n")}`;
    });
    const head = "Plan mode for AI agents, done properly: propose, countersign, execute exactly what was signed.";
    const foot =
      "Every command takes --json, --dir DIR and --help. Exit codes: 0 done, 1 refused or failed, 2 wrong usage.";
    const commands = COMMANDS.map(({ name: word, summary, usage: how }) => ({ name: word, summary, usage: how }));
    return reply({ commands }, `${head}\n\nUsage: countersign <command>\n\n${parts.join("\n\n")}\n\n${foot}`);
  }
  const command = findCommand(name);
  if (command === undefined) {
    const close = nearest(
      name,
      COMMANDS.map((other) => other.name),
    );
    return usage(`There is no command "${name}".`, close ? `Did you mean ${close}?` : "countersign help lists them.");
  }
  const options = optionLines({ ...command.options, ...GLOBAL_OPTIONS }, style.cyan);
  const text = `${command.summary}\n\nUsage: countersign ${command.usage}\n\n${options.join("\n")}`;
  const { summary, usage: how } = command;
  return reply({ command: { name, summary, usage: how, options: { ...command.options, ...GLOBAL_OPTIONS } } }, text);
};

function optionLines(options: Record<string, OptionInfo>, paint: (text: string) => string): string[] {
  const spelled = Object.entries(options).map(([name, { short, value, help }]) => ({
    how: `  ${short ? `-${short}, ` : ""}--${name}${value ? ` ${value}` : ""}`,
    help,
  }));
  const widest = Math.max(...spelled.map(({ how }) => how.length));
  return spelled.map(({ how, help }) => `${paint(how.padEnd(widest))}  ${help}`);
}
