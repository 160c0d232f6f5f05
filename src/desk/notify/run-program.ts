import { type ChildProcess, spawn } from "node:child_process";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { visible } from "../../plan/visible.ts";
import { pathOutside } from "../tree/path-outside.ts";
import type { Notice } from "./notice.ts";

/**
 * Runs the user's program with the notice on its standard input, and returns the error. Not in the project, and with
 * no project directory in the PATH: a cloned repository must not choose what runs.
 */
export function runProgram(
  [name = "", ...args]: readonly string[],
  notice: Notice,
  { project, mostMs }: { project: string; mostMs: number },
): Promise<string | undefined> {
  const file = name.startsWith("~/") ? `${homedir()}${name.slice(1)}` : name;
  if (file === "" || (file.includes("/") && !isAbsolute(file))) {
    return Promise.resolve(`${JSON.stringify(name)} is no program: write a name, an absolute path, or one from ~/`);
  }
  return new Promise((resolve) => {
    // A process group of its own, so that its children end with it after the time limit.
    const child = spawn(file, args, {
      cwd: homedir(),
      env: environmentFor(notice, project),
      stdio: ["pipe", "ignore", "pipe"],
      detached: true,
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = child.exitCode === null && child.signalCode === null;
      if (isLate) killGroup(child);
      // It ended; only its children hold the output open.
      else child.stderr.destroy();
    }, mostMs);
    const said: Buffer[] = [];
    child.stderr.on("data", (chunk: Buffer) => {
      if (said.length < 10) said.push(chunk);
    });
    // It need not read its input.
    child.stdin.on("error", () => {});
    child.stdin.end(`${JSON.stringify(notice)}\n`);
    const settle = (wrong: string | undefined) => {
      clearTimeout(timer);
      // Its children may hold the pipe open.
      child.stderr.destroy();
      resolve(wrong);
    };
    child.once("error", (error) => settle(`${name} cannot be run: ${(error as NodeJS.ErrnoException).code}`));
    child.once("exit", (code) => {
      if (isLate) settle(`${name} took longer than ${mostMs / 1000} s and was ended`);
      else if (code === 0) settle(undefined);
    });
    // It failed, and its output is complete.
    child.once("close", (code, signal) => {
      const [line = ""] = Buffer.concat(said).toString("utf8").trim().split("\n");
      settle(`${name} ended with ${code ?? signal}${line === "" ? "" : `: ${visible(line.slice(0, 300))}`}`);
    });
  });
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

/** Our environment without the approver's token: the recipient of a notice need not be an approver. */
function environmentFor(notice: Notice, project: string): NodeJS.ProcessEnv {
  const { COUNTERSIGN_APPROVER_TOKEN: _, ...env } = process.env;
  return {
    ...env,
    PATH: pathOutside(project, env["PATH"]),
    COUNTERSIGN_REQUEST: notice.id,
    COUNTERSIGN_KIND: notice.kind,
    COUNTERSIGN_PLAN: notice.plan_id ?? "",
    COUNTERSIGN_TITLE: notice.title ?? "",
    COUNTERSIGN_TEXT: notice.text,
    COUNTERSIGN_ANSWER: notice.answer ?? "",
  };
}
