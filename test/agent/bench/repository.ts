import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const made = new Map<string, string>();

/**
 * Makes a directory with these files in it a repository, with one commit of them. For the same files git is asked once in
 * each process: to start it four times takes longer than many a test.
 */
export function makeRepository(directory: string, files: Record<string, string>, env: NodeJS.ProcessEnv): void {
  const key = JSON.stringify(files);
  const from = made.get(key) ?? pattern(files, env);
  made.set(key, from);
  cpSync(join(from, ".git"), join(directory, ".git"), { recursive: true });
}

function pattern(files: Record<string, string>, env: NodeJS.ProcessEnv): string {
  const directory = mkdtempSync(join(tmpdir(), "countersign-repository-"));
  process.on("exit", () => rmSync(directory, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  }
  const git = (...args: string[]) => execFileSync("git", args, { cwd: directory, env: { ...process.env, ...env } });
  git("init", "--quiet", "--initial-branch=main", "--template=");
  git("add", "--all");
  const person = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org", "-c", "maintenance.auto=false"];
  git(...person, "commit", "--quiet", "--allow-empty", "--message", "The start");
  return directory;
}
