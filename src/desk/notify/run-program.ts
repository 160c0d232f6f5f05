import { type ChildProcess, spawn } from "node:child_process";
import { homedir } from "node:os";
import { isAbsolute } from "node:path";
import { visible } from "../../plan/visible.ts";
import { pathOutside } from "../tree/path-outside.ts";
import type { Notice } from "./notice.ts";

/**
 * Runs the user's program with the notice on its standard input, and says what went wrong. Not in the project, and with
 * nothing of it in the PATH: a cloned repository must not choose what runs.
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
    // A group of its own, so that what it starts ends with it when its time is up.
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
      // It ended, and only what it left running holds on to its output.
      else child.stderr.destroy();
    }, mostMs);
    const said: Buffer[] = [];
    child.stderr.on("data", (chunk: Buffer) => {
      if (said.length < 10) said.push(chunk);
    });
    // It need not read what it is told.
    child.stdin.on("error", () => {});
    child.stdin.end(`${JSON.stringify(notice)}\n`);
    const settle = (wrong: string | undefined) => {
      clearTimeout(timer);
      // What it left running may hold on to it.
      child.stderr.destroy();
      resolve(wrong);
    };
    child.once("error", (error) => settle(`${name} cannot be run: ${(error as NodeJS.ErrnoException).code}`));
    child.once("exit", (code) => {
      if (isLate) settle(`${name} took longer than ${mostMs / 1000} s and was ended`);
      else if (code === 0) settle(undefined);
    });
    // It failed, and has said all it had to say.
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

/** Ours without the approver's token: whoever is told of a request need not be one who answers it. */
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
    COUNTERSIGN_ANSWER: notice.answer,
  };
}
