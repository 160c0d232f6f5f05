import type { Analysis, Finding, ShellFacts } from "./analysis.ts";
import { patientWorld, TooMuchToLookAt } from "./patient-world.ts";
import { fault } from "./unread.ts";
import { Walk } from "./walk.ts";

/** What a command line would do, command by command. It never guesses: what is not understood is not read-only. */
export function analyse(command: string, facts: ShellFacts): Analysis {
  const walk = new Walk(command, { ...facts, world: patientWorld(facts.world) });
  try {
    walk.all();
  } catch (error) {
    if (error instanceof TooMuchToLookAt) {
      const finding = fault(command, "too_long", error.message, "use several simpler commands");
      return { readOnly: false, findings: [finding], commands: walk.commands };
    }
    const reason = error instanceof RangeError ? "it is nested too deeply" : "it could not be analysed";
    return { readOnly: false, findings: [fault(command, "not_understood", reason)], commands: walk.commands };
  }
  const [first, ...more] = inOrder(walk.findings);
  if (first === undefined) return { readOnly: true, commands: walk.commands };
  return { readOnly: false, findings: [first, ...more], commands: walk.commands };
}

/** By place, each once. */
function inOrder(findings: readonly Finding[]): Finding[] {
  const unique = new Map(findings.map((finding) => [`${finding.start} ${finding.reason}`, finding]));
  return [...unique.values()].sort((one, other) => one.start - other.start);
}
