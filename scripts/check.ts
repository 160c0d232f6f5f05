// Everything that must hold besides the tests: one line each, and the output of what failed.
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

interface Check {
  name: string;
  command: string[];
  /** Runs only if this one succeeded. */
  after?: string;
}

const root = fileURLToPath(new URL("../", import.meta.url));
const bin = (name: string, ...args: string[]): string[] => [`node_modules/.bin/${name}`, ...args];
const rules = ["boundaries", "exports", "package", "words"].map((name) => `test/${name}.test.ts`);

const checks: Check[] = [
  { name: "types", command: bin("tsc", "-p", ".") },
  { name: "types of the page", command: bin("tsc", "-p", "src/surfaces/web/page") },
  { name: "lint and format", command: bin("biome", "ci", "--colors=off", ".") },
  { name: "unused code", command: bin("knip") },
  { name: "boundaries, exports, package, words", command: bin("vitest", "run", ...rules) },
  { name: "build", command: ["scripts/build.ts"] },
  { name: "publishable", command: bin("publint", "run", "--strict"), after: "build" },
];

process.exitCode = (await runAll(checks)) ? 0 : 1;

async function runAll(all: readonly Check[]): Promise<boolean> {
  const results = new Map<string, Promise<boolean>>();
  const room = semaphore(availableParallelism());
  for (const { name, command, after } of all) {
    const before = after === undefined ? Promise.resolve(true) : (results.get(after) ?? Promise.resolve(false));
    results.set(
      name,
      before.then((ready) => (ready ? room(() => run(name, command)) : notRun(name, after))),
    );
  }
  return (await Promise.all(results.values())).every((ok) => ok);
}

function notRun(name: string, after: string | undefined): boolean {
  console.log(`- ${name}: not run, ${after} failed`);
  return false;
}

function run(name: string, command: readonly string[]): Promise<boolean> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    const done = (ok: boolean): void => {
      console.log(`${ok ? "✓" : "✗"} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`);
      if (!ok) console.log(output.trimEnd().replace(/^/gm, "    "));
      resolve(ok);
    };
    child.on("error", (error) => {
      output += error.message;
      done(false);
    });
    child.on("close", (code) => done(code === 0));
  });
}

function semaphore(places: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = places;
  return async (task) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
