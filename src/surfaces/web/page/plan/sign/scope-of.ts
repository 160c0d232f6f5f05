import type { Plan, Step } from "../../../../../plan/plan.ts";
import { counted } from "../../../../../plan/quantities.ts";
import { joined } from "../seen/parts.ts";

/** What a plan may touch, in a few lines for its signer. */
export interface ScopeLine {
  label: string;
  words: string;
  /** Wider than a list of places would be. */
  isOpen?: true;
}

export function scopeOf(plan: Pick<Plan, "steps">, facts: { network: boolean; sandbox: string }): ScopeLine[] {
  const { steps } = plan;
  const run = steps.filter((step) => step.run !== undefined).length;
  const check = steps.filter((step) => step.verify !== undefined).length;
  const commits = numbersOf(steps, (step) => step.commits === true);
  const keeps = numbersOf(steps, (step) => step.keeps !== undefined);
  return [
    writes(steps),
    tools(steps),
    { label: "commands", words: run + check === 0 ? "none" : `${run} run, ${check} check` },
    ...(commits.length > 0 ? [{ label: "git", words: `${said(commits)} may change the repository` }] : []),
    ...(keeps.length > 0 ? [{ label: "keeps", words: `a process of ${said(keeps)}, until the run ends` }] : []),
    { label: "network", words: facts.network ? "commands may use it" : "off for commands" },
    { label: "sandbox", words: facts.sandbox },
  ];
}

function writes(steps: readonly Step[]): ScopeLine {
  const anywhere = numbersOf(
    steps,
    ({ files, run, tools }) => files === undefined && (run !== undefined || mayWrite(tools)),
  );
  const globs = [...new Set(steps.flatMap(({ files }) => files ?? []))].filter((glob) => !glob.startsWith("!"));
  const tops = [...new Set(globs.map((glob) => glob.split("/")[0] ?? glob))];
  const listed = globs.length === 0 ? "" : `${counted(globs.length, "place")} in ${joined(tops.slice(0, 4))}`;
  if (anywhere.length === 0) return { label: "writes", words: listed || "nothing" };
  const open = `${said(anywhere)} anywhere in the project`;
  return { label: "writes", words: listed ? `${listed}; ${open}` : open, isOpen: true };
}

function tools(steps: readonly Step[]): ScopeLine {
  const any = numbersOf(steps, (step) => step.tools === undefined && step.run === undefined);
  const named = [...new Set(steps.flatMap((step) => step.tools ?? []))];
  const list = named.length > 6 ? `${counted(named.length, "tool")}` : joined(named);
  if (any.length === 0) return { label: "tools", words: list || "none" };
  const open = `${said(any)} any tool`;
  return { label: "tools", words: list ? `${list}; ${open}` : open, isOpen: true };
}

/** A step that lists only tools that read writes nothing. */
function mayWrite(tools: Step["tools"]): boolean {
  return tools === undefined || tools.some((tool) => !READING.has(tool));
}

const READING = new Set(["read", "grep", "find", "ls", "glob"]);

function numbersOf(steps: readonly Step[], is: (step: Step) => boolean): number[] {
  return steps.flatMap((step, index) => (is(step) ? [index + 1] : []));
}

function said(numbers: readonly number[]): string {
  const words = numbers.length > 6 ? `${counted(numbers.length, "step")}` : joined(numbers.map(String));
  return numbers.length > 6 ? words : `${numbers.length === 1 ? "step" : "steps"} ${words}`;
}
