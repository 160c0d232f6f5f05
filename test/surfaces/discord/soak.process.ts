import { startBot } from "../../../src/surfaces/discord/bot.ts";
import type { DiscordConfig } from "../../../src/surfaces/discord/config/discord-config.ts";
import { scriptedPi } from "../../agent/bench/scripted-pi.ts";

// A bot in its own process, so that its memory can be measured. The process that started it sends commands.

export interface SoakStart {
  config: DiscordConfig;
  token: string;
  api: string;
}
export type SoakAsk = "memory" | "settle" | "close";
export interface SoakTold {
  ready?: { tookMs: number };
  log?: string;
  rss?: number;
  cpuMs?: number;
  settled?: true;
  closed?: true;
}

function tell(told: SoakTold): void {
  process.send?.(told);
}

async function main({ config, token, api }: SoakStart): Promise<void> {
  const start = performance.now();
  const { modelName, models, piSettings } = await scriptedPi(process.env["PI_CODING_AGENT_DIR"] ?? "");
  const agents = config.agents.map((agent) => ({ ...agent, model: modelName }));
  const bot = await startBot({
    ...{ config: { ...config, agents }, token, api, env: process.env, models, piSettings },
    log: (line) => tell({ log: line }),
  });
  process.on("message", async (ask: SoakAsk) => {
    if (ask === "memory") {
      global.gc?.();
      const { user, system } = process.cpuUsage();
      tell({ rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 });
    } else if (ask === "settle") {
      await bot.settled();
      tell({ settled: true });
    } else {
      await bot.close();
      tell({ closed: true });
      process.disconnect();
    }
  });
  tell({ ready: { tookMs: performance.now() - start } });
}

process.once("message", (start: SoakStart) => void main(start));
