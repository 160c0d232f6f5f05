import type { Argument } from "../../argument.ts";
import { onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";

/** A program that only parses the files behind one of these options, and runs nothing of it. */
export function parsing(spec: CommandSpec, options: string): CommandSpec {
  const known = options.split(" ");
  return {
    ...spec,
    judge(call, judging) {
      const [option, ...files] = call.args;
      if (known.includes(onlyValue(option) ?? "") && files.length > 0 && files.every(isFile)) return;
      spec.judge?.(call, judging);
    },
  };
}

/** No option, no address, and not the word that makes node a debugger. */
function isFile({ values, prefix, count }: Argument): boolean {
  if (count === "any") return false;
  if (values === undefined) return /^[\w.][^:]*\/|^\//.test(prefix);
  return values.every((value) => /^[\w./][^:]*$/.test(value) && !/^(?:inspect|debug)$/.test(value));
}
