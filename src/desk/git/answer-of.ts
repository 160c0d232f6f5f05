import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { GitFailed } from "./git-failed.ts";
import { LARGEST_ANSWER } from "./launch-git.ts";

/** Git's output, one character for each byte: all of it, or the first `most` bytes. Throws `GitFailed`. */
export async function answerOf(
  child: ChildProcessWithoutNullStreams,
  input = "",
  most = Number.POSITIVE_INFINITY,
): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout.on("data", (chunk: Buffer) => {
    if (size < most) chunks.push(chunk);
    size += chunk.length;
    if (size >= Math.min(most, LARGEST_ANSWER)) child.kill("SIGKILL");
  });
  const ended = endOf(child);
  child.stdin.end(Buffer.from(input, "latin1"));
  const { code, said } = await ended;
  if (code !== 0 && size < most) throw new GitFailed(code, said);
  return Buffer.concat(chunks).subarray(0, most).toString("latin1");
}

/** Its exit code, or why it could not start; and the end of its error output. */
export function endOf(child: ChildProcessWithoutNullStreams): Promise<{ code: number | string | null; said: string }> {
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = (said + chunk.toString("utf8")).slice(-2_000);
  });
  // A closed pipe shows in its exit code.
  child.stdin.on("error", () => {});
  return new Promise((resolve) => {
    child.on("error", (error) => resolve({ code: "code" in error ? String(error.code) : null, said: error.message }));
    child.on("close", (code) => resolve({ code, said: said.trim() || `git ended with exit code ${code}` }));
  });
}
