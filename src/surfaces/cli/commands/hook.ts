import { readSync, writeSync } from "node:fs";
import { Desk } from "../../../desk/desk.ts";
import { type JudgedCall, judgeCall } from "../../../desk/judge-call.ts";
import { type DeskRefusal, type Outcome, yes } from "../../../desk/outcome.ts";
import { findProject } from "../../../desk/project.ts";
import { modeOf } from "../../../desk/situation.ts";
import { refusalLines } from "../../../lifecycle/next-action.ts";
import { isError } from "../../../plan/problem.ts";
import { verdictMessage } from "../../../policy/verdict-message.ts";
import { findProgram } from "../../../sandbox/find-program.ts";
import { callAction } from "../call-action.ts";
import { type Arguments, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { HOOK_HOSTS, type HookHost, isHookHost } from "../hook-host.ts";
import { type HookQuestion, readQuestion } from "../hook-question.ts";
import { printed, type Reply, reply, usage } from "../reply.ts";

// No model writes a call of this size.
const LARGEST = 32_000_000;

/**
 * Judges a call of another host by the state of that session, and answers in the host's format. Hosts run the call when a
 * hook crashes, so every error here blocks: exit code 2, with the reason for the model.
 */
export const run: Run = async ({ env, isTerminal }, args) => {
  const [name = ""] = args.words;
  if (!isHookHost(name))
    return blocked(`countersign hook knows ${Object.keys(HOOK_HOSTS).join(" and ")}, not "${name}".`);
  if (args.options["settings"] === true) {
    const settings = hookSettings(name, env);
    return reply(settings, `${JSON.stringify(settings, null, 2)}\n`);
  }
  if (isTerminal)
    return usage(
      "The host calls this hook, with the call on standard input.",
      `To set it up: countersign hook ${name} --settings`,
    );
  try {
    const asked = readQuestion(readAll(LARGEST), name);
    // No call waits for an answer.
    if (asked === undefined) return said();
    return await answered(HOOK_HOSTS[name], asked, args, env);
  } catch (error) {
    return blocked(`Countersign could not judge this call: ${error instanceof Error ? error.message : String(error)}.`);
  }
};

async function answered(host: HookHost, asked: HookQuestion, args: Arguments, env: NodeJS.ProcessEnv): Promise<Reply> {
  const found = await deskOf(host, asked, args, env);
  if (!found.ok) return blocked(textOf(found.refusal));
  const desk = found.value;
  const wrong = desk.configuration.problems.find(isError);
  if (wrong !== undefined)
    return blocked(`The configuration has errors (${wrong.message}), so every call is blocked: countersign config`);
  const judged = await judgeCall(desk, asked.agent, asked.call, {
    // The host runs the commands, and not in our sandbox: an allowed command must be harmless without one.
    sandbox: desk.configuration.config.sandbox === "require" ? "missing" : "off",
    shell: host.shell(env),
    cwd: asked.cwd,
    isPlanning: asked.isPlanning,
    ...(host.keyboard && { keyboard: true }),
    ...(asked.isPlanning && host.planFiles && { planFiles: host.planFiles() }),
  });
  if (!judged.ok) return blocked(textOf(judged.refusal));
  const decision = host.answer(judged.value.verdict);
  // Without an answer the host's own permissions decide.
  return decision === undefined ? said() : said(answerOf(decision, judged.value));
}

/**
 * The desk that knows the session: that of its own directory, else that of the directory in which the call would run. The
 * model chooses the latter, and must not escape plan mode by choosing another project.
 */
async function deskOf(
  host: HookHost,
  { agent, cwd }: HookQuestion,
  args: Arguments,
  env: NodeJS.ProcessEnv,
): Promise<Outcome<Desk>> {
  const given = text(args, "dir");
  const desk = new Desk({ directory: given ?? host.directory(env) ?? cwd, env });
  if (given !== undefined || desk.project === findProject(cwd)) return yes(desk);
  const there = new Desk({ directory: cwd, env });
  for (const place of [desk, there]) {
    const known = await place.agent(agent);
    if (!known.ok) return known;
    if (modeOf(known.value) !== "none") return yes(place);
  }
  return yes(desk);
}

function answerOf(permissionDecision: "deny" | "ask", { verdict, unrecorded }: JudgedCall): object {
  const lost = unrecorded && `(This was not recorded: ${unrecorded})`;
  const permissionDecisionReason = [verdictMessage(verdict), lost].filter(Boolean).join("\n");
  return { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason } };
}

/** Throws if the answer cannot be written: the host would take silence for an approval. */
function said(answer?: object): Reply {
  if (answer !== undefined) writeSync(1, `${JSON.stringify(answer)}\n`);
  return printed();
}

function textOf(refusal: DeskRefusal): string {
  return refusalLines(refusal, callAction).join("\n");
}

function blocked(reason: string): Reply {
  try {
    writeSync(2, `${reason}\n`);
  } catch {
    // Standard error is closed; the exit code blocks the call without a reason.
  }
  return printed(2);
}

/**
 * The entry for a host's settings. Hosts run the call when a hook crashes, is missing or times out; the line around the hook
 * turns each of these into a block. Its own time-out is shorter than the host's.
 */
function hookSettings(host: string, env: NodeJS.ProcessEnv): Record<string, unknown> {
  // macOS has no `timeout`, but perl.
  const limited = findProgram("timeout", env["PATH"]) ? "timeout 20" : "perl -e 'alarm 20; exec @ARGV'";
  const failed = '{ [ $? -eq 2 ] || echo "Countersign could not judge this call, so it is blocked." >&2; exit 2; }';
  const command = `${limited} countersign hook ${host} || ${failed}`;
  return { hooks: { PreToolUse: [{ matcher: "*", hooks: [{ type: "command", command, timeout: 30 }] }] } };
}

/** All of standard input, also from a non-blocking pipe; throws if it is more than `most` bytes. */
function readAll(most: number): string {
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(65_536);
    const read = readSome(part);
    if (read === 0) return Buffer.concat(parts).toString("utf8");
    parts.push(part.subarray(0, read));
    length += read;
    if (length > most) throw new Error(`standard input is larger than ${most} bytes`);
  }
}

function readSome(into: Buffer): number {
  for (;;) {
    try {
      return readSync(0, into, 0, into.length, null);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
