import type { AssistantMessage, FauxResponseStep, fauxToolCall } from "@earendil-works/pi-ai";
import { startBot } from "../../../src/surfaces/discord/bot.ts";
import type { AgentConfig } from "../../../src/surfaces/discord/config/discord-config.ts";
import { PROFILES } from "../../../src/surfaces/discord/config/profiles.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { scriptedPi } from "../../agent/bench/scripted-pi.ts";

type Draft = Parameters<typeof fauxToolCall>[1];

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
  /** What it does however often it is started: asked for a plan it submits this one, and to all else it says that it heard it. */
  plans?: Draft;
}

const options = JSON.parse(process.argv[2] ?? "") as BotProcessOptions;
const { api, token, channel, directory, agentDir, responses, tokensPerSecond, plans } = options;
const { model, modelName, models, piSettings } = await scriptedPi(
  agentDir,
  plans ? Array.from({ length: 1_000 }, () => planner(plans)) : responses,
  tokensPerSecond === undefined ? {} : { tokensPerSecond },
);
const profile = PROFILES["developer"];
if (profile === undefined) throw new Error("There is no such profile.");
const agent: AgentConfig = {
  ...{ path: "agents[0]", channel, name: "Builder", directory, talk: "anyone", profile, settings: {} },
  ...{ model: modelName, startInPlanMode: false, ping: "none" },
};
await startBot({
  ...{ config: { file: "discord.json", tokenFile: "", agents: [agent] }, token, env: process.env, api },
  ...{ models, piSettings },
  log: (line) => console.error(line),
});
console.log("ready");

function planner(plan: Draft): FauxResponseStep {
  return () => {
    const asked = model.saw.requests.at(-1);
    const mayPlan = asked?.tools.includes("submit_plan") === true;
    const isDone = asked?.messages.some(
      ({ role, ...message }) => role === "toolResult" && /submit_plan/.test(JSON.stringify(message)),
    );
    const step = mayPlan && !isDone ? calls(["submit_plan", { plan }]) : says("I heard it.");
    return step as AssistantMessage;
  };
}
