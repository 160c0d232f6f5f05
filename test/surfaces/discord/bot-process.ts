import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FauxResponseStep } from "@earendil-works/pi-ai";
import { afterTest } from "../../agent/bench/after-test.ts";
import type { DiscordBench } from "./bench.ts";
import type { BotProcessOptions } from "./bot.process.ts";

export interface BotProcess {
  /** Ends it without a word, as a crash does. */
  kill(): Promise<void>;
}

/** Starts a bot for #general in a process of its own. Comes back when it listens. */
export async function startBotProcess(
  { discord, project, general }: DiscordBench,
  responses: FauxResponseStep[],
  more: Pick<BotProcessOptions, "tokensPerSecond"> = {},
): Promise<BotProcess> {
  const { cwd: directory, agentDir, env } = project;
  const { api, token } = discord;
  const options: BotProcessOptions = { api, token, channel: general.id, directory, agentDir, responses, ...more };
  const child = spawn(process.execPath, [join(import.meta.dirname, "bot.process.ts"), JSON.stringify(options)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaints = "";
  child.stderr.on("data", (text) => {
    complaints += text;
  });
  const ended = once(child, "close");
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  afterTest(kill);
  await Promise.race([
    once(child.stdout, "data"),
    ended.then(() => {
      throw new Error(`The bot did not start:\n${complaints}`);
    }),
  ]);
  return { kill };
}
