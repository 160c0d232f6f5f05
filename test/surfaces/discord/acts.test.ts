import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { callAction } from "../../../src/surfaces/discord/call-action.ts";
import {
  type ActName,
  type ActsDoor,
  type DoorOptions,
  describeActs,
  type Wish,
} from "../../../testing/describe-acts.ts";

import { calls } from "../../agent/bench/model.ts";
import { DISCORD_ADVICE } from "./advice.ts";
import { DiscordBench } from "./bench.ts";
import { elsewhere, idOf } from "./reviewing.ts";

/** What can be typed; Start and Mark as failed are buttons. */
const SLASH: ActName[] = ["resume", "pause", "retry", "skip", "cancel", "decide"];

async function bySlashCommands({ settings = {} }: DoorOptions): Promise<ActsDoor> {
  const bench = await DiscordBench.prepare();
  writeFileSync(join(bench.project.home, "plans.json"), JSON.stringify({ execution: "session", ...settings }));
  await bench.startBot();
  const { general, discord } = bench;
  const ada = discord.addMember({ name: "ada" });
  return {
    ...{ ...elsewhere(bench), can: new Set(SLASH), call: callAction, advice: DISCORD_ADVICE },
    does: async (wish, says) =>
      (await (await ada.slash(general, `plan ${wish.act}`, options(wish))).answered(says)).text,
    runs: async (plan) => {
      await ada.slash(general, "plan resume", { plan });
      return () => bench.bot.close();
    },
    own: async (draft) => {
      bench.model.says(calls(["submit_plan", { plan: draft as never }]));
      await (await ada.slash(general, "plan start", { task: "Something else" })).answered("Planning");
      return idOf(await general.next((message) => message.buttons.some(({ label }) => label === "Approve")));
    },
    counts: async (plan) => {
      const { text } = await (await ada.slash(general, "plan status", { plan })).answered(/\d+\/\d+/);
      const [, done, total] = /(\d+)\/(\d+)/.exec(text) ?? [];
      return `${done} of ${total}`;
    },
    close: () => bench.bot.close(),
  };
}

function options({ act, plan, about, words }: Wish): Record<string, string> {
  if (act === "decide") return { decision: about ?? "", choice: words ?? "", plan };
  return { ...(about !== undefined && { step: about }), ...(words !== undefined && { reason: words }), plan };
}

describeActs("by slash commands", bySlashCommands, { describe, it }, { can: new Set(SLASH), isRunning: true });
