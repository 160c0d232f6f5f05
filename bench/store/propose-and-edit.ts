import { execFileSync } from "node:child_process";
import {
  closeSync,
  fdatasyncSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { Desk } from "../../src/desk/desk.ts";
import { localActor } from "../../src/desk/persons.ts";
import { benchPlan } from "./bench-plan.ts";

const WARM = 30;
const TIMES = 100;
const FILES = 2_000;

/**
 * How long a desk that is at work takes to propose and to edit, in a git repository with some files; and how long the disk
 * alone takes for what both have to wait for. Of each the lower quartile: what else the machine does only makes it longer.
 */
export async function proposeAndEdit(project: string): Promise<Record<string, number>> {
  makeRepository(project);
  const desk = new Desk({ directory: project });
  const by = localActor({});
  const times = { propose: [] as number[], edit: [] as number[], disk: [] as number[] };
  for (let n = -WARM; n < TIMES; n++) {
    const id = `PLAN-e${(n + WARM).toString(16).padStart(7, "0")}`;
    const start = performance.now();
    const proposed = await desk.propose(benchPlan(id, n), by);
    const between = performance.now();
    const edited = await desk.edit(id, benchPlan(id, n + 1000), by);
    const end = performance.now();
    if (!proposed.ok || !edited.ok) throw new Error(JSON.stringify({ proposed, edited }));
    writeAsOneCommit(join(project, ".pi"), Buffer.from(benchPlan(id, n)));
    if (n < 0) continue;
    times.disk.push(performance.now() - end);
    times.propose.push(between - start);
    times.edit.push(end - between);
  }
  desk.close();
  const quartile = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 2] ?? 0;
  return { propose: quartile(times.propose), edit: quartile(times.edit), disk: quartile(times.disk) };
}

function makeRepository(project: string): void {
  for (let n = 0; n < FILES; n++) {
    const directory = join(project, "src", String(n % 40));
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, `${n}.ts`), "");
  }
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", project, "-c", "user.name=a", "-c", "user.email=a@example.org", ...args]);
  git("init", "--quiet");
  git("add", "src");
  git("commit", "--quiet", "--message", "Files");
}

/** What a commit has the disk do: a text is staged, a record and a head are written, and the text is moved into place. */
function writeAsOneCommit(root: string, text: Buffer): void {
  const staged = join(root, "staged");
  mkdirSync(staged);
  writeSynced(join(staged, "text"), text);
  for (const directory of [staged, root]) syncDirectory(directory);
  writeSynced(join(root, "record"), text);
  syncDirectory(root);
  writeSynced(join(root, "head"), text.subarray(0, 100));
  renameSync(join(staged, "text"), join(root, "text"));
  syncDirectory(root);
  rmSync(staged, { recursive: true });
}

function writeSynced(file: string, bytes: Buffer): void {
  const descriptor = openSync(file, "a");
  writeSync(descriptor, bytes);
  fdatasyncSync(descriptor);
  closeSync(descriptor);
}

function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
