import { commandsToRun } from "../../../plan/commands-to-run.ts";
import { numberRanges } from "../../../plan/number-ranges.ts";
import type { Plan } from "../../../plan/plan.ts";
import { visible } from "../../../plan/visible.ts";
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
    step === undefined ? [visible(content?.name ?? "") || "the part above the steps"] : [],
  );
  const commands = commandsToRun(plan);
  const command = steps.find((step) => commands.some(({ place }) => place === step));
  return {
    first: blocks.indexOf(first),
    folded: missing.flatMap(({ step, content }) => (step !== undefined && content?.isFolded ? [step] : [])),
    words: [...(steps.length > 0 ? [numbered(steps)] : []), ...new Set(parts)].join(", "),
    command: command === undefined ? undefined : command + 1,
  };
}

/** `step 3`, `steps 2, 7 to 34` */
function numbered(positions: readonly number[]): string {
  return `${positions.length === 1 ? "step" : "steps"} ${numberRanges(positions)}`;
}
