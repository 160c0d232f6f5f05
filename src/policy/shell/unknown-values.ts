import type { Argument } from "./argument.ts";
import type { CommandCall } from "./command.ts";
import { mayLeadToSecret } from "./forbidden-reads.ts";
import { rolesOf } from "./operand-roles.ts";
import type { Walking } from "./walking.ts";

export const NAME_FILES = "name the files, or let git ls-files, find or rg -l list them";

/**
 * An unknown value may be anything: a forbidden path, an address, an option, a file of options. So it is allowed only
 * where a command prints or compares it, or where it is certainly the name of something below.
 */
export function findUnknown(call: CommandCall, walking: Walking): void {
  // In the sandbox there is neither a network nor a key.
  if (walking.facts.sandboxed || call.args.every(({ values }) => values !== undefined)) return;
  const name = call.name.values[0];
  const roles = rolesOf(call);
  for (const [index, arg] of call.args.entries()) {
    const role = roles[index];
    if (arg.values !== undefined || role === "text" || isNumber(arg)) continue;
    if (role !== undefined && arg.below !== undefined && !(role === "path" && mayLeadToSecret(arg, walking))) continue;
    if (role === "pattern") {
      walking.find(arg, "dynamic", `${arg.text} could turn into an option of ${name}`, `write -e ${arg.text}, or --`);
    } else if (role === "path") {
      walking.find(arg, "dynamic", `${arg.text} may be any file, also one that no agent may read`, NAME_FILES);
    } else if (arg.below === undefined || !isPath(arg)) {
      const reason = `${name} may take ${arg.text} for an address, an option, or a file it must not read`;
      walking.find(arg, "dynamic", reason, "write it out; the name of a file must begin with ./");
    }
  }
}

function isNumber({ isNumber: isWhole, samples, count }: Argument): boolean {
  return isWhole === true || (count === "one" && samples?.every((sample) => /^\d*$/.test(sample)) === true);
}

/** It begins as only a path does. */
function isPath({ prefix, count }: Argument): boolean {
  return count !== "any" && /^(?:\.{0,2}|[\w.][\w.-]*)\//.test(prefix);
}
