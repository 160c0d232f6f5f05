// What `npm start` does: the terminal app; its demonstration where no model is configured, or there is no terminal. With
// `--web` the demonstration of the dashboard.
import { spawn } from "node:child_process";
import { constants } from "node:os";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { demo } from "../src/surfaces/cli/demo/demo.ts";
import type { Program } from "../src/surfaces/cli/demo/program.ts";
import { modelSources } from "../src/surfaces/cli/model-sources.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const countersign = [process.execPath, `${root}bin/countersign.js`] as const;
const args = process.argv.slice(2);
const isWeb = args.includes("--web");
const again = isWeb ? "npm start -- --web" : "npm start -- --demo";
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const OFFERS = [
  "The dashboard in a browser: /plan web in the app, or npm start -- serve --open",
  "A demonstration with a scripted model: npm start -- --demo, or -- --web in the browser",
];
const hasTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY);

process.exitCode = (await isForDemo())
  ? await demo(prepare, { hasTerminal, isWeb, again, install: "npm install -g countersign" })
  : await app();

async function isForDemo(): Promise<boolean> {
  if (args.length > 0) return isWeb || args.includes("--demo");
  return !hasTerminal || (modelSources(process.env).length === 0 && (await isWanted()));
}

async function isWanted(): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const leave = (code: number): never => {
    // The terminal is as it was before the question, and the cursor below it.
    asking.close();
    process.stdout.write("\n");
    process.exit(code);
  };
  const interrupt = (signal: NodeJS.Signals = "SIGINT") => leave(128 + constants.signals[signal]);
  asking.once("SIGINT", interrupt);
  for (const signal of SIGNALS) process.on(signal, interrupt);
  process.stdout.write("pi has no model yet, and an agent needs one to plan with.\n");
  try {
    const said = await asking.question("See the demonstration, with a scripted model on a throwaway project? [Y/n] ");
    return !/^\s*n/i.test(said);
  } catch {
    // Ctrl+D.
    return leave(0);
  } finally {
    asking.close();
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}

async function prepare(backstage: string): Promise<Program> {
  if (hasTerminal) process.stdout.write("One moment …\n");
  try {
    const { throwawayPackage } = await import("./throwaway-package.ts");
    return await throwawayPackage(root, backstage, isWeb);
  } catch (error) {
    process.stderr.write(`It starts from the sources, which takes longer: ${(error as Error).message}\n`);
    const [cli, web] = [`${root}src/surfaces/cli/demo`, `${root}src/surfaces/web`];
    return { countersign, model: `${cli}/extension.ts`, dashboard: [`${cli}/dashboard.ts`, `${web}/main.ts`] };
  }
}

function app(): Promise<number> {
  if (args.length === 0) process.stdout.write(`${OFFERS.join("\n")}\n`);
  const [node, ...program] = countersign;
  const child = spawn(node, [...program, ...args], { stdio: "inherit" });
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) =>
    child.on("exit", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"])),
  );
}
