import { SLASH_COMMANDS } from "../../../src/surfaces/discord/interactions/slash-commands.ts";
import type { AdviceReader } from "../../../testing/advice.ts";
import { CLI_ADVICE } from "../cli/advice.ts";

interface Option {
  name: string;
  required?: boolean;
}

/** Slash commands, read by the schema that Discord is given, and commands of the shell. */
export const DISCORD_ADVICE: AdviceReader = {
  begins: /(?:\/plans?\b|countersign [a-z])/,
  read(shown) {
    // Discord shows an escaped character without its backslash.
    const text = shown.replaceAll(/\\(.)/g, "$1");
    if (text.startsWith("countersign ")) return CLI_ADVICE.read(text);
    if (text === "/plans") return {};
    const [, name, ...given] = text.split(" ");
    const known = SLASH_COMMANDS[0].options.find((one) => one.name === name);
    if (known === undefined) return { wrong: `there is no /plan ${name}` };
    const options: readonly Option[] = "options" in known ? known.options : [];
    const values = Object.fromEntries(given.map((word) => word.split(/:(.*)/s)));
    const unknown = Object.keys(values).find((key) => !options.some((option) => option.name === key));
    if (unknown !== undefined) return { wrong: `/plan ${name} has no option ${unknown}` };
    const missing = options.find((option) => option.required && values[option.name] === undefined);
    if (missing !== undefined) return { wrong: `/plan ${name} needs ${missing.name}` };
    return { plan: values["plan"], step: values["step"] };
  },
};
