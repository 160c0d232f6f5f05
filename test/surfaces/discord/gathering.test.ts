import { describe, expect, it } from "vitest";
import { calls, says } from "../../agent/bench/model.ts";
import { allIsWell } from "./all-is-well.ts";
import { DiscordBench } from "./bench.ts";

describe("gathering in a channel", () => {
  it("lets the agent read and refuses what would change anything", async () => {
    const refused = [
      ["write", { path: "new.txt", content: "x" }],
      ["edit", { path: "README.md", edits: [{ oldText: "# Sample", newText: "# Other" }] }],
      ["git_push", {}],
      ["self_edit_prompt", { text: "free" }],
      ...[
        "rm README.md",
        "mv README.md b",
        "cp README.md b",
        "mkdir d",
        "touch new.txt",
        "chmod 777 README.md",
        "echo x | tee new.txt",
        "echo x > new.txt",
        "echo x >> README.md",
        "pip install requests",
        "npm install left-pad",
        "git commit --allow-empty -m x",
        "git checkout -b other",
        "git push",
        "sed -i s/S/T/ README.md",
      ].map((command) => ["bash", { command }] as const),
    ] as const;
    const allowed = [
      ["read", { path: "README.md" }],
      ["ls", {}],
      ...[
        "cat README.md",
        "ls -la",
        "find . -name '*.md'",
        "grep -rn Sample README.md",
        "head -1 README.md",
        "tail -1 README.md",
        "wc -l README.md",
        "diff README.md README.md",
        "stat README.md",
      ].map((command) => ["bash", { command }] as const),
    ] as const;
    const bench = await DiscordBench.start({
      responses: [calls(...allowed), ...refused.map((call) => calls(call)), says("I have seen enough.")],
    });
    const { general, discord, model, project } = bench;
    const ada = discord.addMember({ name: "ada" });
    const started = await ada.slash(general, "plan start", { task: "Look around" });
    expect((await started.answered()).text).toContain("Planning");
    await general.next("I have seen enough.");
    const { results } = model.saw;
    expect(results.slice(0, allowed.length).filter(([, isError]) => isError)).toEqual([]);
    const denied = results.slice(allowed.length);
    expect(denied).toHaveLength(refused.length);
    for (const [index, [name, isError, text]] of denied.entries()) {
      expect([refused[index], isError, text]).toEqual([
        refused[index],
        true,
        expect.stringMatching(/^(TOOL_BLOCKED_BY_MODE|SHELL_NOT_READ_ONLY|Tool \w+ not found)/),
      ]);
      expect(name).toBe(refused[index]?.[0]);
    }
    expect(model.saw.tools).toEqual(expect.arrayContaining(["read", "bash", "ask_user", "submit_plan"]));
    expect(project.git("status", "--porcelain")).not.toMatch(/README|new\.txt|\bd\b/);
    expect(project.git("branch", "--list").trim()).toBe("* main");
    expect(project.read("README.md")).toBe("# Sample\n");
    await allIsWell(bench);
  });

  it("is begun by the agent itself, with its reason in the channel", async () => {
    const bench = await DiscordBench.start({
      agent: { settings: { auto_enter: "always" } },
      responses: [
        calls("One moment.", ["enter_plan_mode", { reason: "many files, @everyone" }]),
        calls(["write", { path: "new.txt", content: "x" }]),
        says("I will plan it."),
      ],
    });
    const { general, discord, model, project } = bench;
    discord.addMember({ name: "ada" }).say(general, "Rename everything");
    const told = await general.next("I'd like to plan this out before proceeding.");
    expect(told.text).toContain("Reason: many files");
    await general.next("I will plan it.");
    expect(model.saw.results.map(([name, isError]) => [name, isError])).toEqual([
      ["enter_plan_mode", false],
      ["write", true],
    ]);
    expect(project.has("new.txt")).toBe(false);
    await bench.bot.settled();
    const texts = general.messages.map(({ text }) => text);
    // In the order in which it was said.
    expect(texts).toEqual(["Rename everything", "One moment.", told.text, "I will plan it."]);
    const { phase } = (await bench.bot.agentAt(general.id)?.session.agent.state()) ?? {};
    expect(phase).toBe("gathering");
    await allIsWell(bench);
  });

  for (const [button, phase, isError] of [
    ["Plan first", "gathering", true],
    ["No plan for this", "inactive", false],
  ] as const) {
    it(`asks before it begins if it should: ${button}`, async () => {
      const bench = await DiscordBench.start({
        agent: { settings: { auto_enter: "ask" } },
        responses: [
          calls(["enter_plan_mode", { reason: "many files" }]),
          calls(["write", { path: "new.txt", content: "x" }]),
          says("So be it."),
        ],
      });
      const { general, discord, model } = bench;
      const ada = discord.addMember({ name: "ada" });
      ada.say(general, "Rename everything");
      const card = await general.next("The agent wants to plan first");
      const clicked = await ada.click(card, button);
      await clicked.answered();
      await general.next("So be it.");
      await card.changed(/☑️ ada/);
      expect(model.saw.results.at(-1)?.slice(0, 2)).toEqual(["write", isError]);
      expect((await bench.bot.agentAt(general.id)?.session.agent.state())?.phase).toBe(phase);
      await allIsWell(bench);
    });
  }

  it("plans for the person who gave the agent its task, also after a restart", async () => {
    const bench = await DiscordBench.start({
      agent: { settings: { auto_enter: "always" } },
      responses: [calls(["enter_plan_mode", { reason: "many files" }]), says("Planning.")],
    });
    const { general, discord, model } = bench;
    const ada = discord.addMember({ name: "ada" });
    const bob = discord.addMember({ name: "bob" });
    ada.say(general, "Rename everything");
    await general.next("Planning.");
    await bench.restart();
    model.says(calls(["submit_plan", { plan: { title: "Rename", steps: [{ title: "Rename", tools: ["write"] }] } }]));
    bob.say(general, "How far are you?");
    await general.next("Rename");
    const plan = await bench.bot.agentAt(general.id)?.session.agent.plan();
    expect(plan?.requester).toMatchObject({ surface: "discord", id: ada.id });
    await allIsWell(bench);
  });

  it("plans for the first who speaks if it plans from the start", async () => {
    const bench = await DiscordBench.start({ responses: [says("Hello.")] });
    const { general, discord, model } = bench;
    const bob = discord.addMember({ name: "bob" });
    bob.say(general, "Hello");
    await general.next("Hello.");
    await bench.bot.close();
    await bench.startBot([bench.agentConfig(general, { startInPlanMode: true })]);
    model.says(calls(["submit_plan", { plan: { title: "Rename", steps: [{ title: "Rename", tools: ["write"] }] } }]));
    const ada = discord.addMember({ name: "ada" });
    ada.say(general, "Rename everything");
    await general.next("Rename");
    const plan = await bench.bot.agentAt(general.id)?.session.agent.plan();
    expect(plan?.requester).toMatchObject({ surface: "discord", id: ada.id });
    await allIsWell(bench);
  });
});
