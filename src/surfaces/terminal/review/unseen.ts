import type { Plan } from "../../../plan/plan.ts";
import type { Block } from "./block.ts";

/** What of a plan a person has not had on the screen. */
export interface Unseen {
  /** The block to show first. */
  first: number;
  /** Positions of the steps that are folded. */
  folded: number[];
  /** `steps 7 to 34, Risks` */
  words: string;
  /** The number of the first step among them that runs a command: that must not be signed unread. */
  command: number | undefined;
}

export function unseenIn(
  plan: Plan,
  blocks: readonly Block[],
  isMissing: (block: Block) => boolean,
): Unseen | undefined {
  const missing = blocks.filter(isMissing);
  const [first] = missing;
  if (first === undefined) return undefined;
  const steps = missing.flatMap(({ step }) => (step === undefined ? [] : [step]));
  const parts = missing.flatMap(({ step, content }) =>
    step === undefined ? [content?.name || "the part above the steps"] : [],
  );
  const command = steps.find((step) => plan.steps[step]?.run !== undefined || plan.steps[step]?.verify !== undefined);
  return {
    first: blocks.indexOf(first),
    folded: missing.flatMap(({ step, content }) => (step !== undefined && content?.isFolded ? [step] : [])),
    words: [...(steps.length > 0 ? [numbered(steps)] : []), ...new Set(parts)].join(", "),
    command: command === undefined ? undefined : command + 1,
  };
}

/** `step 3`, `steps 2, 7 to 34` */
function numbered(positions: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const position of positions) {
    const last = runs.at(-1);
    if (last?.[1] === position) last[1] = position + 1;
    else runs.push([position + 1, position + 1]);
  }
  const names = runs.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
  return `${positions.length === 1 ? "step" : "steps"} ${names.join(", ")}`;
}
