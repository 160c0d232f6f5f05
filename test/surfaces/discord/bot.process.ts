import type { FauxResponseStep } from "@earendil-works/pi-ai";
import { startBot } from "../../../src/surfaces/discord/bot.ts";
import type { AgentConfig } from "../../../src/surfaces/discord/config/discord-config.ts";
import { PROFILES } from "../../../src/surfaces/discord/config/profiles.ts";
import { scriptedPi } from "./scripted-pi.ts";

/** A bot in a process of its own, which can be killed. */
export interface BotProcessOptions {
  api: string;
  token: string;
  channel: string;
  directory: string;
  agentDir: string;
  /** Ready-made messages only: they come from another process. */
  responses: FauxResponseStep[];
}

const { api, token, channel, directory, agentDir, responses } = JSON.parse(process.argv[2] ?? "") as BotProcessOptions;
const { modelName, models, piSettings } = await scriptedPi(agentDir, responses);
const profile = PROFILES["developer"];
if (profile === undefined) throw new Error("There is no such profile.");
const agent: AgentConfig = {
  ...{ path: "agents[0]", channel, name: "Builder", directory, talk: "anyone", profile, settings: {} },
  ...{ model: modelName, startInPlanMode: false },
};
await startBot({
  ...{ config: { file: "discord.json", tokenFile: "", agents: [agent] }, token, env: process.env, api },
  ...{ models, piSettings },
  log: (line) => console.error(line),
});
console.log("ready");
