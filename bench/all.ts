import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

// Runs every benchmark beside this file, or those named, and fails if one of them misses what it promises.

const wanted = process.argv.slice(2);
const names = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith(".ts") && name !== "all.ts")
  .map((name) => name.slice(0, -".ts".length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

for (const name of names) {
  console.log(`\n${name}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
