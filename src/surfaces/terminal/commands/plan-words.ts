/** What `/plan …` asks for. */
export type PlanWords =
  | { kind: "bare" }
  | { kind: "goal"; goal: string }
  | { kind: "command"; name: SubCommand; args: string[] };

/** What the first argument of a sub-command must be for the words to be that command, and not a goal. */
type Argument = "none" | "plan" | "queued" | "step" | "plan_or_step" | "decision" | "switch" | "now";

interface Row {
  does: string;
  takes: Argument;
  /** How it is written. */
  usage?: string;
}

export const SUB_COMMANDS = {
  list: { does: "all plans, and what waits: as /plans", takes: "none" },
  status: { does: "where planning or the run stands", takes: "none" },
  review: { does: "show the plan that waits for you", takes: "plan", usage: "review [plan]" },
  run: { does: "carry out an approved plan here", takes: "plan", usage: "run [plan]" },
  queue: {
    does: "what waits for its turn; put an approved plan there",
    takes: "queued",
    usage: "queue [plan [priority]]",
  },
  unqueue: { does: "take a plan out of the queue; it stays approved", takes: "plan", usage: "unqueue [plan]" },
  pause: { does: "start nothing new", takes: "now", usage: "pause [--now]" },
  resume: { does: "go on", takes: "none" },
  retry: { does: "try a failed step, or the whole plan, again", takes: "step", usage: "retry [step]" },
  skip: { does: "leave a step out, with a reason", takes: "step", usage: "skip <step> <reason>" },
  decide: { does: "answer a decision", takes: "decision", usage: "decide <decision> <choice[,choice]>" },
  cancel: { does: "cancel the plan and leave plan mode", takes: "none" },
  handoff: { does: "leave plan mode and keep the plan", takes: "none" },
  auto: { does: "start a plan as soon as it is approved, or wait", takes: "switch", usage: "auto on|off" },
  simulate: { does: "what would run in which order; runs nothing", takes: "plan", usage: "simulate [plan]" },
  diff: { does: "what a step or a run changed, or a revision", takes: "plan_or_step", usage: "diff [step|plan]" },
  rollback: { does: "take back what a step or the run changed", takes: "step", usage: "rollback [step]" },
  logs: { does: "what steps have printed", takes: "step", usage: "logs [step]" },
  fail: { does: "mark a plan nobody carries on, or a step, as failed", takes: "step", usage: "fail [step]" },
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
  const [first = "", ...args] = words.split(/\s+/);
  if (!isSubCommand(first)) return { kind: "goal", goal: words };
  const [argument] = args;
  const fits = argument === undefined || isFitting(SUB_COMMANDS[first].takes, args, known);
  return fits ? { kind: "command", name: first, args } : { kind: "goal", goal: words };
}

export function isSubCommand(word: string): word is SubCommand {
  return Object.hasOwn(SUB_COMMANDS, word);
}

function isFitting(takes: Argument, args: readonly string[], known: KnownNames): boolean {
  const { plans, steps, decisions } = known;
  const [argument = "", priority = "0"] = args;
  const count = args.length;
  switch (takes) {
    case "none":
      return false;
    case "plan":
      return count === 1 && (plans.includes(argument) || /^PLAN-[A-Za-z0-9]{8}$/.test(argument));
    case "queued":
      return count <= 2 && /^-?\d{1,6}$/.test(priority) && isFitting("plan", [argument], known);
    case "step":
      return steps.includes(argument);
    case "plan_or_step":
      return isFitting("plan", args, known) || isFitting("step", args, known);
    case "decision":
      return decisions.includes(argument);
    case "switch":
      return count === 1 && (argument === "on" || argument === "off");
    case "now":
      return count === 1 && argument === "--now";
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
  const [first = "", second] = prefix.split(/\s+/);
  if (second === undefined) {
    return Object.entries(SUB_COMMANDS)
      .filter(([name]) => name.startsWith(first))
      .map(([name, { does }]) => ({ value: name, label: name, description: does }));
  }
  if (!isSubCommand(first)) return [];
  return names(SUB_COMMANDS[first].takes, known)
    .filter((name) => name.startsWith(second))
    .map((name) => ({ value: `${first} ${name}`, label: name, description: SUB_COMMANDS[first].does }));
}

function names(takes: Argument, { plans, steps, decisions }: KnownNames): readonly string[] {
  const lists: Record<Argument, readonly string[]> = {
    ...{
      none: [],
      plan: plans,
      queued: plans,
      step: steps,
      plan_or_step: [...steps, ...plans],
      decision: decisions,
      switch: ["on", "off"],
      now: ["--now"],
    },
  };
  return lists[takes];
}
