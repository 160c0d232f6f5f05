import type { ShellFacts } from "./shell/analysis.ts";
import type { Facts, Situation } from "./situation.ts";

export function shellFactsOf({ facts, settings, mode }: Situation, cwd: string): ShellFacts {
  const { home, world, sandbox } = facts;
  return {
    cwd,
    home,
    world,
    unreadable: unreadableFor(facts),
    // In the sandbox of an executing step, changes are meant to last.
    sandboxed: mode === "planning" && sandbox === "on",
    allow: settings.shell_allow,
  };
}

const known = new WeakMap<Facts, readonly string[]>();

/** Computed once for the same facts, because every command asks. */
function unreadableFor(facts: Facts): readonly string[] {
  const found = known.get(facts) ?? [facts.world.resolve(facts.countersignHome, facts.project)];
  known.set(facts, found);
  return found;
}
