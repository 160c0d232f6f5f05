import { describe, expect, it } from "vitest";
import { calls, says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { approve } from "./reviewing.ts";

const PLAN = {
  title: "Add a greeting",
  summary: "The README should greet whoever reads it.",
  steps: [
    { id: "write", title: "Write the greeting", tools: ["write"], files: ["GREETING.md"], risk: "low" },
    { id: "check", title: "Check it", run: "test -f GREETING.md", depends_on: ["write"], risk: "high" },
  ],
  questions: ["In which language?"],
};

describe("a plan in a channel", () => {
  it("is gathered, submitted, signed on its card and carried out", async () => {
    const bench = await DiscordBench.start({
      responses: [
        calls("I look first.", ["read", { path: "README.md" }]),
        calls(["submit_plan", { plan: PLAN }]),
        calls(["write", { path: "GREETING.md", content: "Hello!\n" }]),
        calls(["report_step", { step_id: "write", outcome: "done", notes: "written" }]),
        says("The greeting is there."),
      ],
    });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    const started = await ada.slash(general, "plan start", { task: "Greet the reader" });
    expect((await started.answered()).text).toContain("Planning");
    const card = await general.next("Add a greeting");
    expect(card.text).toContain("**1.** 🟢 Write the greeting");
    expect(card.attachments.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^PLAN-.*\.md$/));
    const signed = await approve(ada, card);
    expect((await signed.answered()).text).toContain("You signed revision 1");
    await card.changed(/completed|done/i);
    expect(bench.project.read("GREETING.md")).toBe("Hello!\n");
    expect(bench.discord.unanswered).toEqual([]);
    expect(bench.discord.errors).toEqual([]);
    expect(bench.log).toEqual([]);
  });
});
