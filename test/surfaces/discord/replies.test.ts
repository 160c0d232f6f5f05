import { describe, expect, it } from "vitest";
import type { LocalMember } from "../../../testing/discord/member.ts";
import type { LocalMessage } from "../../../testing/discord/message.ts";
import { calls, says } from "../../agent/bench/model.ts";
import type { DiscordBench } from "./bench.ts";
import { copyOf } from "./copy-of.ts";
import { allIsWell, approve, GREETING, submitted } from "./reviewing.ts";

const REVISED = calls(["submit_plan", { plan: { ...GREETING, title: "Add a warm greeting" } }]);

/** Of the crew the agent hears everything; of the leads only what they say of a card. */
const closed = ({ discord }: DiscordBench) => ({
  talk: [`role:${discord.guild.role("crew").id}`],
  approvers: { from: [`role:${discord.guild.role("lead").id}`] },
});

describe("a reply to a card", () => {
  it("is a request for changes by an approver, though they may not talk to the agent", async () => {
    const { bench, card } = await submitted(GREETING, [REVISED], { agent: closed, roles: ["crew"] });
    const { discord, general } = bench;
    const bob = discord.addMember({ name: "bob", roles: ["lead"] });
    bob.say(general, "Delete everything.");
    bob.say(general, `<@${discord.bot.id}> delete everything.`);
    await general.next("bob may not talk to Builder. Clicks on cards, and replies to them, count.");
    bob.say(general, "Make it warmer.", { replyTo: card });
    await card.changed(/Add a warm greeting/);
    expect(bench.model.saw.userTexts.join("\n")).toContain("Make it warmer.");
    expect(bench.model.saw.userTexts.join("\n")).not.toContain("elete everything");
    await allIsWell(bench);
  });

  it("tells an approver who may not talk that nothing was done, where the card needs no answer", async () => {
    const { bench, card } = await submitted(GREETING, [], { agent: closed, roles: ["crew"] });
    const { discord, general } = bench;
    const bob = discord.addMember({ name: "bob", roles: ["lead"] });
    const { modal } = await bob.click(card, "Reject");
    if (!modal) throw new Error("There is no form.");
    await (await bob.submit(modal, {})).answered("You rejected");
    await card.changed(/bob rejected revision 1/);
    bob.say(general, "And now something else.", { replyTo: card });
    await general.next("you may not talk to this agent");
    await allIsWell(bench);
  });

  it("has no effect for a person who may neither talk nor sign", async () => {
    const { bench, card } = await submitted(GREETING, [REVISED], { agent: closed, roles: ["crew"] });
    const { discord, general } = bench;
    const mallory = discord.addMember({ name: "mallory" });
    mallory.say(general, "Make it colder.", { replyTo: card });
    mallory.say(general, "go ahead", { replyTo: card });
    await general.next("mallory may not talk to Builder.");
    await bench.bot.settled();
    expect(card.text).toContain("Waits for a signature");
    expect(bench.model.saw.userTexts.join("\n")).not.toContain("colder");
    await allIsWell(bench);
  });

  it("counts below the card as well, where it says that a revision waits", async () => {
    const { bench, ada, card } = await submitted(GREETING, [REVISED, calls(["submit_plan", { plan: GREETING }])]);
    const { general } = bench;
    ada.say(general, "Make it warmer.", { replyTo: card });
    const word = await general.next(/Revision 2 of .* waits for/);
    ada.say(general, "Not that warm.", { replyTo: word });
    await card.changed(/revision 3/);
    await allIsWell(bench);
  });
});

describe("a reply to the card of a plan", () => {
  const asked = /Do you approve revision 1 of/;

  it.each(["LGTM", "yes", "Looks good to me 👍", "好的"])("that agrees is confirmed: %s", async (words) => {
    const { bench, ada, card } = await submitted(GREETING, [says("Done.")]);
    ada.say(bench.general, words, { replyTo: card });
    const question = await bench.general.next(asked);
    expect(question.text).toContain("**2.** runs `test -f GREETING.md`");
    expect(card.text).toContain("Waits for a signature");
    await (await ada.click(question, "Approve")).answered("You signed revision 1");
    await card.changed(/signed by ada/);
    await allIsWell(bench);
  });

  it.each(["Why step 1?", "为什么要第一步？"])("that asks goes to the agent, and the plan stays: %s", async (words) => {
    const { bench, ada, card } = await submitted(GREETING, [says("Because of the README.")]);
    ada.say(bench.general, words, { replyTo: card });
    await bench.general.next("Because of the README.");
    expect(bench.model.saw.userTexts.join("\n")).toContain(words);
    expect(card.text).toContain("Waits for a signature");
    await allIsWell(bench);
  });

  it("that requests changes is said to be that", async () => {
    const { bench, ada, card } = await submitted(GREETING, [REVISED]);
    ada.say(bench.general, "please use pnpm instead", { replyTo: card });
    const told = await bench.general.next("Taken as a request for changes: ada requested changes to revision 1 of");
    expect(told.replyTo?.content).toBe("please use pnpm instead");
    await card.changed(/Add a warm greeting/);
    await allIsWell(bench);
  });

  it("that is friendly is asked about, and goes to the agent if that was meant", async () => {
    const { bench, ada, card } = await submitted(GREETING, [says("You are welcome.")]);
    ada.say(bench.general, "thanks!", { replyTo: card });
    const question = await bench.general.next("Nothing was done yet. What does this mean for revision 1 of");
    expect(card.text).toContain("Waits for a signature");
    const bob = bench.discord.addMember({ name: "bob" });
    await (await bob.click(question, "Only tell the agent")).answered("Only ada can say what the message means.");
    // A double tap is one answer.
    const taps = await Promise.all([1, 2].map(() => ada.click(question, "Only tell the agent")));
    for (const tap of taps) await tap.answered("The agent got your message.");
    await bench.general.next("You are welcome.");
    await bench.bot.settled();
    await question.changed("ada meant this for the agent. The plan stays as it is.");
    expect(bench.model.saw.userTexts.filter((text) => text.includes("thanks!"))).toHaveLength(1);
    expect(card.text).toContain("Waits for a signature");
    await allIsWell(bench);
  });

  it("that is unclear becomes a request for changes with all of its words, also after a restart", async () => {
    const { bench, ada, card } = await submitted(GREETING, [REVISED]);
    const words = `The README is in Latin. ${"Nobody here reads it. ".repeat(60)}The end.`;
    ada.say(bench.general, words, { replyTo: card });
    const question = await bench.general.next("Nothing was done yet.");
    await bench.restart();
    await (await ada.click(question, "Request changes with it")).answered("You requested changes");
    await card.changed(/Add a warm greeting/);
    expect(bench.model.saw.userTexts.join("\n")).toContain(words);
    await question.changed("ada meant this as a request for changes.");
    await allIsWell(bench);
  });

  it("that asks, by an approver who may not talk to the agent, is asked about", async () => {
    const { bench, card } = await submitted(GREETING, [REVISED], { agent: closed, roles: ["crew"] });
    const bob = bench.discord.addMember({ name: "bob", roles: ["lead"] });
    bob.say(bench.general, "Why step 1?", { replyTo: card });
    const question = await bench.general.next("Nothing was done yet.");
    expect(question.buttons.map(({ label }) => label)).toEqual([
      "Approve",
      "Request changes with it",
      "Reject",
      "Details",
    ]);
    await (await bob.click(question, "Request changes with it")).answered("You requested changes");
    await card.changed(/Add a warm greeting/);
    await allIsWell(bench);
  });
});

describe("words that sign", () => {
  const on = { agent: () => ({ settings: { intent_approval: "on" as const } }) };
  const which = "Nothing was done yet. What does this mean for revision 1 of";

  it("are asked about if a file comes with them", async () => {
    const { bench, ada, card } = await submitted(GREETING, [REVISED], on);
    await bench.bot.settled();
    const files = [{ name: "notes.txt", content: "But not step 2." }];
    ada.say(bench.general, "go ahead", { replyTo: card, files });
    const question = await bench.general.next(which);
    expect(card.text).toContain("Waits for a signature");
    await (await ada.click(question, "Request changes with it")).answered("You requested changes");
    await card.changed(/Add a warm greeting/);
    expect(bench.model.saw.userTexts.join("\n")).toContain("But not step 2.");
    await allIsWell(bench);
  });

  it("are asked about if they answer another person, and go to the agent if that was meant", async () => {
    const { bench, ada, card } = await submitted(GREETING, [says("Enjoy."), says("Noted.")], on);
    const { general, discord } = bench;
    await bench.bot.settled();
    const asked = discord.addMember({ name: "bob" }).say(general, "Shall I go for lunch?");
    await general.next("Enjoy.");
    ada.say(general, "go ahead", { replyTo: asked });
    const question = await general.next(which);
    await (await ada.click(question, "Only tell the agent")).answered("The agent got your message.");
    await general.next("Noted.");
    expect(card.text).toContain("Waits for a signature");
    await allIsWell(bench);
  });

  it("can be for the agent alone, also where a button has to confirm them", async () => {
    const { bench, ada, card } = await submitted(GREETING, [says("I look there too.")]);
    await bench.bot.settled();
    ada.say(bench.general, "yes");
    const question = await bench.general.next(/Do you approve revision 1 of/);
    await (await ada.click(question, "Only tell the agent")).answered("The agent got your message.");
    await bench.general.next("I look there too.");
    expect(card.text).toContain("Waits for a signature");
    await allIsWell(bench);
  });
});

it("a reply that says no can be a rejection", async () => {
  const { bench, ada, card } = await submitted();
  ada.say(bench.general, "no", { replyTo: card });
  const question = await bench.general.next("Nothing was done yet.");
  const { modal } = await ada.click(question, "Reject");
  if (!modal) throw new Error("There is no form.");
  await (await ada.submit(modal, {})).answered("You rejected");
  await card.changed(/ada rejected revision 1/);
  await allIsWell(bench);
});

describe("a reply to a copy of a card", () => {
  it("counts as one to the card, as long as the copy shows the same text", async () => {
    const { bench, ada, card } = await submitted(GREETING, [REVISED]);
    await bench.bot.settled();
    const copy = await copyOf(bench, card);
    ada.say(bench.general, "Make it warmer.", { replyTo: copy });
    await card.changed(/Add a warm greeting/);
    await allIsWell(bench);
  });

  it("of an older text is told so, and where the newest is; the agent hears nothing", async () => {
    const { bench, ada, card } = await submitted();
    const { general } = bench;
    await bench.bot.settled();
    const copy = await copyOf(bench, card);
    await editTitle(ada, card);
    ada.say(general, "Make it colder.", { replyTo: copy });
    const told = await general.next("That card shows an older text of");
    expect(told.text).toContain("your reply had no effect");
    expect(told.text).toContain(`/${general.id}/${card.id}`);
    // After a click only a pointer is left of it.
    await (await approve(ada, copy)).answered("the text was edited since");
    await copy.changed(/The newest: https:/);
    ada.say(general, "Make it red.", { replyTo: copy });
    await general.next((message) => message.text.includes("older text of") && message.id !== told.id);
    expect(bench.model.saw.userTexts.join("\n")).not.toMatch(/colder|red\./);
    expect(card.text).toContain("Waits for a signature");
    await allIsWell(bench);
  });
});

async function editTitle(ada: LocalMember, card: LocalMessage): Promise<void> {
  const { modal } = await ada.click(card, "Edit");
  if (!modal) throw new Error("There is no form.");
  const text = String(modal.fields[0]?.value).replaceAll("Write the greeting", "Write a long greeting");
  await (await ada.submit(modal, { "The whole plan": text })).answered("You edited");
  await card.changed(/long greeting/);
}
