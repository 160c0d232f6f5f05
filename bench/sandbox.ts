// What the sandbox costs a command: `bash -c true` started by Node, plain and in both profiles of every sandbox that works
// here, and what comes before the first command: finding out whether there is one, by trying it, and by what is remembered.
// Interleaved, so that all see the same machine; medians.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { matchesFiles } from "../src/desk/matches-files.ts";
import { findCandidates } from "../src/sandbox/candidate.ts";
import { detectSandbox } from "../src/sandbox/detect.ts";
import { executingProfile, planningProfile } from "../src/sandbox/profile.ts";
import { recall, remember } from "../src/sandbox/remembered-sandbox.ts";
import { runInSandbox } from "../src/sandbox/run.ts";
import { wrapCommand } from "../src/sandbox/wrap.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 200);
const started = performance.now();
const sandbox = await detectSandbox();
const detection = performance.now() - started;
if (!sandbox.works) {
  console.log(`SKIPPED: ${sandbox.failure.reason}. ${sandbox.failure.hint}`);
  process.exit();
}
const found = await Promise.all((["bubblewrap", "util-linux"] as const).map((by) => detectSandbox({ by })));
const working = found.filter((one) => one.works);

const directory = mkdtempSync(join(process.env["PLACE"] ?? tmpdir(), "countersign-bench-"));
// As in a real project: nothing protected is missing.
for (const name of [".pi/plans", ".git/hooks"]) mkdirSync(join(directory, name), { recursive: true });
writeFileSync(join(directory, ".git/config"), "");
const around = { cwd: directory, homes: [homedir()], secret: [] };
const output = { stdout: () => {}, stderr: () => {} };
const contestants: Record<string, () => Promise<unknown>> = {
  "bash -c true": async () => {
    const child = spawn("/bin/bash", ["--norc", "--noprofile", "-c", "true"], { stdio: ["ignore", "pipe", "pipe"] });
    await once(child, "close");
  },
};
for (const one of working) {
  const executing = () => executingProfile({ ...around, project: directory });
  contestants[`… planning, ${one.by}`] = () => runInSandbox("true", planningProfile(around), { sandbox: one, output });
  contestants[`… executing, ${one.by}`] = () => runInSandbox("true", executing(), { sandbox: one, output });
}
contestants["laying it out"] = async () => void wrapCommand(["true"], planningProfile(around), sandbox);
if (sandbox.by !== "seatbelt") {
  const file = join(directory, "sandbox.json");
  const candidates = findCandidates(process.env["PATH"], directory);
  remember(file, sandbox, candidates);
  contestants["remembering it"] = async () => void recall(file, candidates);
}

/** Directories that another step writes in at the same time, by the number of files in them that are not the step's. */
const SHARED = [10, 100, 500];
for (const count of SHARED) {
  mkdirSync(join(directory, `out${count}`));
  for (let at = 0; at < count; at++) writeFileSync(join(directory, `out${count}`, String(at)), "");
  const [files, others] = [["mine"], ["other"]].map((names) => names.map((name) => `out${count}/${name}`));
  const scratch = join(directory, ".pi/plans/.state/apart");
  const beside = { files: [others ?? []], matches: matchesFiles, scratch };
  for (const one of working) {
    const profile = () => executingProfile({ ...around, project: directory, files: files ?? [], beside });
    contestants[`… beside ${count}, ${one.by}`] = () => runInSandbox("true", profile(), { sandbox: one, output });
  }
}

const times = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]));
for (let round = -5; round < ROUNDS; round++) {
  for (const [name, run] of Object.entries(contestants)) {
    // Long ones less often.
    if (name.includes("beside") && round % 10 !== 0) continue;
    const start = performance.now();
    await run();
    if (round >= 0) times.get(name)?.push(performance.now() - start);
  }
}
rmSync(directory, { recursive: true, force: true });

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const plain = median(times.get("bash -c true") ?? []);
for (const [name, all] of times) {
  const ms = median(all);
  const beside = name.startsWith("…") ? `  +${(ms - plain).toFixed(1)} ms, ratio ${(ms / plain).toFixed(1)}` : "";
  console.log(`${name.padEnd(26)} ${ms.toFixed(ms < 1 ? 2 : 1).padStart(6)} ms${beside}`);
}
console.log(
  `${"finding it".padEnd(26)} ${detection.toFixed(1).padStart(6)} ms, once per process, or once per hour where it is remembered`,
);
