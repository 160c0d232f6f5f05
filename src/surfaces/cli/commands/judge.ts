import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { defined } from "../../../plan/defined.ts";
import { judge } from "../../../policy/judge.ts";
import type { Situation } from "../../../policy/situation.ts";
import type { ToolCall } from "../../../policy/tool.ts";
import type { Verdict } from "../../../policy/verdict.ts";
import { type Arguments, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { jsonLines } from "../json-lines.ts";
import { printError } from "../output.ts";
import { printed, type Reply, refused, usage } from "../reply.ts";
import type { Session } from "../session.ts";
import { shellLine } from "../shell-line.ts";
import { problemsText } from "../text/problems-text.ts";
import { verdictText } from "../text/verdict-text.ts";

/** Prints the policy's verdict on a call. Runs nothing and records nothing. */
export const run: Run = async (session, args) => {
  const call = callOf(args);
  if (call !== "batch" && "ok" in call) return call;
  const situation = await situationFor(session, args);
  if ("ok" in situation) return situation;
  // Wrong settings are not applied; those in force without them are at least as strict as the defaults.
  const { problems } = (await session.desk()).configuration;
  if (call === "batch") {
    if (problems.length > 0) printError(problemsText(problems));
    return batch(situation);
  }
  const verdict = judge(call, situation);
  return {
    ok: true,
    json: { ...verdict },
    text: verdictText(verdict, session.style, session.width),
    warnings: problems,
    exit: EXITS[verdict.verdict],
  };
};

const EXITS = { allow: 0, deny: 1, confirm: 3 };

async function situationFor(session: Session, args: Arguments): Promise<Situation | Reply> {
  const mode = text(args, "phase") ?? (text(args, "plan") === undefined ? "planning" : "executing");
  if (mode !== "planning" && mode !== "executing")
    return usage(`There is no phase "${mode}".`, "One of: planning, executing.");
  if (mode === "planning" && text(args, "plan") !== undefined) return usage("--plan belongs to --phase executing.");
  if (text(args, "step") !== undefined && text(args, "plan") === undefined)
    return usage("--step needs the plan of the step.", "--plan PLAN-… --step ID");
  const stated = text(args, "sandbox");
  if (stated !== undefined && stated !== "on" && stated !== "off") return usage("--sandbox needs on or off.");
  const desk = await session.desk();
  const { situationToJudge } = await import("../../../acts/situation-to-judge.ts");
  const situation = await situationToJudge(desk, session.env, {
    mode,
    ...{ plan: text(args, "plan"), step: text(args, "step"), sandbox: stated },
    cwd: realpathSync(resolve(session.directory)),
  });
  return situation.ok ? situation.value : refused(situation.refusal);
}

function callOf(args: Arguments): ToolCall | "batch" | Reply {
  const tool = text(args, "tool");
  if (args.options["batch"] === true) {
    if (args.words.length === 0 && tool === undefined) return "batch";
    return usage("With --batch the calls come from standard input, not from the command line.");
  }
  const [given, source] = [text(args, "input"), text(args, "source")];
  if (tool === undefined) {
    if (given !== undefined || source !== undefined) return usage("--input and --source belong to a --tool.");
    if (args.words.length === 0) return usage("There is no command to judge.", "countersign judge -- git status");
    return shellCall(shellLine(args.words));
  }
  if (args.words.length > 0) return usage("Give a command line or --tool, not both.");
  const input = readInput(given ?? "{}");
  if (input === undefined) return usage("--input needs a JSON object.", `--input '{"path": "README.md"}'`);
  return { tool, input, ...defined({ source }) };
}

function shellCall(command: string): ToolCall {
  return { tool: "bash", source: "pi", input: { command } };
}

function readInput(json: string): Record<string, unknown> | undefined {
  try {
    return objectOf(JSON.parse(json));
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** One verdict a line. A malformed line is denied. */
async function batch(situation: Situation): Promise<Reply> {
  const judged = await jsonLines(callIn, (call) => {
    if (call === undefined) return { verdict: "deny", code: "UNREADABLE", rule: "input", reason: WRONG_LINE };
    const { verdict, code, rule, reason, hint, where, span, wouldDeny }: Verdict = judge(call, situation);
    return { verdict, code, rule, reason, hint, where, span, wouldDeny };
  });
  if (judged > 0) return printed();
  return refused({ kind: "unreadable_input", message: "Standard input has no valid line.", hint: WRONG_LINE });
}

const WRONG_LINE =
  'A line is one JSON object: {"cmd": "git status"} or {"tool": "read", "input": {"path": "README.md"}}';

/** Exactly one of `cmd` and `tool`, with fields of the right types; any other line is malformed. */
function callIn(line: unknown): ToolCall | undefined {
  const { cmd, tool, source, input, readOnlyHint } = objectOf(line) ?? {};
  if (typeof cmd === "string") return tool === undefined ? shellCall(cmd) : undefined;
  const given = input === undefined ? {} : objectOf(input);
  const isReadable = typeof tool === "string" && (source === undefined || typeof source === "string");
  if (!isReadable || given === undefined || cmd !== undefined) return undefined;
  return {
    tool,
    input: given,
    ...defined({ source }),
    ...(readOnlyHint === true && { readOnlyHint }),
  };
}
