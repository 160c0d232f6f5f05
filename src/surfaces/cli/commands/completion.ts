import type { Run } from "../commands.ts";
import { bash } from "../completion/bash.ts";
import { fish } from "../completion/fish.ts";
import { zsh } from "../completion/zsh.ts";
import { reply, usage } from "../reply.ts";

export const run: Run = async (_session, args) => {
  const [shell = ""] = args.words;
  const scripts: Record<string, () => string> = { bash, zsh, fish };
  const script = Object.hasOwn(scripts, shell) ? scripts[shell]?.() : undefined;
  return script === undefined
    ? usage(`There is no completion for "${shell}": bash, zsh or fish.`)
    : reply({ script }, script);
};
