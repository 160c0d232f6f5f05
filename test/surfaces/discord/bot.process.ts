import { join } from "node:path";
import type { FauxResponseStep } from "@earendil-works/pi-ai";
import { ModelRuntime, SettingsManager } from "@earendil-works/pi-coding-agent";
import { startBot } from "../../../src/surfaces/discord/bot.ts";
import type { AgentConfig } from "../../../src/surfaces/discord/config/discord-config.ts";
import { PROFILES } from "../../../src/surfaces/discord/config/profiles.ts";
import { scriptModel } from "../../agent/bench/model.ts";

/** A bot in a process of its own, which can be killed. */
export interface BotProcessOptions {
  api: string;
  token: string;
  channel: string;
  directory: string;
  agentDir: string;
  /** Ready-made messages only: they come from another process. */
  responses: FauxResponseStep[];
  /** How fast the model speaks; at once, if nothing is said. */
  tokensPerSecond?: number;
}

const options = JSON.parse(process.argv[2] ?? "") as BotProcessOptions;
const { api, token, channel, directory, agentDir, responses, tokensPerSecond } = options;
const model = scriptModel(responses, tokensPerSecond === undefined ? {} : { tokensPerSecond });
const models = await ModelRuntime.create({
  authPath: join(agentDir, "auth.json"),
  modelsPath: null,
  modelsStorePath: join(agentDir, "models-store.json"),
  refreshOnCreate: false,
});
models.registerNativeProvider(model.provider);
const { provider, id } = model.faux.getModel();
const profile = PROFILES["developer"];
if (profile === undefined) throw new Error("There is no such profile.");
const agent: AgentConfig = {
  ...{ path: "agents[0]", channel, name: "Builder", directory, talk: "anyone", profile, settings: {} },
  ...{ model: `${provider}/${id}`, startInPlanMode: false },
};
await startBot({
  ...{ config: { file: "discord.json", tokenFile: "", agents: [agent] }, token, env: process.env, api, models },
  piSettings: SettingsManager.inMemory({ compaction: { enabled: false }, retry: { enabled: false } }),
  log: (line) => console.error(line),
});
console.log("ready");
