import type { Arguments } from "./command-line.ts";
import type { Reply } from "./reply.ts";
import type { Session } from "./session.ts";

export interface OptionInfo {
  type?: "string" | "boolean";
  short?: string;
  multiple?: boolean;
  /** The placeholder of the value in the help. */
  value?: string;
  complete?: Completion;
  help: string;
}

/** What a shell offers for a word: ids, files and the like, or these words. */
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
  group: "Write" | "Look" | "Answer" | "Run" | "Keep" | "Set up";
  /** `rest`: what the words after the first are, if they differ. */
  words: { least: number; most: number; what: string; complete?: Completion; rest?: Completion };
  options: Record<string, OptionInfo>;
  /** Its exit codes, if it has more than 0, 1 and 2. */
  exits?: string;
  /** A demonstration: it has no JSON and uses no project of the user. */
  isStory?: true;
  load(): Promise<{ run: Run }>;
}

export const GLOBAL_OPTIONS: Record<string, OptionInfo> = {
  json: { help: "answer in JSON, for programs" },
  dir: { type: "string", value: "DIR", complete: "directory", help: "the project's directory (default: this one)" },
  help: { short: "h", help: "show this help" },
};

/** All options of a command. */
export function optionsOf({ options, isStory }: CommandInfo): Record<string, OptionInfo> {
  const { json, dir, ...always } = GLOBAL_OPTIONS;
  return { ...options, ...(isStory ? always : GLOBAL_OPTIONS) };
}

/** The values of `plans --status`. */
export const STATUSES: readonly string[] = [
  ...["proposed", "changes_requested", "needs_review", "approved", "executing", "paused", "stalled", "failed"],
  ...["completed", "rejected", "cancelled", "elsewhere", "broken", "unreadable"],
];
const onePlan = { least: 1, most: 1, what: "a plan's id", complete: "plan" } as const;
const message: OptionInfo = { type: "string", short: "m", value: "TEXT", help: "your message" };
const expected: OptionInfo = { type: "string", value: "N", help: "refuse if the plan's version is not N" };
const revision: OptionInfo = { type: "string", value: "N", help: "refuse if this is not the current revision" };

/** Every command, in the order of the help. The code of a command is loaded when it is called. */
export const COMMANDS: readonly CommandInfo[] = [
  {
    name: "plan",
    summary: "let a model write a plan; it waits for your review",
    usage: 'plan "<goal>" | - [--strategy explore|decompose] [--model M] [--timeout SECONDS]',
    group: "Write",
    words: { least: 1, most: 1000, what: "a goal, or - for standard input", complete: [], rest: [] },
    options: {
      strategy: {
        type: "string",
        value: "NAME",
        complete: ["explore", "decompose"],
        help: "explore: read the project first (default); decompose: ask the model once, without tools",
      },
      model: { type: "string", value: "MODEL", help: "the model, as provider/id (default: pi's own)" },
      timeout: { type: "string", value: "SECONDS", help: "stop after so many seconds (default 900)" },
    },
    exits: "0 plan proposed; 3 plan proposed, with open decisions or questions; 1 no plan",
    load: () => import("./commands/plan.ts"),
  },
  {
    name: "propose",
    summary: "propose a plan from markdown or JSON",
    usage: "propose <file | -> [--plan ID] [--fix]",
    group: "Write",
    words: { least: 1, most: 1, what: "a file, or - for standard input", complete: "file" },
    options: {
      plan: {
        type: "string",
        value: "ID",
        complete: "plan",
        help: "propose the file as the next revision of this plan",
      },
      fix: { help: "remove dependencies that cannot be met, with warnings" },
      tools: {
        type: "string",
        multiple: true,
        value: "LIST",
        help: "the available tools; a plan that names another one is refused",
      },
      expected,
    },
    load: () => import("./commands/propose.ts"),
  },
  {
    name: "validate",
    summary: "check a draft and list every problem in it",
    usage: "validate <file | -> [--fix]",
    group: "Write",
    words: { least: 1, most: 1, what: "a file, or - for standard input", complete: "file" },
    options: {
      fix: { help: "remove invalid dependencies and write the file (or standard output for -)" },
      tools: {
        type: "string",
        multiple: true,
        value: "LIST",
        help: "the available tools; naming another one is an error",
      },
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
    summary: "put an agent into plan mode: it becomes read-only",
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
        help: "only plans with one of these statuses",
      },
      archived: { help: "list the archive" },
      limit: { type: "string", short: "n", value: "N", help: "show at most N plans (default 50)" },
      after: { type: "string", value: "CURSOR", help: "the next page; the page before prints its CURSOR" },
    },
    load: () => import("./commands/plans.ts"),
  },
  {
    name: "show",
    summary: "show a plan: exactly the text that approve signs",
    usage: "show <plan> [--text]",
    group: "Look",
    words: onePlan,
    options: { text: { help: "print the plan's markdown from the journal" } },
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
    summary: "dry run: the order of the steps and their estimated effort",
    usage: "simulate <plan> [--max-parallel N]",
    group: "Look",
    words: onePlan,
    options: {
      "max-parallel": {
        type: "string",
        value: "N",
        help: "run at most N steps at once (default: the setting)",
      },
    },
    load: () => import("./commands/simulate.ts"),
  },
  {
    name: "inbox",
    summary: "list the requests that wait for a person",
    usage: "inbox [--all] [--limit N] [--after CURSOR]",
    group: "Look",
    words: { least: 0, most: 0, what: "" },
    options: {
      all: { help: "also answered and expired requests" },
      limit: { type: "string", short: "n", value: "N", help: "show at most N requests (default 200)" },
      after: { type: "string", value: "CURSOR", help: "the next page; the page before prints its CURSOR" },
    },
    load: () => import("./commands/inbox.ts"),
  },
  {
    name: "agents",
    summary: "list agents: planning, waiting for a review, executing",
    usage: "agents",
    group: "Look",
    words: { least: 0, most: 0, what: "" },
    options: {},
    load: () => import("./commands/agents.ts"),
  },
  {
    name: "watch",
    summary: "print every event as it is recorded",
    usage: "watch [plan]",
    group: "Look",
    words: { least: 0, most: 1, what: "", complete: "plan" },
    options: { past: { help: "begin with all earlier events" } },
    load: () => import("./commands/watch.ts"),
  },
  {
    name: "stats",
    summary: "statistics: approvals, failures, cost, missing tools",
    usage: "stats [--since 30d]",
    group: "Look",
    words: { least: 0, most: 0, what: "" },
    options: {
      since: { type: "string", value: "TIME", help: "only plans proposed since then: 30d, 12h, 2w or a date" },
    },
    load: () => import("./commands/stats.ts"),
  },
  {
    name: "judge",
    summary: "tell whether the policy allows a command or a tool call",
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
        help: "judge with or without a sandbox (default: what this machine has)",
      },
      tool: { type: "string", value: "NAME", help: "judge a call of this tool" },
      source: { type: "string", value: "NAME", help: "the host of the tool (pi, claude-code, codex …)" },
      input: { type: "string", value: "JSON", help: "the arguments of the call" },
      plan: { type: "string", value: "ID", complete: "plan", help: "executing: judge by the scope of this plan" },
      step: { type: "string", value: "ID", help: "executing: judge by the scope of this step" },
      batch: { help: "read JSON lines from standard input, print one JSON line for each" },
    },
    exits: "0 allow, 3 ask a person, 1 deny",
    load: () => import("./commands/judge.ts"),
  },
  {
    name: "intent",
    summary: "classify a message: execute, plan only, or unclear",
    usage: "intent [text …] [--batch]",
    group: "Look",
    words: { least: 0, most: 1000, what: "" },
    options: { batch: { help: "read JSON lines from standard input, print one JSON line for each" } },
    load: () => import("./commands/intent.ts"),
  },
  {
    name: "approve",
    summary: "approve a plan: sign exactly the text that is shown",
    usage: "approve <plan> [--without STEP[,STEP]] [--model M] [-m NOTES]",
    group: "Answer",
    words: onePlan,
    options: {
      without: { type: "string", multiple: true, value: "STEPS", help: "leave these steps out" },
      model: { type: "string", value: "MODEL", help: "run the plan with this model" },
      message: { ...message, help: "notes for the agents that run it" },
      revision,
      digest: { type: "string", value: "DIGEST", help: "refuse if the text is not the one with this digest" },
    },
    load: () => import("./commands/approve.ts"),
  },
  {
    name: "request-changes",
    summary: "send a plan back for another revision",
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
    summary: "reject a plan; this is final",
    usage: "reject <plan> [-m WHY]",
    group: "Answer",
    words: onePlan,
    options: { message: { ...message, help: "why" }, revision },
    load: () => import("./commands/reject.ts"),
  },
  {
    name: "cancel",
    summary: "cancel a plan that is proposed, approved or running",
    usage: "cancel <plan> [-m WHY]",
    group: "Answer",
    words: onePlan,
    options: { message: { ...message, help: "why" }, expected },
    load: () => import("./commands/cancel.ts"),
  },
  {
    name: "reopen",
    summary: "grant one more revision after the last one",
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
    options: { message: { ...message, value: "NOTE", help: "with a refusal: what to do instead" } },
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
      "hand-off": { help: "record that another agent continues its plan" },
    },
    load: () => import("./commands/leave.ts"),
  },
  {
    name: "run",
    summary: "run an approved plan",
    usage: "run <plan> [--resume] [--max-parallel N] [--no-wait]",
    group: "Run",
    words: onePlan,
    options: {
      resume: { help: "continue a plan that is paused or whose process ended" },
      "max-parallel": { type: "string", value: "N", help: "run at most N steps at once (default: the setting)" },
      "no-wait": { help: "end instead of waiting for a person or for a slot" },
    },
    exits: "0 completed; 1 failed or refused; 3 waits; 4 cancelled; 5 another process took over; 130 Ctrl+C",
    load: () => import("./commands/run.ts"),
  },
  {
    name: "pause",
    summary: "start no new steps",
    usage: "pause <plan> [--now]",
    group: "Run",
    words: onePlan,
    options: { now: { help: "also interrupt the running steps" } },
    load: () => import("./commands/pause.ts"),
  },
  {
    name: "resume",
    summary: "resume a plan; run it here if no process has it",
    usage: "resume <plan> [--again | --skip | --failed]",
    group: "Run",
    words: onePlan,
    options: {
      again: { help: "run interrupted steps again" },
      skip: { help: "count interrupted steps as done" },
      failed: { help: "mark interrupted steps as failed" },
    },
    exits: "as for run, if the plan runs here",
    load: () => import("./commands/resume.ts"),
  },
  {
    name: "retry",
    summary: "retry one failed step, or all of them",
    usage: "retry <plan> [step]",
    group: "Run",
    words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
    options: {},
    load: () => import("./commands/retry.ts"),
  },
  {
    name: "skip",
    summary: "skip a step and continue without it",
    usage: "skip <plan> <step> --reason TEXT",
    group: "Run",
    words: { least: 2, most: 2, what: "a plan's id and a step", complete: "plan", rest: [] },
    options: { reason: { ...message, value: "TEXT", help: "why; the journal records it" } },
    load: () => import("./commands/skip.ts"),
  },
  {
    name: "decide",
    summary: "answer a decision of a plan, or change the answer",
    usage: "decide <plan> <decision> <choice[,choice]>",
    group: "Run",
    words: { least: 3, most: 100, what: "a plan's id, a decision and a choice", complete: "plan", rest: [] },
    options: {},
    load: () => import("./commands/decide.ts"),
  },
  {
    name: "model",
    summary: "choose another model for an approved plan; the approval stays",
    usage: "model <plan> <provider/id>",
    group: "Run",
    words: { least: 2, most: 2, what: "a plan's id and a model", complete: "plan", rest: [] },
    options: {},
    load: () => import("./commands/model.ts"),
  },
  {
    name: "fail",
    summary: "mark an abandoned plan, or an interrupted step, as failed",
    usage: "fail <plan> [step] [--reason TEXT]",
    group: "Run",
    words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
    options: { reason: { ...message, help: "why" } },
    load: () => import("./commands/fail.ts"),
  },
  {
    name: "clone",
    summary: "propose the text of a plan as a new one",
    usage: "clone <plan>",
    group: "Run",
    words: onePlan,
    options: {},
    load: () => import("./commands/clone.ts"),
  },
  {
    name: "diff",
    summary: "show the files that a plan or a step changed, as a patch",
    usage: "diff <plan> [step]",
    group: "Run",
    words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
    options: {},
    load: () => import("./commands/diff.ts"),
  },
  {
    name: "rollback",
    summary: "roll back the files that a plan or a step changed",
    usage: "rollback <plan> [step] [--everything] [--yes]",
    group: "Run",
    words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
    options: {
      everything: { help: "restore all files of the project, also those that no step changed" },
      yes: { short: "y", help: "do not ask" },
    },
    load: () => import("./commands/rollback.ts"),
  },
  {
    name: "logs",
    summary: "print the output of a plan's steps",
    usage: "logs <plan> [step] [--attempt N]",
    group: "Run",
    words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
    options: { attempt: { type: "string", value: "N", help: "the output of attempt N (default: the last)" } },
    load: () => import("./commands/logs.ts"),
  },
  {
    name: "queue",
    summary: "the queue of approved plans: show, change or run it",
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
        help: "with add: the highest runs first (default: the plan's own, or 0)",
      },
      watch: { help: "with run: wait for more plans when the queue is empty" },
    },
    exits: "run: 0 all completed, 1 a plan failed, 3 a plan waits for a person",
    load: () => import("./commands/queue.ts"),
  },
  {
    name: "archive",
    summary: "move finished plans to the archive, or back",
    usage: "archive <plan …> | --finished [--older-than DAYS] [--undo]",
    group: "Keep",
    words: { least: 0, most: 1000, what: "a plan's id", complete: "plan" },
    options: {
      finished: { help: "archive all plans that have ended" },
      "older-than": { type: "string", value: "DAYS", help: "with --finished: only plans that ended so many days ago" },
      undo: { help: "move plans out of the archive" },
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
      verify: { help: "check seals and heads, and name the first broken record of each journal" },
      since: { type: "string", value: "TIME", help: "only records since this time (ISO)" },
      action: { type: "string", multiple: true, value: "LIST", help: "only these actions, e.g. approved,rejected" },
    },
    load: () => import("./commands/audit.ts"),
  },
  {
    name: "export",
    summary: "export a plan with its whole journal as one JSON document",
    usage: "export <plan> [--out FILE]",
    group: "Keep",
    words: onePlan,
    options: { out: { type: "string", short: "o", value: "FILE", complete: "file", help: "write it to FILE" } },
    load: () => import("./commands/export.ts"),
  },
  {
    name: "token",
    summary: "tokens for approvers without a terminal",
    usage: "token create <name> [--role R] [--days N] | list | revoke <id>",
    group: "Set up",
    words: { least: 1, most: 2, what: "create, list or revoke", complete: ["create", "list", "revoke"] },
    options: {
      role: { type: "string", multiple: true, value: "ROLE", help: "a role of the approver" },
      days: { type: "string", value: "N", help: "the token expires after N days" },
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
        help: "with export: write the keys to FILE, readable only by you",
      },
      from: {
        type: "string",
        value: "DIR",
        complete: "directory",
        help: "with adopt: the former directory of the project",
      },
      use: { help: "with import: seal with this key from now on" },
    },
    load: () => import("./commands/key.ts"),
  },
  {
    name: "config",
    summary: "show the settings in force, their files and their problems",
    usage: "config [key]",
    group: "Set up",
    words: { least: 0, most: 1, what: "", complete: "setting" },
    options: {},
    load: () => import("./commands/config.ts"),
  },
  {
    name: "hook",
    summary: "judge each tool call of Claude Code or Codex before it runs",
    usage: "hook claude-code | codex [--settings]",
    group: "Set up",
    words: { least: 1, most: 1, what: "a host", complete: ["claude-code", "codex"] },
    options: { settings: { help: "print the entry for the host's settings" } },
    exits: "2 blocks the call",
    load: () => import("./commands/hook.ts"),
  },
  {
    name: "discord",
    summary: "run the Discord bot, with an agent in each channel",
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
      check: { help: "check the configuration and print the invite link, without connecting" },
    },
    exits: "--check: 0 no errors, 1 errors",
    load: () => import("./commands/discord.ts"),
  },
  {
    name: "sandbox",
    summary: "run a command in the read-only sandbox of plan mode",
    usage: "sandbox [--] <command …>",
    group: "Set up",
    words: { least: 1, most: 10_000, what: "a command", rest: "file" },
    options: {},
    exits: "that of the command; 1 if there is no sandbox and the command did not run",
    load: () => import("./commands/sandbox.ts"),
  },
  {
    name: "doctor",
    summary: "check settings, keys, journals, sandbox",
    usage: "doctor [--fix]",
    group: "Set up",
    words: { least: 0, most: 0, what: "" },
    options: { fix: { help: "fix the index, permissions and .gitignore" } },
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
    summary: "print the completion script for bash, zsh or fish",
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
