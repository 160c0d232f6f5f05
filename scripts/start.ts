// What `npm start` does: the terminal app; its demonstration where no model is configured, or there is no terminal.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { demo } from "../src/agent/demo/demo.ts";
import { hasProvider } from "../src/agent/demo/has-provider.ts";

const at = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const countersign = [process.execPath, at("bin/countersign.js")] as const;
const args = process.argv.slice(2);
const hasTerminal = Boolean(process.stdin.isTTY && process.stdout.isTTY);

process.exitCode = await start();

async function start(): Promise<number> {
  if (
    args.includes("--demo") ||
    (args.length === 0 && (!hasTerminal || (!(await hasProvider()) && (await isWanted()))))
  ) {
    return demo({ countersign, model: at("src/agent/demo/extension.ts") }, { hasTerminal });
  }
  if (args.length === 0) process.stdout.write("The demonstration with a scripted model: npm start -- --demo\n");
  const [node, ...program] = countersign;
  const app = spawn(node, [...program, ...args], { stdio: "inherit" });
  // The app is in the same group and hears of it itself.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => app.kill(signal));
  return new Promise((resolve) => app.on("exit", (code) => resolve(code ?? 1)));
}

async function isWanted(): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  process.stdout.write("No provider of models is configured for pi, so there is nobody to plan with yet.\n");
  try {
    const said = await asking.question("See the demonstration, with a scripted model on a throwaway project? [Y/n] ");
    return !/^\s*n/i.test(said);
  } finally {
    asking.close();
  }
}
