import type { Arguments } from "./command-line.ts";
import type { Reply } from "./reply.ts";
import type { Session } from "./session.ts";

export interface OptionInfo {
  type?: "string" | "boolean";
  short?: string;
  multiple?: boolean;
  /** What stands for the value in the help. */
  value?: string;
  complete?: Completion;
  help: string;
}

/** What a shell offers for a word: something it looks for, or these words. */
export type Completion =
  | "plan"
  | "request"
  | "agent"
  | "file"
  | "directory"
  | "command"
  | "setting"
  | readonly string[];

export type Run = (session: Session, args: Arguments) => Promise<Reply>;

export interface CommandInfo {
  name: string;
  summary: string;
  usage: string;
  group: "Write" | "Look" | "Answer" | "Carry out" | "Keep" | "Set up";
  /** `rest` is for the words after the first, where they are of another kind. */
  words: { least: number; most: number; what: string; complete?: Completion; rest?: Completion };
  options: Record<string, OptionInfo>;
  /** How it ends, where that says more than done, refused or wrong usage. */
  exits?: string;
  /** It is told to people: no JSON, and no project of theirs. */
  isStory?: true;
  load(): Promise<{ run: Run }>;
}

export const GLOBAL_OPTIONS: Record<string, OptionInfo> = {
  json: { help: "answer in JSON, for programs" },
  dir: { type: "string", value: "DIR", complete: "directory", help: "the project's directory (default: this one)" },
  help: { short: "h", help: "show this help" },
};

/** All that a command takes. */
export function optionsOf({ options, isStory }: CommandInfo): Record<string, OptionInfo> {
  const { json, dir, ...always } = GLOBAL_OPTIONS;
  return { ...options, ...(isStory ? always : GLOBAL_OPTIONS) };
}

/** What `plans --status` knows. */
export const STATUSES: readonly string[] = [
  ...["proposed", "changes_requested", "needs_review", "approved", "executing", "paused", "stalled", "failed"],
  ...["completed", "rejected", "cancelled", "elsewhere", "broken", "unreadable"],
];
const onePlan = { least: 1, most: 1, what: "a plan's id", complete: "plan" } as const;
const message: OptionInfo = { type: "string", short: "m", value: "TEXT", help: "what you want to say" };
const expected: OptionInfo = { type: "string", value: "N", help: "refuse if the plan's version is not N" };
const revision: OptionInfo = { type: "string", value: "N", help: "refuse if this is not the current revision" };

/** Every command, in the order of the help. Their code is loaded when they are called. */
export const COMMANDS: readonly CommandInfo[] = [
  {
    name: "plan",
    summary: "have a model make a plan; it waits in the inbox",
    usage: 'plan "<goal>" | - [--strategy explore|decompose] [--model M] [--timeout SECONDS]',
    group: "Write",
    words: { least: 1, most: 1000, what: "a goal, or - for standard input", complete: [], rest: [] },
    options: {
      strategy: {
        type: "string",
        value: "NAME",
        complete: ["explore", "decompose"],
        help: "explore: look around first (default); decompose: one call of the model, without tools",
      },
      model: { type: "string", value: "MODEL", help: "the model, as provider/id (default: the one pi takes)" },
      timeout: { type: "string", value: "SECONDS", help: "how long it may take (default 900)" },
    },
    exits: "0 a plan is proposed; 3 too, and somebody has to decide or answer something in it; 1 there is none",
    load: () => import("./commands/plan.ts"),
  },
  {
    name: "propose",
    summary: "propose a plan from markdown or JSON",
    usage: "propose <file | -> [--plan ID] [--fix]",
    group: "Write",
    words: { least: 1, most: 1, what: "a file, or - for standard input", complete: "file" },
    options: {
      plan: { type: "string", value: "ID", complete: "plan", help: "the plan this is the next revision of" },
      fix: { help: "remove dependencies that cannot be met, with warnings" },
      tools: {
        type: "string",
        multiple: true,
        value: "LIST",
        help: "the tools there are; a plan that names others is refused",
      },
      expected,
    },
    load: () => import("./commands/propose.ts"),
  },
  {
    name: "validate",
    summary: "check a draft and tell every problem in it",
    usage: "validate <file | -> [--fix]",
    group: "Write",
    words: { least: 1, most: 1, what: "a file, or - for standard input", complete: "file" },
    options: {
      fix: { help: "remove invalid dependencies and write the file (or standard output for -)" },
      tools: { type: "string", multiple: true, value: "LIST", help: "the tools there are; others are errors" },
    },
    load: () => import("./commands/validate.ts"),
  },
  {
    name: "edit",
    summary: "edit a plan's text in $EDITOR",
    usage: "edit <plan>",
    group: "Write",
    words: onePlan,
    options: {},
    load: () => import("./commands/edit.ts"),
  },
  {
    name: "enter",
    summary: "put an agent into plan mode",
    usage: "enter <agent> [task …]",
    group: "Write",
    words: { least: 1, most: 1000, what: "an agent's id", complete: "agent", rest: [] },
    options: {},
    load: () => import("./commands/enter.ts"),
  },
  {
    name: "plans",
    summary: "list plans, newest first",
    usage: "plans [--status S[,S]] [--archived] [--limit N] [--after CURSOR]",
    group: "Look",
    words: { least: 0, most: 0, what: "" },
    options: {
      status: {
        type: "string",
        multiple: true,
        value: "STATUS",
        complete: STATUSES,
        help: "only plans of these statuses",
      },
      archived: { help: "those in the archive" },
      limit: { type: "string", short: "n", value: "N", help: "how many (default 50)" },
      after: { type: "string", value: "CURSOR", help: "where the page before ended" },
    },
    load: () => import("./commands/plans.ts"),
  },
  {
    name: "show",
    summary: "show a plan: exactly what would be signed",
    usage: "show <plan> [--text]",
    group: "Look",
    words: onePlan,
    options: { text: { help: "the plan's markdown as it is in the journal" } },
    load: () => import("./commands/show.ts"),
  },
  {
    name: "compare",
    summary: "compare two revisions of a plan",
    usage: "compare <plan> [from] [to]",
    group: "Look",
    words: { least: 1, most: 3, what: "a plan's id", complete: "plan", rest: [] },
    options: {},
    load: () => import("./commands/compare.ts"),
  },
  {
    name: "simulate",
    summary: "what a plan would run, in which order; runs nothing",
    usage: "simulate <plan> [--max-parallel N]",
    group: "Look",
    words: onePlan,
    options: {
      "max-parallel": {
        type: "string",
        value: "N",
        help: "as if so many steps may run at once (default: the settings')",
      },
    },
    load: () => import("./commands/simulate.ts"),
  },
  {
    name: "inbox",
    summary: "list what waits for a person",
    usage: "inbox [--all] [--limit N] [--after CURSOR]",
    group: "Look",
    words: { least: 0, most: 0, what: "" },
    options: {
      all: { help: "also what was answered" },
      limit: { type: "string", short: "n", value: "N", help: "how many (default 200)" },
      after: { type: "string", value: "CURSOR", help: "where the page before ended" },
    },
    load: () => import("./commands/inbox.ts"),
  },
  {
    name: "agents",
    summary: "list agents: who plans, who waits, who carries out",
    usage: "agents",
    group: "Look",
    words: { least: 0, most: 0, what: "" },
    options: {},
    load: () => import("./commands/agents.ts"),
  },
  {
    name: "watch",
    summary: "follow what happens, live",
    usage: "watch [plan]",
    group: "Look",
    words: { least: 0, most: 1, what: "", complete: "plan" },
    options: { past: { help: "begin with everything that has happened" } },
    load: () => import("./commands/watch.ts"),
  },
  {
    name: "stats",
    summary: "how planning goes: approvals, failures, cost, missing tools",
    usage: "stats [--since 30d]",
    group: "Look",
    words: { least: 0, most: 0, what: "" },
    options: {
      since: { type: "string", value: "TIME", help: "plans proposed since then: 30d, 12h, 2w or a date" },
    },
    load: () => import("./commands/stats.ts"),
  },
  {
    name: "judge",
    summary: "what the policy says of a command or a tool call",
    usage: "judge [--phase P] [--sandbox on|off] [--] <command line> | --tool NAME --input JSON | --batch",
    group: "Look",
    words: { least: 0, most: 10_000, what: "a command line", rest: "file" },
    options: {
      phase: {
        type: "string",
        value: "PHASE",
        complete: ["planning", "executing"],
        help: "planning (default) or executing (default with --plan)",
      },
      sandbox: {
        type: "string",
        value: "on|off",
        complete: ["on", "off"],
        help: "say whether there is one, instead of looking",
      },
      tool: { type: "string", value: "NAME", help: "judge a call of this tool" },
      source: { type: "string", value: "NAME", help: "who provides the tool (pi, claude-code, codex …)" },
      input: { type: "string", value: "JSON", help: "what the tool is called with" },
      plan: { type: "string", value: "ID", complete: "plan", help: "executing: the plan whose scope holds" },
      step: { type: "string", value: "ID", help: "executing: the step whose scope holds" },
      batch: { help: "read JSON lines from standard input, answer one JSON line each" },
    },
    exits: "0 allow, 3 confirm, 1 deny",
    load: () => import("./commands/judge.ts"),
  },
  {
    name: "intent",
    summary: "what words say about a plan: execute, plan only, or unclear",
    usage: "intent [text …] [--batch]",
    group: "Look",
    words: { least: 0, most: 1000, what: "" },
    options: { batch: { help: "read JSON lines from standard input, answer one JSON line each" } },
    load: () => import("./commands/intent.ts"),
  },
  {
    name: "approve",
    summary: "countersign a plan",
    usage: "approve <plan> [--without STEP[,STEP]] [--model M] [-m NOTES]",
    group: "Answer",
    words: onePlan,
    options: {
      without: { type: "string", multiple: true, value: "STEPS", help: "steps to leave out" },
      model: { type: "string", value: "MODEL", help: "the model that is to carry it out" },
      message: { ...message, help: "notes for whoever carries it out" },
      revision,
      digest: { type: "string", value: "DIGEST", help: "refuse if the text is not the one with this digest" },
    },
    load: () => import("./commands/approve.ts"),
  },
  {
    name: "request-changes",
    summary: "send a plan back with what should change",
    usage: "request-changes <plan> -m FEEDBACK [--step ID=COMMENT]",
    group: "Answer",
    words: onePlan,
    options: {
      message: { ...message, help: "what should change" },
      step: { type: "string", multiple: true, value: "ID=TEXT", help: "a comment on one step" },
      revision,
    },
    load: () => import("./commands/request-changes.ts"),
  },
  {
    name: "reject",
    summary: "reject a plan, for good",
    usage: "reject <plan> [-m WHY]",
    group: "Answer",
    words: onePlan,
    options: { message: { ...message, help: "why" }, revision },
    load: () => import("./commands/reject.ts"),
  },
  {
    name: "cancel",
    summary: "cancel a plan, wherever it stands",
    usage: "cancel <plan> [-m WHY]",
    group: "Answer",
    words: onePlan,
    options: { message: { ...message, help: "why" }, expected },
    load: () => import("./commands/cancel.ts"),
  },
  {
    name: "reopen",
    summary: "grant one more revision after the third",
    usage: "reopen <plan>",
    group: "Answer",
    words: onePlan,
    options: { expected },
    load: () => import("./commands/reopen.ts"),
  },
  {
    name: "answer",
    summary: "answer a question, decision or confirmation",
    usage: "answer <request> [answer …] [-m NOTE]",
    group: "Answer",
    words: { least: 1, most: 1000, what: "a request from the inbox", complete: "request" },
    options: { message: { ...message, value: "NOTE", help: "with a refusal: what should be done instead" } },
    load: () => import("./commands/answer.ts"),
  },
  {
    name: "leave",
    summary: "let an agent out of plan mode",
    usage: "leave <agent> [--hand-off] [-m WHY]",
    group: "Answer",
    words: { least: 1, most: 1, what: "an agent's id", complete: "agent" },
    options: {
      message: { ...message, help: "why" },
      "hand-off": { help: "record that others go on with its plan" },
    },
    load: () => import("./commands/leave.ts"),
  },
  {
    name: "run",
    summary: "carry out a countersigned plan",
    usage: "run <plan> [--resume] [--max-parallel N] [--no-wait]",
    group: "Carry out",
    words: onePlan,
    options: {
      resume: { help: "go on with one that was paused, left, or whose process is gone" },
      "max-parallel": { type: "string", value: "N", help: "so many steps at once (default: the settings')" },
      "no-wait": { help: "end instead of waiting for a person or its turn" },
    },
    exits: "0 completed; 1 failed or refused; 3 has to wait; 4 cancelled; 5 taken over by another; 130 Ctrl+C",
    load: () => import("./commands/run.ts"),
  },
  {
    name: "pause",
    summary: "let nothing new start",
    usage: "pause <plan> [--now]",
    group: "Carry out",
    words: onePlan,
    options: { now: { help: "interrupt what runs, too" } },
    load: () => import("./commands/pause.ts"),
  },
  {
    name: "resume",
    summary: "let a plan go on; if nobody has it, carry it out here",
    usage: "resume <plan> [--again | --skip | --failed]",
    group: "Carry out",
    words: onePlan,
    options: {
      again: { help: "carry out again what was interrupted" },
      skip: { help: "count it as done" },
      failed: { help: "mark it as failed" },
    },
    exits: "as run has it, where the plan is carried out here",
    load: () => import("./commands/resume.ts"),
  },
  {
    name: "retry",
    summary: "have a failed step, or all that failed, done again",
    usage: "retry <plan> [step]",
    group: "Carry out",
    words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
    options: {},
    load: () => import("./commands/retry.ts"),
  },
  {
    name: "skip",
    summary: "go on without a step",
    usage: "skip <plan> <step> --reason TEXT",
    group: "Carry out",
    words: { least: 2, most: 2, what: "a plan's id and a step", complete: "plan", rest: [] },
    options: { reason: { ...message, value: "TEXT", help: "why; it stands in the record" } },
    load: () => import("./commands/skip.ts"),
  },
  {
    name: "decide",
    summary: "answer a decision of a plan, or change the answer",
    usage: "decide <plan> <decision> <choice[,choice]>",
    group: "Carry out",
    words: { least: 3, most: 100, what: "a plan's id, a decision and a choice", complete: "plan", rest: [] },
    options: {},
    load: () => import("./commands/decide.ts"),
  },
  {
    name: "model",
    summary: "choose another model for a signed plan; the signature stays",
    usage: "model <plan> <provider/id>",
    group: "Carry out",
    words: { least: 2, most: 2, what: "a plan's id and a model", complete: "plan", rest: [] },
    options: {},
    load: () => import("./commands/model.ts"),
  },
  {
    name: "fail",
    summary: "mark a plan as failed that nobody carries on, or a step that was interrupted",
    usage: "fail <plan> [step] [--reason TEXT]",
    group: "Carry out",
    words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
    options: { reason: { ...message, help: "why" } },
    load: () => import("./commands/fail.ts"),
  },
  {
    name: "clone",
    summary: "propose the text of a plan as a new one",
    usage: "clone <plan>",
    group: "Carry out",
    words: onePlan,
    options: {},
    load: () => import("./commands/clone.ts"),
  },
  {
    name: "diff",
    summary: "what a plan, or one of its steps, has changed",
    usage: "diff <plan> [step]",
    group: "Carry out",
    words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
    options: {},
    load: () => import("./commands/diff.ts"),
  },
  {
    name: "rollback",
    summary: "take back what a plan, or a step, has changed",
    usage: "rollback <plan> [step] [--everything] [--yes]",
    group: "Carry out",
    words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
    options: {
      everything: { help: "all files as before the run, also those that no step is known to have changed" },
      yes: { short: "y", help: "do not ask" },
    },
    load: () => import("./commands/rollback.ts"),
  },
  {
    name: "logs",
    summary: "what the steps of a plan printed",
    usage: "logs <plan> [step] [--attempt N]",
    group: "Carry out",
    words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
    options: { attempt: { type: "string", value: "N", help: "of this attempt (default: the last)" } },
    load: () => import("./commands/logs.ts"),
  },
  {
    name: "queue",
    summary: "approved plans that wait for their turn: show, steer, run",
    usage: "queue [add|remove|up|down|first <plan>] [priority <plan> <n>] [clear] [run [--watch]]",
    group: "Keep",
    words: {
      least: 0,
      most: 4,
      what: "",
      complete: ["list", "add", "remove", "up", "down", "first", "priority", "clear", "run"],
      rest: "plan",
    },
    options: {
      priority: {
        type: "string",
        value: "N",
        help: "with add: the highest goes first (default: the plan's own, or 0)",
      },
      watch: { help: "with run: stay when the queue is empty, and go on with what comes" },
    },
    exits: "run: 0 all completed, 1 something failed, 3 something waits for a person",
    load: () => import("./commands/queue.ts"),
  },
  {
    name: "archive",
    summary: "move finished plans to the archive, or back",
    usage: "archive <plan …> | --finished [--older-than DAYS] [--undo]",
    group: "Keep",
    words: { least: 0, most: 1000, what: "a plan's id", complete: "plan" },
    options: {
      finished: { help: "all plans that have come to an end" },
      "older-than": { type: "string", value: "DAYS", help: "with --finished: only those that ended so long ago" },
      undo: { help: "out of the archive again" },
    },
    load: () => import("./commands/archive.ts"),
  },
  {
    name: "audit",
    summary: "who did what, when; --verify checks every seal",
    usage: "audit [plan | agent] [--verify] [--since TIME] [--action LIST]",
    group: "Keep",
    words: { least: 0, most: 1, what: "", complete: "plan" },
    options: {
      verify: { help: "check seals and heads, and name the first record that does not hold" },
      since: { type: "string", value: "TIME", help: "from this moment on (ISO time)" },
      action: { type: "string", multiple: true, value: "LIST", help: "only these actions, e.g. approved,rejected" },
    },
    load: () => import("./commands/audit.ts"),
  },
  {
    name: "export",
    summary: "a plan with its whole life, as one JSON document",
    usage: "export <plan> [--out FILE]",
    group: "Keep",
    words: onePlan,
    options: { out: { type: "string", short: "o", value: "FILE", complete: "file", help: "write it there instead" } },
    load: () => import("./commands/export.ts"),
  },
  {
    name: "token",
    summary: "tokens for approvers without a terminal",
    usage: "token create <name> [--role R] [--days N] | list | revoke <id>",
    group: "Set up",
    words: { least: 1, most: 2, what: "create, list or revoke", complete: ["create", "list", "revoke"] },
    options: {
      role: { type: "string", multiple: true, value: "ROLE", help: "a role the approver has" },
      days: { type: "string", value: "N", help: "how long it is valid" },
    },
    load: () => import("./commands/token.ts"),
  },
  {
    name: "key",
    summary: "the key that seals journals: show, rotate, move, adopt",
    usage: "key show | rotate | export --out FILE | import FILE | adopt [journal …] [--from DIR]",
    group: "Set up",
    words: {
      least: 1,
      most: 1000,
      what: "show, rotate, export, import or adopt",
      complete: ["show", "rotate", "export", "import", "adopt"],
      rest: "file",
    },
    options: {
      out: {
        type: "string",
        short: "o",
        value: "FILE",
        complete: "file",
        help: "where the exported key goes (only you can read it)",
      },
      from: { type: "string", value: "DIR", complete: "directory", help: "with adopt: where the project was before" },
      use: { help: "with import: seal with this key from now on" },
    },
    load: () => import("./commands/key.ts"),
  },
  {
    name: "config",
    summary: "the settings in force, where they come from, what is wrong",
    usage: "config [key]",
    group: "Set up",
    words: { least: 0, most: 1, what: "", complete: "setting" },
    options: {},
    load: () => import("./commands/config.ts"),
  },
  {
    name: "hook",
    summary: "judge the calls of another agent before it makes them",
    usage: "hook claude-code | codex [--settings]",
    group: "Set up",
    words: { least: 1, most: 1, what: "a host", complete: ["claude-code", "codex"] },
    options: { settings: { help: "print what to put into the host's settings" } },
    exits: "2 blocks the call, as hosts have it",
    load: () => import("./commands/hook.ts"),
  },
  {
    name: "discord",
    summary: "the bot for Discord: each channel an agent, each plan a card",
    usage: "discord [--config FILE] [--check]",
    group: "Set up",
    words: { least: 0, most: 0, what: "" },
    options: {
      config: {
        type: "string",
        value: "FILE",
        complete: "file",
        help: "its configuration (default: discord.json beside your plans.json)",
      },
      check: { help: "look at the configuration and print the invite link, without connecting" },
    },
    exits: "--check: 0 it can be started, 1 something is wrong",
    load: () => import("./commands/discord.ts"),
  },
  {
    name: "sandbox",
    summary: "run a command as planning would: it can change nothing",
    usage: "sandbox [--] <command …>",
    group: "Set up",
    words: { least: 1, most: 10_000, what: "a command", rest: "file" },
    options: {},
    exits: "that of the command; 1 without a sandbox, and then nothing was run",
    load: () => import("./commands/sandbox.ts"),
  },
  {
    name: "doctor",
    summary: "check that everything is as it should be",
    usage: "doctor [--fix]",
    group: "Set up",
    words: { least: 0, most: 0, what: "" },
    options: { fix: { help: "mend what can be mended: index, permissions, .gitignore" } },
    load: () => import("./commands/doctor.ts"),
  },
  {
    name: "demo",
    summary: "a demonstration: a scripted model on a throwaway project",
    usage: "demo",
    group: "Set up",
    words: { least: 0, most: 0, what: "" },
    options: {},
    isStory: true,
    load: () => import("./commands/demo.ts"),
  },
  {
    name: "completion",
    summary: "completion for bash, zsh or fish",
    usage: "completion bash | zsh | fish",
    group: "Set up",
    words: { least: 1, most: 1, what: "bash, zsh or fish", complete: ["bash", "zsh", "fish"] },
    options: {},
    load: () => import("./commands/completion.ts"),
  },
  {
    name: "help",
    summary: "help for a command",
    usage: "help [command]",
    group: "Set up",
    words: { least: 0, most: 1, what: "", complete: "command" },
    options: {},
    load: () => import("./commands/help.ts"),
  },
];

export function findCommand(name: string): CommandInfo | undefined {
  return COMMANDS.find((command) => command.name === name);
}
