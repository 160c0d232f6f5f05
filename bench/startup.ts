// Start-up of `countersign plans` (the built package, in a project with 10 plans) against bare Node doing nothing.
// Whole processes, interleaved, so that both see the same machine; the ratio is of the medians. Then what our extension
// costs pi.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Desk } from "../src/desk/desk.ts";
import { localActor } from "../src/desk/persons.ts";
import { measureExtension } from "./startup/extension.ts";
import { median } from "./startup/median.ts";

const ROUNDS = Number(process.env["ROUNDS"] ?? 60);
const root = fileURLToPath(new URL("..", import.meta.url));
const build = spawnSync(process.execPath, [join(root, "scripts", "build.ts")], { stdio: "inherit" });
if (build.status !== 0) process.exit(1);

const project = mkdtempSync(join(tmpdir(), "countersign-bench-"));
const installed = join(project, "package");
for (const part of ["bin", "dist", "skills", "package.json"])
  cpSync(join(root, part), join(installed, part), { recursive: true });
symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
const env = { PATH: process.env["PATH"], COUNTERSIGN_HOME: join(project, "home") };
const desk = new Desk({ directory: project, env });
for (let index = 0; index < 10; index++) {
  await desk.propose({ title: `Plan ${index}`, steps: [{ description: "Do it" }] }, localActor(env));
}
await desk.plans({ limit: 50 });
desk.close();

const contestants: Record<string, string[]> = {
  "bare node": ["-e", "0"],
  "countersign plans": [join(installed, "bin", "countersign.js"), "plans", "--dir", project],
};
const times = new Map(Object.keys(contestants).map((name) => [name, [] as number[]]));
for (let round = -3; round < ROUNDS; round++) {
  for (const [name, args] of Object.entries(contestants)) {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    if (round >= 0) times.get(name)?.push(performance.now() - start);
  }
}
const bare = median(times.get("bare node") ?? []);
const ours = median(times.get("countersign plans") ?? []);
console.log(`bare node          ${bare.toFixed(1)} ms`);
console.log(`countersign plans  ${ours.toFixed(1)} ms`);
console.log(`ratio              ${(ours / bare).toFixed(2)} (wanted: at most 2)`);
const isLight = await measureExtension({ installed, rounds: Math.ceil(ROUNDS / 5) });
if (!isLight) process.exitCode = 1;
rmSync(project, { recursive: true, force: true });
