import { homedir, userInfo } from "node:os";
import { resolve } from "node:path";
import { loadConfig } from "../../../desk/config.ts";
import { findHome } from "../../../desk/home.ts";
import { findProject } from "../../../desk/project.ts";
import { detectSandbox } from "../../../sandbox/detect.ts";
import { planningProfile, SecretDirectory } from "../../../sandbox/profile.ts";
import { type Ran, type RunOptions, runInSandbox } from "../../../sandbox/run.ts";
import type { WorkingSandbox } from "../../../sandbox/sandbox.ts";
import type { Run } from "../commands.ts";
import { type Reply, refused } from "../reply.ts";
import { sandboxCache } from "../sandbox-checks.ts";
import type { Session } from "../session.ts";
import { shellLine } from "../shell-line.ts";

/** Runs a command as planning would: its output is the answer, its exit code is ours. */
export const run: Run = async (session, { words }) => {
  const project = findProject(session.directory);
  const home = findHome(session.env).directory;
  const sandbox = await detectSandbox({ env: session.env, project, cache: sandboxCache(home) });
  if (sandbox.works) return inside(session, sandbox, words, project);
  const { code, reason, hint, detail } = sandbox.failure;
  return refused({
    kind: "no_sandbox",
    message: `There is no sandbox: ${reason}. Nothing was run.`,
    hint,
    facts: { code, ...(detail && { detail }) },
  });
};

async function inside(session: Session, sandbox: WorkingSandbox, words: string[], project: string): Promise<Reply> {
  const { env } = session;
  const home = findHome(env);
  const { config } = loadConfig({ projectDir: project, userFile: home.config });
  try {
    const profile = planningProfile({
      cwd: resolve(session.directory),
      homes: homes(),
      // Also where it would be without COUNTERSIGN_HOME.
      secret: [home.directory, findHome({}).directory],
      network: config.planning.network,
      reveal: config.planning.reveal,
    });
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

function homes(): string[] {
  try {
    return [...new Set([homedir(), userInfo().homedir])];
  } catch {
    return [homedir()];
  }
}

/** Something that was killed has no code of its own. */
function exitOf({ code }: Ran): number {
  return code ?? 137;
}
