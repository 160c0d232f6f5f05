import { expect, it } from "vitest";
import { calls, says } from "../../agent/bench/model.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";
import { commandLine } from "./command-line.ts";

it("takes the answer to a question from the command line of another process, while the agent waits for it", async () => {
  const question = calls(["ask_user", { question: "Which language?", options: ["Latin", "Greek"] }]);
  const bench = await DiscordBench.start({ responses: [question, says("Latin it is.")] });
  const { discord, general } = bench;
  const ada = discord.addMember({ name: "ada" });
  await (await ada.slash(general, "plan start", { task: "Greet" })).answered("Planning");
  const asked = await general.next("Which language?");
  const [request] = Object.keys((await bench.bot.agentAt(general.id)?.session.agent.state())?.requests ?? {});
  await commandLine(bench, ["answer", request ?? "", "Latin"]);
  await asked.changed(/☑️ carol/);
  await general.next("Latin it is.");
  expect(bench.model.saw.results).toEqual([["ask_user", false, expect.stringContaining("Latin")]]);
  await allIsWell(bench);
});
