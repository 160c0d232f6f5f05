import { describe, expect, it } from "vitest";
import { calls } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";

const steps = Array.from({ length: 200 }, (_, n) => ({
  ...{ id: `s${n}`, title: `第${n}步 ${"改一改 ".repeat(40)}`, description: "改".repeat(2000), files: [`src/${n}.ts`] },
  ...{ tools: ["read", "write"], risk: n === 150 ? "high" : "low", ...(n > 0 && { depends_on: [`s${n - 1}`] }) },
}));

describe("a plan of 200 long steps", () => {
  it("has a summary as its card, and clicks are answered", { timeout: 60_000 }, async () => {
    const plan = { title: "大计划", summary: "很".repeat(3000), steps };
    const bench = await DiscordBench.start({ responses: [calls(["submit_plan", { plan }])] });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    await (await ada.slash(general, "plan start", { task: "all of it" })).answered();
    const card = await general.next("大计划");
    const [details, status] = await Promise.all([ada.click(card, "Details"), ada.slash(general, "plan status")]);
    expect((await details.answered()).text).toContain("Step 1: 第0步");
    expect((await status.answered()).text).toContain("大计划");
    expect(card.text).toContain("**151.** 🔴");
    expect(card.text).toContain("**200 steps** · 🔴 1 high risk · 🟢 199 low risk");
    expect(card.text).toMatch(/… \d+ more steps: press \*\*Details\*\*/);
    expect(card.text).toMatch(/\*\*Order, in 200 waves:\*\* 1 → 2 → 3 .* → …/);
    // Beside it there may be the picture of its seal, which is drawn later.
    expect(card.attachments.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^PLAN-.*\.md$/));
    expect(discord.unanswered).toEqual([]);
    expect(discord.errors).toEqual([]);
    expect(bench.log).toEqual([]);
  });
});
