import { resolve } from "node:path";
import type { Desk } from "../../../desk/desk.ts";
import { machineSandbox, profileOf } from "../../../run/project-sandbox.ts";
import { SecretDirectory } from "../../../sandbox/profile.ts";
import { type Ran, type RunOptions, runInSandbox } from "../../../sandbox/run.ts";
import type { WorkingSandbox } from "../../../sandbox/sandbox.ts";
import type { Run } from "../commands.ts";
import { type Reply, refused } from "../reply.ts";
import type { Session } from "../session.ts";
import { shellLine } from "../shell-line.ts";

/** Runs a command in the sandbox of plan mode; prints its output, and ends with its exit code. */
export const run: Run = async (session, { words }) => {
  const desk = await session.desk();
  const sandbox = await machineSandbox(desk, session.env);
  if (sandbox.works) return inside(session, desk, sandbox, words);
  const { code, reason, hint, detail } = sandbox.failure;
  return refused({
    kind: "no_sandbox",
    message: `There is no sandbox: ${reason}. The command did not run.`,
    hint,
    facts: { code, ...(detail && { detail }) },
  });
};

async function inside(session: Session, desk: Desk, sandbox: WorkingSandbox, words: string[]): Promise<Reply> {
  const { env } = session;
  try {
    const profile = profileOf(desk, "planning", resolve(session.directory));
    const heard = { stdout: "", stderr: "" };
    const output: RunOptions["output"] = session.json
      ? { stdout: (chunk) => (heard.stdout += chunk), stderr: (chunk) => (heard.stderr += chunk) }
      : "inherit";
    const ran = await runInSandbox(shellLine(words), profile, { sandbox, env, output });
    return { ok: true, json: session.json ? { ...heard, code: ran.code } : {}, text: "", exit: exitOf(ran) };
  } catch (error) {
    if (error instanceof SecretDirectory) return refused({ kind: "inside_home", message: error.message });
    throw error;
  }
}

/** A killed command has no code: 128 and the number of SIGKILL. */
function exitOf({ code }: Ran): number {
  return code ?? 137;
}
