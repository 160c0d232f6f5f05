// Start-up of commands of the built package, in a project with 10 plans that are a day old, against bare Node doing nothing.
// Then what our extension costs pi. Fails when a promise is missed.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Desk } from "../src/desk/desk.ts";
import { localActor } from "../src/desk/persons.ts";
import { measureCommands } from "./startup/commands.ts";
import { measureExtension } from "./startup/extension.ts";

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
const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000);
const desk = new Desk({ directory: project, env, now: () => yesterday });
for (let index = 0; index < 10; index++) {
  await desk.propose({ title: `Plan ${index}`, steps: [{ description: "Do it" }] }, localActor(env));
}
const { rows } = await desk.plans({ limit: 50 });
desk.close();

const isFast = measureCommands({ installed, project, env, plan: rows[0]?.id ?? "", rounds: ROUNDS });
const isLight = await measureExtension({ installed, rounds: Math.ceil(ROUNDS / 5) });
if (!isFast || !isLight) process.exitCode = 1;
rmSync(project, { recursive: true, force: true });
