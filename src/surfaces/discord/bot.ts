import type { Home } from "../../desk/home.ts";
import type { DiscordConfig } from "./config/discord-config.ts";

export interface BotOptions {
  config: DiscordConfig;
  token: string;
  home: Home;
  /** Without the token. */
  env: NodeJS.ProcessEnv;
  /** For whoever looks on. */
  tell(text: string): void;
}

/** Connects, and stays until it is stopped. Comes back with an exit code. */
export async function startBot({ config, tell }: BotOptions): Promise<number> {
  tell(`${config.agents.length} agents are configured, but nothing connects them to Discord yet.\n`);
  return 1;
}
