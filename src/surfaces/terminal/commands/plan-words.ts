import { nearest } from "../../../plan/nearest.ts";

/** What `/plan …` asks for. */
export type PlanWords =
  | { kind: "bare" }
  | { kind: "goal"; goal: string }
  /** Nearly a sub-command: it could be either. */
  | { kind: "mistyped"; meant: SubCommand; goal: string }
  | PlanCommandWords;

export interface PlanCommandWords {
  kind: "command";
  name: SubCommand;
  /** The plan that is named, by its id or the beginning of it. */
  plan?: string;
  args: string[];
  /** Its flag was given. */
  flagged?: boolean;
  /** What follows the first argument, as it was typed. */
  rest?: string;
}

/** What the first argument of a sub-command must be for the words to be that command, and not a goal. */
type Argument = "none" | "priority" | "step" | "decision" | "switch";

interface Row {
  does: string;
  takes: Argument;
  /** A plan may be named before that. */
  ofPlan?: true;
  /** The one option it has. */
  flag?: `--${string}`;
  /** How it is written. */
  usage?: string;
}

export const SUB_COMMANDS = {
  list: { does: "all plans, and what waits: as /plans", takes: "none" },
  status: { does: "where planning or the run stands", takes: "none" },
  review: { does: "show the plan that waits for you", takes: "none", ofPlan: true, usage: "review [plan]" },
  run: { does: "run an approved plan here", takes: "none", ofPlan: true, usage: "run [plan]" },
  queue: {
    does: "show the queue, or add an approved plan",
    takes: "priority",
    ofPlan: true,
    usage: "queue [plan [priority]]",
  },
  unqueue: {
    does: "take a plan out of the queue",
    takes: "none",
    ofPlan: true,
    usage: "unqueue [plan]",
  },
  pause: { does: "start no new steps", takes: "none", flag: "--now", ofPlan: true, usage: "pause [plan] [--now]" },
  resume: { does: "continue a plan", takes: "none", ofPlan: true, usage: "resume [plan]" },
  retry: { does: "retry one failed step, or all of them", takes: "step", ofPlan: true, usage: "retry [plan] [step]" },
  skip: { does: "go on without a step", takes: "step", ofPlan: true, usage: "skip [plan] <step> <reason>" },
  decide: {
    does: "answer a decision",
    takes: "decision",
    ofPlan: true,
    usage: "decide [plan] <decision> [choice[,choice]]",
  },
  cancel: { does: "cancel the plan and leave plan mode", takes: "none", ofPlan: true, usage: "cancel [plan]" },
  handoff: { does: "leave plan mode and keep the plan", takes: "none" },
  auto: { does: "start approved plans at once, or wait", takes: "switch", usage: "auto on|off" },
  simulate: {
    does: "what would run in which order; runs nothing",
    takes: "none",
    ofPlan: true,
    usage: "simulate [plan]",
  },
  diff: {
    does: "what a step, a run or a revision changed",
    takes: "step",
    ofPlan: true,
    usage: "diff [plan] [step]",
  },
  rollback: {
    does: "undo what a step or the run changed",
    takes: "step",
    flag: "--everything",
    ofPlan: true,
    usage: "rollback [plan] [step] [--everything]",
  },
  clone: { does: "propose the same text as a new plan", takes: "none", ofPlan: true, usage: "clone [plan]" },
  archive: {
    does: "move an ended plan to the archive, or back",
    takes: "none",
    flag: "--undo",
    ofPlan: true,
    usage: "archive [plan] [--undo]",
  },
  logs: { does: "what steps have printed", takes: "step", ofPlan: true, usage: "logs [plan] [step]" },
  fail: {
    does: "mark an unfinished plan or step as failed",
    takes: "step",
    ofPlan: true,
    usage: "fail [plan] [step]",
  },
  fold: { does: "fold or unfold the panel", takes: "none" },
  help: { does: "this list", takes: "none" },
} as const satisfies Record<string, Row>;

export type SubCommand = keyof typeof SUB_COMMANDS;

/** The names that an argument can have now. */
export interface KnownNames {
  plans: readonly string[];
  steps: readonly string[];
  decisions: readonly string[];
}

/** A sub-command's name alone is the sub-command; followed by something it does not take, it begins a goal. */
export function readPlanWords(text: string, known: KnownNames): PlanWords {
  const typed = text.trim();
  // However it begins, what follows one of these is a goal.
  const [, goal] = /^(?:start|--)(?:\s+([\s\S]+))?$/.exec(typed) ?? [];
  if (goal !== undefined) return { kind: "goal", goal };
  const words = typed === "start" || typed === "--" ? "" : typed;
  if (words === "") return { kind: "bare" };
  const { first, rest } = cutFirst(words);
  if (isSubCommand(first)) return commandIn(first, rest, known) ?? { kind: "goal", goal: words };
  const meant = nearest(first, Object.keys(SUB_COMMANDS));
  const isMistyped = meant !== undefined && isSubCommand(meant) && commandIn(meant, rest, known) !== undefined;
  return isMistyped ? { kind: "mistyped", meant, goal: words } : { kind: "goal", goal: words };
}

function commandIn(name: SubCommand, tail: string, known: KnownNames): PlanCommandWords | undefined {
  const row: Row = SUB_COMMANDS[name];
  const { first, rest: behind } = cutFirst(tail);
  const plan = row.ofPlan && isPlanName(first, known) ? first : undefined;
  const said = plan === undefined ? tail : behind;
  const words = said === "" ? [] : said.split(/\s+/);
  const args = words.filter((word) => word !== row.flag);
  const isFlagged = args.length < words.length;
  if (args.length > 0 && !isFitting(row.takes, args, known, plan !== undefined)) return undefined;
  const { rest } = cutFirst(said);
  return {
    kind: "command",
    name,
    ...(plan && { plan }),
    args,
    ...(isFlagged && { flagged: true }),
    ...(rest && { rest }),
  };
}

function cutFirst(words: string): { first: string; rest: string } {
  const [, first = "", rest = ""] = /^(\S+)(?:\s+([\s\S]+))?$/.exec(words) ?? [];
  return { first, rest };
}

function isPlanName(word: string, { plans }: KnownNames): boolean {
  return plans.includes(word) || /^PLAN-[A-Za-z0-9]{1,8}$/i.test(word);
}

export function isSubCommand(word: string): word is SubCommand {
  return Object.hasOwn(SUB_COMMANDS, word);
}

function isFitting(takes: Argument, args: readonly string[], { steps }: KnownNames, isOfPlan: boolean): boolean {
  const [argument = ""] = args;
  const count = args.length;
  switch (takes) {
    case "none":
      return false;
    case "priority":
      return isOfPlan && count === 1 && /^-?\d{1,6}$/.test(argument);
    case "step":
      // The steps of a plan that is named are not known here: the act says if there is no such step.
      return isOfPlan || steps.includes(argument);
    case "decision":
      // A mistyped name is told which there are: it is no goal, and starts nothing.
      return true;
    case "switch":
      return count === 1 && (argument === "on" || argument === "off");
  }
}

/** What could be typed next. Nothing for what is complete: with a list open, pi's Enter completes and does not send. */
export function completions(prefix: string, known: KnownNames): Completion[] {
  const found = completing(prefix, known);
  return found.length === 1 && found[0]?.value === prefix ? [] : found;
}

interface Completion {
  value: string;
  label: string;
  description: string;
}

function completing(prefix: string, known: KnownNames): Completion[] {
  const [first = "", second, third] = prefix.split(/\s+/);
  // What follows the name is the person's own: a reason, a choice, a number.
  if (third !== undefined) return [];
  if (second === undefined) {
    return Object.entries(SUB_COMMANDS)
      .filter(([name]) => name.startsWith(first))
      .map(([name, { does }]) => ({ value: name, label: name, description: does }));
  }
  if (!isSubCommand(first)) return [];
  const row: Row = SUB_COMMANDS[first];
  return [...names(row.takes, known), ...(row.flag ? [row.flag] : []), ...(row.ofPlan ? known.plans : [])]
    .filter((name) => name.startsWith(second))
    .map((name) => ({ value: `${first} ${name}`, label: name, description: row.does }));
}

function names(takes: Argument, { steps, decisions }: KnownNames): readonly string[] {
  switch (takes) {
    case "none":
    case "priority":
      return [];
    case "step":
      return steps;
    case "decision":
      return decisions;
    case "switch":
      return ["on", "off"];
  }
}
