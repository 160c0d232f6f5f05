import { defined } from "../../../plan/defined.ts";
import { nearest } from "../../../plan/nearest.ts";

/** What `/plan …` asks for. */
export type PlanInput =
  | { kind: "bare" }
  | { kind: "goal"; goal: string }
  /** Nearly a sub-command: it could be either. */
  | { kind: "mistyped"; command: string; goal: string }
  | PlanCommandInput;

export interface PlanCommandInput {
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

/** The first argument that makes a typed line the sub-command, and not a goal. */
type Argument = "none" | "queue" | "step" | "decision" | "model" | "switch" | "command";

interface Row {
  /** At most 29 characters: the help has two columns. */
  does: string;
  takes: Argument;
  /** A plan may be named before that. */
  ofPlan?: true;
  /** The one option it has. */
  flag?: `--${string}`;
  /** What follows the name. */
  usage?: string;
}

export const SUB_COMMANDS = {
  list: { does: "list all plans and requests", takes: "none" },
  status: { does: "show the state and next steps", takes: "none" },
  review: { does: "show the plan to approve", takes: "none", ofPlan: true, usage: "[plan]" },
  run: { does: "run an approved plan here", takes: "none", ofPlan: true, usage: "[plan]" },
  pause: { does: "start no new steps", takes: "none", flag: "--now", ofPlan: true, usage: "[plan] [--now]" },
  resume: { does: "continue a plan", takes: "none", ofPlan: true, usage: "[plan]" },
  retry: { does: "retry failed steps", takes: "step", ofPlan: true, usage: "[plan] [step]" },
  skip: { does: "continue without a step", takes: "step", ofPlan: true, usage: "[plan] <step> <reason>" },
  fail: { does: "mark a plan or step as failed", takes: "step", ofPlan: true, usage: "[plan] [step]" },
  decide: {
    does: "answer a decision",
    takes: "decision",
    ofPlan: true,
    usage: "[plan] <decision> [choice[,choice]]",
  },
  model: { does: "choose the model for the rest", takes: "model", ofPlan: true, usage: "[plan] <provider/id>" },
  cancel: { does: "cancel plan and planning", takes: "none", ofPlan: true, usage: "[plan]" },
  handoff: { does: "leave planning, keep the plan", takes: "none" },
  auto: { does: "run plans approved elsewhere", takes: "switch", usage: "on|off" },
  queue: { does: "show, fill or clear the queue", takes: "queue", ofPlan: true, usage: "[plan [priority] | clear]" },
  unqueue: { does: "remove a plan from the queue", takes: "none", ofPlan: true, usage: "[plan]" },
  simulate: { does: "dry run: order and effort", takes: "none", ofPlan: true, usage: "[plan]" },
  diff: { does: "show changes of a step or run", takes: "step", ofPlan: true, usage: "[plan] [step]" },
  logs: { does: "show the output of steps", takes: "step", ofPlan: true, usage: "[plan] [step]" },
  rollback: {
    does: "undo changes of a step or run",
    takes: "step",
    flag: "--everything",
    ofPlan: true,
    usage: "[plan] [step] [--everything]",
  },
  clone: { does: "propose the same text again", takes: "none", ofPlan: true, usage: "[plan]" },
  archive: { does: "archive an ended plan", takes: "none", flag: "--undo", ofPlan: true, usage: "[plan] [--undo]" },
  web: { does: "open the plan in a browser", takes: "none", ofPlan: true, usage: "[plan]" },
  connect: { does: "connect a model to pi", takes: "none" },
  fold: { does: "fold or unfold the panel", takes: "none" },
  help: { does: "list commands, or explain one", takes: "command", usage: "[command]" },
} as const satisfies Record<string, Row>;

export type SubCommand = keyof typeof SUB_COMMANDS;

/** The names that an argument can have now. */
export interface KnownNames {
  plans: readonly string[];
  steps: readonly string[];
  decisions: readonly string[];
  models: readonly string[];
}

/** A sub-command's name alone is the sub-command; followed by something it does not take, it begins a goal. */
export function readPlanInput(text: string, known: KnownNames): PlanInput {
  const typed = text.trim();
  // The text after one of these is always a goal.
  const [, goal] = /^(?:start|--)(?:\s+([\s\S]+))?$/.exec(typed) ?? [];
  if (goal !== undefined) return { kind: "goal", goal };
  const words = typed === "start" || typed === "--" ? "" : typed;
  if (words === "") return { kind: "bare" };
  const { first, rest } = cutFirst(words);
  if (isSubCommand(first)) return commandIn(first, rest, known) ?? { kind: "goal", goal: words };
  const meant = nearest(first, Object.keys(SUB_COMMANDS));
  const isMistyped = meant !== undefined && isSubCommand(meant) && commandIn(meant, rest, known) !== undefined;
  if (!isMistyped) return { kind: "goal", goal: words };
  return { kind: "mistyped", command: rest === "" ? meant : `${meant} ${rest}`, goal: words };
}

function commandIn(name: SubCommand, tail: string, known: KnownNames): PlanCommandInput | undefined {
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
    ...defined({ plan }),
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
    case "queue":
      return count === 1 && (isOfPlan ? /^-?\d{1,6}$/.test(argument) : argument === "clear");
    case "step":
      // The steps of a plan that is named are not known here: the act says if there is no such step.
      return isOfPlan || steps.includes(argument);
    case "decision":
      // A mistyped name is refused with the names there are: it never starts planning.
      return true;
    case "model":
      return count === 1 && /^[^/]+\/[^/]/.test(argument);
    case "switch":
      return count === 1 && (argument === "on" || argument === "off");
    case "command":
      return count === 1 && isSubCommand(argument);
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
  // A reason, a choice or a number follows: nothing to complete.
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
    .map((name) => {
      const { does } = row.takes === "command" && isSubCommand(name) ? SUB_COMMANDS[name] : row;
      return { value: `${first} ${name}`, label: name, description: does };
    });
}

function names(takes: Argument, { steps, decisions, models }: KnownNames): readonly string[] {
  switch (takes) {
    case "none":
      return [];
    case "queue":
      return ["clear"];
    case "step":
      return steps;
    case "decision":
      return decisions;
    case "model":
      return models;
    case "switch":
      return ["on", "off"];
    case "command":
      return Object.keys(SUB_COMMANDS);
  }
}
