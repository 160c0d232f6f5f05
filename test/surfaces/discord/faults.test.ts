import { fauxAssistantMessage } from "@earendil-works/pi-ai";
import { afterEach, describe, expect, it } from "vitest";
import type { LocalMessage } from "../../../testing/discord/message.ts";
import { makeGate } from "../../agent/bench/gate.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { DiscordBench } from "./bench.ts";
import { approve, elsewhere, idOf } from "./reviewing.ts";

const PLAN = {
  title: "Add a greeting",
  summary: "The README should greet whoever reads it.",
  steps: [{ id: "write", title: "Write the greeting", tools: ["write"], files: ["GREETING.md"], risk: "low" }],
};

const POST = "POST /channels/:channel/messages";
const PATCH = "PATCH /channels/:channel/messages/:message";
const CALLBACK = /^POST \/interactions\/\d+\/[^/]+\/callback/;
const EDIT_REPLY = /^PATCH \/webhooks\//;

/** What the bot said in the channel, with how often it was said. */
function said({ general }: DiscordBench): string[] {
  return general.messages.filter(({ author }) => author.bot).map(({ text }) => text);
}

let bench: DiscordBench;

afterEach(() => {
  expect(bench.discord.errors).toEqual([]);
  expect(bench.discord.unanswered).toEqual([]);
  expect(bench.discord.thinking).toEqual([]);
});

describe("answers in words", () => {
  it("come once when the connection is taken up again", async () => {
    bench = await DiscordBench.start({ responses: [says("One."), says("Two.")] });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    ada.say(general, "First");
    await general.next("One.");
    await discord.drop();
    ada.say(general, "Said while it was away");
    await general.next("Two.");
    expect(discord.logins).toEqual({ identified: 1, resumed: 1 });
    expect(said(bench)).toEqual(["One.", "Two."]);
    expect(bench.log).toEqual([]);
  });

  it("come once, and in order, when the bot has to identify again", async () => {
    bench = await DiscordBench.start();
    const { discord, general, model } = bench;
    // What comes together is answered together.
    const heard = () => model.saw.userTexts.join("\n").match(/<message from/g)?.length;
    const answers = () => fauxAssistantMessage(`That makes ${heard()}.`);
    model.says(answers, answers, answers);
    const ada = discord.addMember({ name: "ada" });
    ada.say(general, "First");
    await general.next("That makes 1.");
    // The missed message comes late, after another one.
    discord.rateLimit({ route: /^GET \/channels\/\d+\/messages/, retryAfterMs: 400 });
    await discord.drop({ resumable: false });
    ada.say(general, "Said while it was away");
    await discord.online();
    ada.say(general, "Said when it was back");
    await general.next("That makes 3.");
    await bench.bot.settled();
    expect(discord.logins).toEqual({ identified: 2, resumed: 0 });
    expect(said(bench).filter((text) => text === "That makes 3.")).toHaveLength(1);
    expect(model.saw.userTexts.join("\n")).toMatch(/First[\s\S]*while it was away[\s\S]*when it was back/);
    expect(bench.log).toEqual([]);
  });

  it("come once when Discord falls silent, though the connection stays open", async () => {
    bench = await DiscordBench.start({ responses: [says("One."), says("Two.")], discord: { heartbeatMs: 300 } });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    ada.say(general, "First");
    await general.next("One.");
    discord.stall();
    ada.say(general, "Said into the silence");
    await general.next("Two.");
    expect(discord.logins).toEqual({ identified: 1, resumed: 1 });
    expect(said(bench)).toEqual(["One.", "Two."]);
    expect(bench.log).toEqual([]);
  });

  it("come once when Discord asks to connect again", async () => {
    bench = await DiscordBench.start({ responses: [says("One.")] });
    const { discord, general } = bench;
    discord.reconnect();
    discord.addMember({ name: "ada" }).say(general, "First");
    await general.next("One.");
    expect(said(bench)).toEqual(["One."]);
    expect(bench.log).toEqual([]);
  });

  it.each([
    { status: 500, afterEffect: false },
    { status: "lost", afterEffect: true },
  ] as const)("come once though sending them fails: $status, after the effect: $afterEffect", async (how) => {
    bench = await DiscordBench.start({ responses: [says("One.")] });
    const { discord, general } = bench;
    discord.fail({ route: POST, times: 3, ...how });
    discord.addMember({ name: "ada" }).say(general, "First");
    await general.next("One.");
    await bench.bot.settled();
    expect(said(bench)).toEqual(["One."]);
    expect(bench.log).toEqual([]);
  });
});

describe("a plan", () => {
  const story = [
    calls(["submit_plan", { plan: PLAN }]),
    calls(["write", { path: "GREETING.md", content: "Hello!\n" }]),
    calls(["report_step", { step_id: "write", outcome: "done", notes: "written" }]),
    says("The greeting is there."),
  ];

  async function signed(): Promise<LocalMessage> {
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    const started = await ada.slash(general, "plan start", { task: "Greet the reader" });
    expect((await started.answered()).text).toContain("Planning");
    const card = await general.until(
      () => general.messages.find(({ buttons }) => buttons.length > 0),
      () => "the card",
    );
    const click = await approve(ada, card);
    expect((await click.answered()).text).toContain("You signed revision 1");
    await card.changed(/completed/i);
    await bench.bot.settled();
    expect(bench.project.read("GREETING.md")).toBe("Hello!\n");
    const cards = general.messages.filter(({ attachments }) => attachments.length > 0);
    expect(cards.map(({ id }) => id)).toEqual([card.id]);
    return card;
  }

  it("is signed and carried out though every route is rate limited", async () => {
    bench = await DiscordBench.start({ responses: story });
    for (const route of [POST, PATCH, CALLBACK, EDIT_REPLY])
      bench.discord.rateLimit({ route, retryAfterMs: 150, times: 2 });
    bench.discord.rateLimit({ route: POST, retryAfterMs: 100, global: true });
    await signed();
    expect(bench.log).toEqual([]);
  });

  it.each([
    { status: 503, afterEffect: false },
    { status: 500, afterEffect: true },
    { status: "lost", afterEffect: true },
  ] as const)("is signed once though every first try fails: $status, after the effect: $afterEffect", async (how) => {
    bench = await DiscordBench.start({ responses: story });
    for (const route of [POST, PATCH, EDIT_REPLY, CALLBACK]) bench.discord.fail({ route, times: 2, ...how });
    await signed();
    expect(bench.log).toEqual([]);
  });

  it("is signed and carried out though the connection breaks again and again", async () => {
    bench = await DiscordBench.start({ responses: story });
    const { discord } = bench;
    await discord.drop();
    const done = signed();
    await bench.general.next("started planning");
    await discord.drop();
    await bench.general.next("Add a greeting");
    await discord.drop();
    await done;
    expect(bench.log).toEqual([]);
  });
});

describe("an answer that only one person sees", () => {
  it.each(["lost", 502] as const)("comes once though its answer is %s, with what they had written", async (status) => {
    bench = await DiscordBench.start({ responses: [calls(["submit_plan", { plan: PLAN }])] });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    await ada.slash(general, "plan start", { task: "Greet the reader" });
    const card = await general.next("Add a greeting");
    const { modal } = await ada.click(card, "Request changes");
    const other = await ada.click(card, "Reject");
    if (!modal || !other.modal) throw new Error("There is no form.");
    await (await ada.submit(other.modal, {})).answered("You rejected");
    discord.fail({ route: /^(?:POST|PATCH) \/webhooks/, times: 4, status, afterEffect: true });
    const late = await ada.submit(modal, { "What should change?": "A friendlier tone, please." });
    await late.answered("A friendlier tone, please.");
    await bench.bot.settled();
    expect(late.followups).toEqual([]);
    expect(late.reply?.text).toMatch(/🚫[\s\S]*What you wrote[\s\S]*A friendlier tone, please\./);
  });
});

describe("Discord for good", () => {
  it("closes the connection: a plan that is being carried out stays as it stands, and waits", async () => {
    bench = await DiscordBench.prepare({ execution: "subagent" });
    const { discord, general, project, model } = bench;
    const gate = makeGate(project);
    const plan = { title: "Wait for it", steps: [{ id: "wait", title: "Wait", run: gate.wait }] };
    model.says(calls(["submit_plan", { plan }]));
    await bench.startBot();
    const ada = discord.addMember({ name: "ada" });
    await ada.slash(general, "plan start", { task: "Wait" });
    const card = await general.next("Wait for it");
    await approve(ada, card);
    await gate.reached;
    discord.resetToken();
    expect(await bench.bot.refused).toContain("Discord refuses the token");
    await bench.bot.close();
    await gate.ended;
    const { desk } = elsewhere(bench);
    const found = await desk.plan(idOf(card));
    expect(found.ok && found.value.kind === "standing" && found.value.state).toMatchObject({
      ...{ status: "paused", why: "left" },
    });
  });
});

describe("a bot that is not let in", () => {
  it("says in the log and in the channel what it lacks, and shows the card once it has it", async () => {
    bench = await DiscordBench.prepare({ responses: [calls(["submit_plan", { plan: PLAN }])] });
    const { discord, general } = bench;
    // The first member owns the server, and may do everything.
    const ada = discord.addMember({ name: "ada" });
    await bench.startBot();
    general.forbid("AttachFiles");
    await ada.slash(general, "plan start", { task: "Greet the reader" });
    await general.next("The bot lacks Attach Files in");
    expect(bench.log).toEqual([expect.stringContaining("The bot lacks Attach Files in #general: give it that")]);
    general.allow("AttachFiles");
    await general.next("Add a greeting");
  });

  it("lives on when a channel is deleted, or the bot is removed and invited again", async () => {
    bench = await DiscordBench.prepare({ responses: [says("One."), says("Two.")] });
    const { discord, general } = bench;
    const other = discord.guild.addChannel("other");
    await bench.startBot([bench.agentConfig(other, { name: "Other" }), bench.agentConfig(general)]);
    const ada = discord.addMember({ name: "ada" });
    discord.guild.removeChannel(other);
    ada.say(general, "First");
    await general.next("One.");
    discord.guild.tell("GUILD_DELETE", { id: discord.guild.id });
    discord.guild.tell("GUILD_CREATE", discord.guild.payload());
    ada.say(general, "Second");
    await general.next("Two.");
    await bench.bot.settled();
    expect(said(bench)).toEqual(["One.", "Two."]);
    expect(bench.log.slice(0, 2)).toEqual([
      expect.stringContaining("The channel of Other was deleted"),
      expect.stringContaining("The bot was removed from Local guild"),
    ]);
  });

  it("goes on in its own channel when the thread is deleted that it talked in", async () => {
    bench = await DiscordBench.start({
      responses: [calls(["submit_plan", { plan: PLAN }]), says("Here.")],
    });
    const { discord, general } = bench;
    const ada = discord.addMember({ name: "ada" });
    const thread = ada.startThread(general, "Greetings");
    await ada.slash(thread, "plan start", { task: "Greet the reader" });
    const card = await thread.next("Add a greeting");
    discord.guild.removeChannel(thread);
    expect(card.text).toContain("Add a greeting");
    await ada.slash(general, "plan status");
    await general.next(/Add a greeting[\s\S]*Approve/);
  });
});
