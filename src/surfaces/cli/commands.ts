import { ACCESSES } from "../../lifecycle/access.ts";
import type { Arguments } from "./command-line.ts";
import type { Reply } from "./reply.ts";
import type { Session } from "./session.ts";

export interface OptionInfo {
  short?: string;
  multiple?: boolean;
  /** The placeholder of its value in the help; without one it takes no value. */
  value?: string;
  /** Its value is a whole number from here on. */
  from?: 0 | 1;
  /** And up to here. */
  to?: number;
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

type Group = "Write" | "Look" | "Answer" | "Run" | "Keep" | "Set up";

interface CommandRow {
  summary: string;
  /** Begins with the command's name. */
  usage: string;
  /**
   * `rest`: what the words after the first are, if they differ. `looseIds`: the command itself refuses a word that names no
   * plan, since it may name an agent, or be one of many.
   */
  words?: {
    least: number;
    most: number;
    what: string;
    complete?: Completion;
    rest?: Completion;
    looseIds?: true;
  };
  options?: Record<string, OptionInfo>;
  /** Its exit codes, if it has more than 0, 1 and 2. */
  exits?: string;
  /** A demonstration: it has no JSON and uses no project of the user. */
  isStory?: true;
  load(): Promise<{ run: Run }>;
}

export type CommandInfo = CommandRow & Required<Pick<CommandRow, "words" | "options">> & { name: string; group: Group };

export const GLOBAL_OPTIONS: Record<string, OptionInfo> = {
  json: { help: "answer in JSON, for programs" },
  dir: { value: "DIR", complete: "directory", help: "the project's directory (default: this one)" },
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
const message: OptionInfo = { short: "m", value: "TEXT", help: "your message" };
const expected: OptionInfo = { value: "N", from: 0, help: "refuse if the plan's version is not N" };
const revision: OptionInfo = { value: "N", from: 0, help: "refuse if this is not the current revision" };

/** Every command, in the order of the help. The code of a command is loaded when it is called. */
const GROUPS: Record<Group, readonly CommandRow[]> = {
  Write: [
    {
      summary: "let a model write a plan; it waits for your review",
      usage: 'plan "<goal>" | - [--strategy explore|decompose] [--model M] [--timeout SECONDS]',
      words: { least: 1, most: 1000, what: "a goal, or - for standard input", complete: [], rest: [] },
      options: {
        strategy: {
          value: "NAME",
          complete: ["explore", "decompose"],
          help: "explore: read the project first (default); decompose: ask the model once, without tools",
        },
        model: { value: "MODEL", help: "the model, as provider/id (default: pi's own)" },
        timeout: { value: "SECONDS", from: 1, help: "stop after so many seconds (default 900)" },
      },
      exits: "0 plan proposed; 3 plan proposed, with open decisions or questions; 1 no plan",
      load: () => import("./commands/plan.ts"),
    },
    {
      summary: "propose a plan from markdown or JSON",
      usage: "propose <file | -> [--plan ID] [--fix]",
      words: { least: 1, most: 1, what: "a file, or - for standard input", complete: "file" },
      options: {
        plan: { value: "ID", complete: "plan", help: "propose the file as the next revision of this plan" },
        fix: { help: "remove dependencies that cannot be met, with warnings" },
        tools: { multiple: true, value: "LIST", help: "the available tools; a plan that names another one is refused" },
        expected,
      },
      load: () => import("./commands/propose.ts"),
    },
    {
      summary: "check a draft and list every problem in it",
      usage: "validate <file | -> [--fix]",
      words: { least: 1, most: 1, what: "a file, or - for standard input", complete: "file" },
      options: {
        fix: { help: "remove invalid dependencies and write the file (or standard output for -)" },
        tools: { multiple: true, value: "LIST", help: "the available tools; naming another one is an error" },
      },
      load: () => import("./commands/validate.ts"),
    },
    {
      summary: "edit a plan's text in $EDITOR",
      usage: "edit <plan>",
      words: onePlan,
      load: () => import("./commands/edit.ts"),
    },
    {
      summary: "put an agent into plan mode: it becomes read-only",
      usage: "enter <agent> [task …]",
      words: { least: 1, most: 1000, what: "an agent's id", complete: "agent", rest: [] },
      load: () => import("./commands/enter.ts"),
    },
  ],
  Look: [
    {
      summary: "list plans, newest first",
      usage: "plans [--status S[,S]] [--archived] [--limit N] [--after CURSOR]",
      options: {
        status: { multiple: true, value: "STATUS", complete: STATUSES, help: "only plans with one of these statuses" },
        archived: { help: "list the archive" },
        limit: { short: "n", value: "N", from: 1, help: "show at most N plans (default 50)" },
        after: { value: "CURSOR", help: "the next page; the page before prints its CURSOR" },
      },
      load: () => import("./commands/plans.ts"),
    },
    {
      summary: "show a plan: exactly the text that approve signs",
      usage: "show <plan> [--text]",
      words: onePlan,
      options: { text: { help: "print the plan's markdown from the journal" } },
      load: () => import("./commands/show.ts"),
    },
    {
      summary: "compare two revisions of a plan",
      usage: "compare <plan> [from] [to]",
      words: { least: 1, most: 3, what: "a plan's id", complete: "plan", rest: [] },
      load: () => import("./commands/compare.ts"),
    },
    {
      summary: "dry run: the order of the steps and their estimated effort",
      usage: "simulate <plan> [--max-parallel N]",
      words: onePlan,
      options: { "max-parallel": { value: "N", from: 1, help: "run at most N steps at once (default: the setting)" } },
      load: () => import("./commands/simulate.ts"),
    },
    {
      summary: "list the requests that wait for a person",
      usage: "inbox [--all] [--limit N] [--after CURSOR]",
      options: {
        all: { help: "also answered and expired requests" },
        limit: { short: "n", value: "N", from: 1, help: "show at most N requests (default 200)" },
        after: { value: "CURSOR", help: "the next page; the page before prints its CURSOR" },
      },
      load: () => import("./commands/inbox.ts"),
    },
    {
      summary: "list agents: planning, waiting for a review, executing",
      usage: "agents",
      load: () => import("./commands/agents.ts"),
    },
    {
      summary: "print every event as it is recorded",
      usage: "watch [plan]",
      words: { least: 0, most: 1, what: "", complete: "plan", looseIds: true },
      options: { past: { help: "begin with all earlier events" } },
      load: () => import("./commands/watch.ts"),
    },
    {
      summary: "statistics: approvals, failures, cost, missing tools",
      usage: "stats [--since 30d]",
      options: { since: { value: "TIME", help: "only plans proposed since then: 30d, 12h, 2w or a date" } },
      load: () => import("./commands/stats.ts"),
    },
    {
      summary: "tell whether the policy allows a command or a tool call",
      usage: "judge [--phase P] [--sandbox on|off] [--] <command line> | --tool NAME --input JSON | --batch",
      words: { least: 0, most: 10_000, what: "a command line", rest: "file" },
      options: {
        phase: {
          value: "PHASE",
          complete: ["planning", "executing"],
          help: "planning (default) or executing (default with --plan)",
        },
        sandbox: {
          value: "on|off",
          complete: ["on", "off"],
          help: "judge with or without a sandbox (default: what this machine has)",
        },
        tool: { value: "NAME", help: "judge a call of this tool" },
        source: { value: "NAME", help: "the host of the tool (pi, claude-code, codex …)" },
        input: { value: "JSON", help: "the arguments of the call" },
        plan: { value: "ID", complete: "plan", help: "executing: judge by the scope of this plan" },
        step: { value: "ID", help: "executing: judge by the scope of this step" },
        batch: { help: "read JSON lines from standard input, print one JSON line for each" },
      },
      exits: "0 allow, 3 ask a person, 1 deny",
      load: () => import("./commands/judge.ts"),
    },
    {
      summary: "classify a message: execute, plan only, or unclear",
      usage: "intent [text …] [--batch]",
      words: { least: 0, most: 1000, what: "" },
      options: { batch: { help: "read JSON lines from standard input, print one JSON line for each" } },
      load: () => import("./commands/intent.ts"),
    },
  ],
  Answer: [
    {
      summary: "approve a plan: sign exactly the text that is shown",
      usage: "approve <plan> [--without STEP[,STEP]] [--model M] [--later] [-m NOTES]",
      words: onePlan,
      options: {
        without: { multiple: true, value: "STEPS", help: "leave these steps out" },
        model: { value: "MODEL", help: "run the plan with this model" },
        later: { help: "let nothing start it by itself" },
        message: { ...message, help: "notes for the agents that run it" },
        revision,
        digest: { value: "DIGEST", help: "refuse if the text is not the one with this digest" },
      },
      load: () => import("./commands/approve.ts"),
    },
    {
      summary: "send a plan back for another revision",
      usage: "request-changes <plan> -m FEEDBACK [--step ID=COMMENT] [--quote JSON]",
      words: onePlan,
      options: {
        message: { ...message, help: "what should change" },
        step: { multiple: true, value: "ID=TEXT", help: "a comment on one step" },
        quote: { multiple: true, value: "JSON", help: "a comment on a text: step_id, field, quote, text" },
        revision,
      },
      load: () => import("./commands/request-changes.ts"),
    },
    {
      summary: "reject a plan; this is final",
      usage: "reject <plan> [-m WHY]",
      words: onePlan,
      options: { message: { ...message, help: "why" }, revision },
      load: () => import("./commands/reject.ts"),
    },
    {
      summary: "cancel a plan that is proposed, approved or running",
      usage: "cancel <plan> [-m WHY]",
      words: onePlan,
      options: { message: { ...message, help: "why" }, expected },
      load: () => import("./commands/cancel.ts"),
    },
    {
      summary: "grant one more revision after the last one",
      usage: "reopen <plan>",
      words: onePlan,
      options: { expected },
      load: () => import("./commands/reopen.ts"),
    },
    {
      summary: "answer a question, decision or confirmation",
      usage: "answer <request> [answer …] [-m NOTE]",
      words: { least: 1, most: 1000, what: "a request from the inbox", complete: "request" },
      options: { message: { ...message, value: "NOTE", help: "with a refusal: what to do instead" } },
      load: () => import("./commands/answer.ts"),
    },
    {
      summary: "let an agent out of plan mode",
      usage: "leave <agent> [--hand-off] [-m WHY]",
      words: { least: 1, most: 1, what: "an agent's id", complete: "agent" },
      options: {
        message: { ...message, help: "why" },
        "hand-off": { help: "record that another agent continues its plan" },
      },
      load: () => import("./commands/leave.ts"),
    },
  ],
  Run: [
    {
      summary: "run an approved plan",
      usage: "run <plan> [--resume] [--max-parallel N] [--no-wait]",
      words: onePlan,
      options: {
        resume: { help: "continue a plan that is paused or whose process ended" },
        "max-parallel": { value: "N", from: 1, help: "run at most N steps at once (default: the setting)" },
        "no-wait": { help: "end instead of waiting for a person or for a slot" },
      },
      exits: "0 completed; 1 failed or refused; 3 waits; 4 cancelled; 5 another process took over; 130 Ctrl+C",
      load: () => import("./commands/run.ts"),
    },
    {
      summary: "start no new steps",
      usage: "pause <plan> [--now]",
      words: onePlan,
      options: { now: { help: "also interrupt the running steps" } },
      load: () => import("./commands/pause.ts"),
    },
    {
      summary: "resume a plan; run it here if no process has it",
      usage: "resume <plan> [--again | --skip | --failed]",
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
      summary: "retry one failed step, or all of them",
      usage: "retry <plan> [step]",
      words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
      load: () => import("./commands/retry.ts"),
    },
    {
      summary: "skip a step and continue without it",
      usage: "skip <plan> <step> --reason TEXT",
      words: { least: 2, most: 2, what: "a plan's id and a step", complete: "plan", rest: [] },
      options: { reason: { ...message, value: "TEXT", help: "why; the journal records it" } },
      load: () => import("./commands/skip.ts"),
    },
    {
      summary: "answer a decision of a plan, or change the answer",
      usage: "decide <plan> <decision> <choice[,choice]>",
      words: { least: 3, most: 100, what: "a plan's id, a decision and a choice", complete: "plan", rest: [] },
      load: () => import("./commands/decide.ts"),
    },
    {
      summary: "choose another model for an approved plan; the approval stays",
      usage: "model <plan> <provider/id>",
      words: { least: 2, most: 2, what: "a plan's id and a model", complete: "plan", rest: [] },
      load: () => import("./commands/model.ts"),
    },
    {
      summary: "mark an abandoned plan, or an interrupted step, as failed",
      usage: "fail <plan> [step] [--reason TEXT]",
      words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
      options: { reason: { ...message, help: "why" } },
      load: () => import("./commands/fail.ts"),
    },
    {
      summary: "propose the text of a plan as a new one",
      usage: "clone <plan>",
      words: onePlan,
      load: () => import("./commands/clone.ts"),
    },
    {
      summary: "show the files that a plan or a step changed, as a patch",
      usage: "diff <plan> [step]",
      words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
      load: () => import("./commands/diff.ts"),
    },
    {
      summary: "roll back the files that a plan or a step changed",
      usage: "rollback <plan> [step] [--everything] [--yes]",
      words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
      options: {
        everything: { help: "restore all files of the project, also those that no step changed" },
        yes: { short: "y", help: "do not ask" },
      },
      load: () => import("./commands/rollback.ts"),
    },
    {
      summary: "print the output of a plan's steps",
      usage: "logs <plan> [step] [--attempt N]",
      words: { least: 1, most: 2, what: "a plan's id", complete: "plan", rest: [] },
      options: { attempt: { value: "N", from: 0, help: "the output of attempt N (default: the last)" } },
      load: () => import("./commands/logs.ts"),
    },
  ],
  Keep: [
    {
      summary: "the queue of approved plans: show, change or run it",
      usage: "queue [add|remove|up|down|first <plan>] [priority <plan> <n>] [clear] [run [--watch]]",
      words: {
        least: 0,
        most: 4,
        what: "",
        complete: ["list", "add", "remove", "up", "down", "first", "priority", "clear", "run"],
        rest: "plan",
      },
      options: {
        priority: { value: "N", help: "with add: the highest runs first (default: the plan's own, or 0)" },
        watch: { help: "with run: wait for more plans when the queue is empty" },
      },
      exits: "run: 0 all completed, 1 a plan failed, 3 a plan waits for a person",
      load: () => import("./commands/queue.ts"),
    },
    {
      summary: "move finished plans to the archive, or back",
      usage: "archive <plan …> | --finished [--older-than DAYS] [--undo]",
      words: { least: 0, most: 1000, what: "a plan's id", complete: "plan", looseIds: true },
      options: {
        finished: { help: "archive all plans that have ended" },
        "older-than": { value: "DAYS", from: 0, help: "with --finished: only plans that ended so many days ago" },
        undo: { help: "move plans out of the archive" },
      },
      load: () => import("./commands/archive.ts"),
    },
    {
      summary: "who did what, when; --verify checks every seal",
      usage: "audit [plan | agent] [--verify] [--since TIME] [--action LIST]",
      words: { least: 0, most: 1, what: "", complete: "plan", looseIds: true },
      options: {
        verify: { help: "check seals and heads, and name the first broken record of each journal" },
        since: { value: "TIME", help: "only records since this time (ISO)" },
        action: { multiple: true, value: "LIST", help: "only these actions, e.g. approved,rejected" },
      },
      load: () => import("./commands/audit.ts"),
    },
    {
      summary: "export a plan with its whole journal as JSON, or as a page for people",
      usage: "export <plan> [--jsonl | --html] [--out FILE]",
      words: onePlan,
      options: {
        jsonl: { help: "only its journal, one record a line, also while the plan runs" },
        html: { help: "one HTML file without scripts: asked, signed, done, checked and changed" },
        out: { short: "o", value: "FILE", complete: "file", help: "write it to FILE" },
      },
      load: () => import("./commands/export.ts"),
    },
  ],
  "Set up": [
    {
      summary: "tokens for approvers without a terminal",
      usage: "token create <name> [--access A] [--role R] [--days N] | list | revoke <id>",
      words: { least: 1, most: 2, what: "create, list or revoke", complete: ["create", "list", "revoke"] },
      options: {
        access: {
          value: "ACCESS",
          complete: ACCESSES,
          help: "viewer (looks), author (also proposes), approver (also signs and runs; the default) or admin (also tokens)",
        },
        role: { multiple: true, value: "ROLE", help: "a role of the approver" },
        days: { value: "N", from: 1, help: "the token expires after N days" },
      },
      load: () => import("./commands/token.ts"),
    },
    {
      summary: "the key that seals journals: show, rotate, move, adopt",
      usage: "key show | rotate | export --out FILE | import FILE | adopt [journal …] [--from DIR] [--missing]",
      words: {
        least: 1,
        most: 1000,
        what: "show, rotate, export, import or adopt",
        complete: ["show", "rotate", "export", "import", "adopt"],
        rest: "file",
      },
      options: {
        out: {
          short: "o",
          value: "FILE",
          complete: "file",
          help: "with export: write the keys to FILE, readable only by you",
        },
        from: { value: "DIR", complete: "directory", help: "with adopt: the former directory of the project" },
        missing: { help: "with adopt: accept the loss of every journal that is gone" },
        use: { help: "with import: seal with this key from now on" },
      },
      load: () => import("./commands/key.ts"),
    },
    {
      summary: "show the settings in force, their files and their problems",
      usage: "config [key]",
      words: { least: 0, most: 1, what: "", complete: "setting" },
      load: () => import("./commands/config.ts"),
    },
    {
      summary: "judge each tool call of Claude Code or Codex before it runs",
      usage: "hook claude-code | codex [--settings]",
      words: { least: 1, most: 1, what: "a host", complete: ["claude-code", "codex"] },
      options: { settings: { help: "print the entry for the host's settings" } },
      exits: "2 blocks the call",
      load: () => import("./commands/hook.ts"),
    },
    {
      summary: "the dashboard in a browser; runs its server if none runs",
      usage: "serve [dir …] [--open] [--port N] | --list | --stop",
      words: { least: 0, most: 1000, what: "", complete: "directory", rest: "directory" },
      options: {
        open: { help: "open the browser" },
        list: { help: "list the dashboards that run" },
        stop: { help: "stop the dashboard; the plans it runs are paused" },
        port: { value: "N", from: 1, to: 65535, help: "the port (default 7435, or the next free one)" },
        host: { value: "ADDRESS", help: "the address to listen on (default 127.0.0.1)" },
        public: { value: "URL", help: "the https address under which others reach it" },
        cert: { value: "FILE", complete: "file", help: "with --public: the certificate, as PEM" },
        key: { value: "FILE", complete: "file", help: "with --public: its key, as PEM" },
        "trusted-proxy": {
          multiple: true,
          value: "NETWORK",
          help: "with --public: a reverse proxy that ends TLS, such as 10.0.0.0/8",
        },
      },
      load: () => import("./commands/serve.ts"),
    },
    {
      summary: "run the Discord bot, with an agent in each channel",
      usage: "discord [--config FILE] [--check]",
      options: {
        config: {
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
      summary: "run a command in the read-only sandbox of plan mode",
      usage: "sandbox [--] <command …>",
      words: { least: 1, most: 10_000, what: "a command", rest: "file" },
      exits: "that of the command; 1 if there is no sandbox and the command did not run",
      load: () => import("./commands/sandbox.ts"),
    },
    {
      summary: "check settings, keys, journals, sandbox",
      usage: "doctor [--fix]",
      options: { fix: { help: "fix the index, permissions and .gitignore" } },
      load: () => import("./commands/doctor.ts"),
    },
    {
      summary: "a demonstration: a scripted model on a throwaway project",
      usage: "demo [--web]",
      options: { web: { help: "review in the browser: the dashboard instead of the terminal app" } },
      isStory: true,
      load: () => import("./commands/demo.ts"),
    },
    {
      summary: "print the completion script for bash, zsh or fish",
      usage: "completion bash | zsh | fish",
      words: { least: 1, most: 1, what: "bash, zsh or fish", complete: ["bash", "zsh", "fish"] },
      load: () => import("./commands/completion.ts"),
    },
    {
      summary: "help for a command",
      usage: "help [command]",
      words: { least: 0, most: 1, what: "", complete: "command" },
      load: () => import("./commands/help.ts"),
    },
  ],
};

const NO_WORDS = { least: 0, most: 0, what: "" };

export const COMMANDS: readonly CommandInfo[] = Object.entries(GROUPS).flatMap(([group, rows]) =>
  rows.map((row) => ({
    words: NO_WORDS,
    options: {},
    ...row,
    name: row.usage.split(" ", 1)[0] ?? "",
    group: group as Group,
  })),
);

export function findCommand(name: string): CommandInfo | undefined {
  return COMMANDS.find((command) => command.name === name);
}
