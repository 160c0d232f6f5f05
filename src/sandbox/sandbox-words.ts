import type { SandboxFact, WorkingSandbox } from "./sandbox.ts";

/** Where commands run, after "Commands run": which sandbox holds them, and what it lacks. */
export function sandboxWords(fact: SandboxFact): string {
  return fact.sandbox === "on" ? `in the sandbox (${namedWithGaps(fact.with)})` : "without a sandbox";
}

/** The same for a card, which names it only where it is not bubblewrap with everything. */
export function sandboxOnCard(fact: SandboxFact): { sandboxed: boolean; sandbox?: string } {
  if (fact.sandbox !== "on") return { sandboxed: false };
  const isWhole = fact.with.by === "bubblewrap" && gaps(fact.with).length === 0;
  return { sandboxed: true, ...(!isWhole && { sandbox: namedWithGaps(fact.with) }) };
}

/** "bubblewrap", or "util-linux, no system-call filter". */
function namedWithGaps(sandbox: WorkingSandbox): string {
  return [sandbox.by === "seatbelt" ? "macOS" : sandbox.by, ...gaps(sandbox).map((gap) => `no ${gap}`)].join(", ");
}

/** Parts of the sandbox that this machine does not let us have. */
export function gaps(sandbox: WorkingSandbox): Gap[] {
  if (sandbox.by === "seatbelt") return [];
  const { filter, proc } = sandbox.variant;
  const hasLoopback = sandbox.by === "bubblewrap" || Boolean(sandbox.programs.perl ?? sandbox.programs.ip);
  return [
    ...(filter ? [] : ["system-call filter" as const]),
    ...(proc === "own" ? [] : ["own /proc" as const]),
    ...(hasLoopback ? [] : ["loopback" as const]),
  ];
}

export type Gap = "system-call filter" | "own /proc" | "loopback";
