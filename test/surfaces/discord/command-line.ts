import { spawn } from "node:child_process";
import { createToken } from "../../../src/desk/tokens.ts";
import type { DiscordBench } from "./bench.ts";
import { elsewhere } from "./reviewing.ts";

const MAIN = new URL("../../../src/surfaces/cli/main.ts", import.meta.url).href;

/** `countersign …` in a process of its own, by carol, who holds a token with these roles. Both of what it prints. */
export async function commandLine(
  bench: DiscordBench,
  words: readonly string[],
  roles: readonly string[] = [],
): Promise<string> {
  const { desk, person } = elsewhere(bench);
  const { secret } = createToken(desk.homeDatabase(), { name: "carol", roles: [...roles] }, person, desk.at());
  const script = `const { main } = await import(${JSON.stringify(MAIN)}); process.exitCode = await main(${JSON.stringify(words)});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: bench.project.cwd,
    env: { ...process.env, ...bench.project.env, COUNTERSIGN_APPROVER_TOKEN: secret },
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (printed += String(part)));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve(printed));
  });
}
