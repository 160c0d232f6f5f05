import type { Argument } from "./argument.ts";
import type { CommandCall } from "./command.ts";
import { TooMuchToLookAt } from "./patient-world.ts";
import type { Span, Visit } from "./visit.ts";

type Reader = Pick<Visit, "facts" | "directories" | "find" | "source">;

/** Nothing that may not be read is named, and nothing above it is searched through. */
export function findUnreadable(call: CommandCall, isRecursive: boolean, reader: Reader): void {
  const { unreadable, sandboxed, cwd, home } = reader.facts;
  if (unreadable.length === 0 || sandboxed) return;
  const isKnown = reader.directories.length > 0;
  const operands = call.args.filter((arg) => !arg.prefix.startsWith("-") || arg.prefix.includes("/"));
  if (isRecursive) operands.push({ ...call.name, values: ["."] });
  for (const operand of operands) {
    // Somewhere unknown may be the home directory, for those who seem to look for it.
    const homes = /\.pi|agent|countersign/.test(operand.text) ? [home, `${home}/.pi`, `${home}/.pi/agent`] : [];
    const froms = isKnown ? reader.directories : [cwd, ...homes];
    if (
      unreadable.some((secret) =>
        operand.text.includes(secret.slice(secret.lastIndexOf("/", secret.lastIndexOf("/") - 1) + 1)),
      )
    ) {
      say(operand, reader);
      return;
    }
    if (/^~[^/]/.test(operand.text)) {
      reader.find(operand, "not_understood", `where ${operand.text} leads cannot be told`, "write the directory out");
      return;
    }
    if (operand.values === undefined && froms.some((from) => mayReach(operand, from, reader))) {
      say(operand, reader);
      return;
    }
    for (const value of operand.values ?? [operand.prefix]) {
      if (unreadable.some((secret) => value.includes(secret))) {
        say(operand, reader);
        return;
      }
      const path = value.startsWith("-") ? value.slice(value.search(/[/=]/)).replace(/^=/, "") : value;
      if (path === "" || path.length > 4096 || path.includes("\n")) continue;
      if (froms.some((from) => leadsThere(operand, path, from, isRecursive, reader))) return;
    }
  }
}

/** Whether a path leads to what may not be read, or cannot be followed. Then it has been said. */
function leadsThere(at: Span, path: string, from: string, isRecursive: boolean, reader: Reader): boolean {
  let reached: string;
  try {
    reached = reader.facts.world.resolve(path, from);
  } catch (error) {
    if (error instanceof TooMuchToLookAt) throw error;
    const because = error instanceof Error ? error.message : String(error);
    reader.find(at, "not_understood", `where ${at.text} leads cannot be told: ${because}`);
    return true;
  }
  const above = reached === "/" ? "/" : `${reached}/`;
  // Names below it may be handed to something that reads.
  const isListed = reader.facts.unreadable.some((secret) => secret.startsWith(above)) && isHandedOn(reached, reader);
  const isSecret =
    isListed ||
    reader.facts.unreadable.some(
      (secret) => reached === secret || reached.startsWith(`${secret}/`) || (isRecursive && secret.startsWith(above)),
    );
  if (isSecret) say(at, reader);
  return isSecret;
}

/** A directory between home and the secret, or above, in a line that reads the names others print. */
function isHandedOn(directory: string, { facts, source }: Reader): boolean {
  const isNear = directory !== facts.home && directory.startsWith(`${facts.home}/`);
  return /\bfind\b|\bfd\b|\bfdfind\b/.test(source) && (isNear || /\bxargs\b|\bread\b|\$\(|`/.test(source));
}

/** Whether a pattern below a directory above the secret has enough parts to match what is in it. */
function mayReach({ prefix, text }: Argument, from: string, { facts }: Reader): boolean {
  const cut = prefix.lastIndexOf("/");
  const isNear =
    from !== facts.home &&
    from.startsWith(`${facts.home}/`) &&
    facts.unreadable.some((secret) => secret.startsWith(`${from}/`));
  if (isNear && cut < 0) return true;
  if (cut < 0 && !/^["']?\.?[*?[{.]/.test(text)) return false;
  const directory = facts.world.resolve(cut <= 0 ? (cut < 0 ? "." : "/") : prefix.slice(0, cut), from);
  const parts = text.slice(Math.max(0, text.search(/[*?[{$`]/))).split("/").length;
  return facts.unreadable.some((secret) => {
    const above = directory === "/" ? "/" : `${directory}/`;
    if (!secret.startsWith(above)) return false;
    // An expansion may be several parts; a pattern is as many as it shows.
    if (/[$`]/.test(text) && (directory === facts.home || directory.startsWith(`${facts.home}/`))) return true;
    return parts > secret.slice(above.length).split("/").length;
  });
}

function say(at: Span, reader: Reader): void {
  reader.find(at, "unreadable", `${at.text} leads to Countersign's own keys, which no agent may read`);
}
