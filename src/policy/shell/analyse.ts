import type { Analysis, Finding, ShellFacts } from "./analysis.ts";
import { boundedWorld, TooMuchToLookAt } from "./bounded-world.ts";
import { fault } from "./unread.ts";
import { Walk } from "./walk.ts";
import { UNKNOWN_PROGRAM } from "./writes.ts";

/**
 * The effects of a command line, command by command. Never guesses: a command that is not understood is not
 * read-only.
 */
export function analyse(command: string, facts: ShellFacts): Analysis {
  const walk = new Walk(command, { ...facts, world: boundedWorld(facts.world) });
  try {
    walk.all();
  } catch (error) {
    const isTooMuch = error instanceof TooMuchToLookAt;
    const reason = error instanceof RangeError ? "it is nested too deeply" : "it could not be analysed";
    const finding = isTooMuch
      ? fault(command, "too_long", error.message, "use several simpler commands")
      : fault(command, "not_understood", reason);
    // The rest of the line was not looked at.
    const findings = [{ ...finding, writes: UNKNOWN_PROGRAM }, ...walk.findings] as const;
    return { readOnly: false, findings, commands: walk.commands, scripts: walk.scripts };
  }
  const [first, ...more] = inOrder(walk.findings);
  if (first === undefined) return { readOnly: true, commands: walk.commands };
  return { readOnly: false, findings: [first, ...more], commands: walk.commands, scripts: walk.scripts };
}

/** By position, without duplicates. */
function inOrder(findings: readonly Finding[]): Finding[] {
  const unique = new Map(findings.map((finding) => [`${finding.start} ${finding.reason}`, finding]));
  return [...unique.values()].sort((one, other) => one.start - other.start);
}
