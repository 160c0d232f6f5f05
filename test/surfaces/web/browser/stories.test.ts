import type { Browser } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { addressOf } from "../../../../src/surfaces/web/api/routes.ts";
import type { ScriptedStep } from "../../../../testing/openai-server.ts";
import { calls as fauxCalls, says } from "../../../agent/bench/model.ts";
import { hasTmux } from "../../../agent/bench/tmux.ts";
import { must, standing } from "../../../desk/fixture.ts";
import { DiscordBench } from "../../discord/bench.ts";
import { allIsWell, idOf } from "../../discord/reviewing.ts";
import { startChromium } from "./chromium.ts";
import { PHONE, StoryBench } from "./story-bench.ts";
import {
  COMMANDS,
  COMMANDS_REVISED,
  GREETING,
  PLACED,
  PLACED_BETTER,
  QUICK,
  QUICK_REVISED,
  REVISED,
} from "./story-plans.ts";

const browser = await startChromium();

const calls = (name: string, input: object): ScriptedStep => ({ calls: [{ name, arguments: input }] });
const WRITES = calls("write", { path: "greeting.txt", content: "Hello and bonjour\n" });
/** What a person does to a plan, from its review to its roll back. */
const LIFE = ["changes_requested", "signed", "approved", "decided", "retried", "rolled_back"];
const FINISHES = calls("finish_step", { outcome: "done", summary: "The greeting is written." });

describe.skipIf(browser === undefined)("in a browser", { timeout: 120_000 }, () => {
  afterAll(() => browser?.close());
  const begin = (script: ScriptedStep[] = []) => StoryBench.start(browser as Browser, script);

  it("a plan lives from its goal to its roll back", async () => {
    const asks = calls("ask_user", { question: "Whom should it greet?", options: ["Everybody", "Friends"] });
    const submits = [GREETING, REVISED].map((plan) => calls("submit_plan", { plan }));
    const bench = await begin([asks, ...submits, WRITES, FINISHES]);
    const person = await bench.opens("/new");
    const { page, sheet } = person;

    await page.getByLabel("Goal").fill("Greet the visitors");
    await person.button("Plan it").click();
    await person.sees("Whom should it greet?");
    await person.button("Everybody").click();
    await page.getByRole("link", { name: "Review" }).click();
    await page.getByRole("heading", { name: GREETING.title, exact: true }).waitFor();
    const plan = /PLAN-\w+/.exec(page.url())?.[0] ?? "";

    await person.commentsOnText(page.locator('[data-field="description"][data-step="write"]'), "In two languages.");
    await person.commentsOnStep(3, "Say what is counted.");
    await person.button("Request changes").click();
    await sheet.getByLabel("What should change").fill("It is too short.");
    await person.sees("With your 2 comments", sheet);
    await person.press("Control+Enter");
    await person.sees("It greets everybody in two languages.");
    expect(await page.locator(".comment").getByText("addressed", { exact: true }).count()).toBe(2);
    const { body } = await bench.model.request(3);
    for (const words of ["In two languages.", "Say what is counted.", "It is too short."])
      expect(JSON.stringify(body)).toContain(words);

    await page.getByRole("checkbox", { name: "Run step 4" }).uncheck();
    await person.opensTheSheet(2);
    await person.sees("Without step 4: 3 steps will run", sheet);
    await person.readsTheSheet();
    await person.press("1", "Enter");
    await sheet.locator(".sign-second").focus();
    await person.press("1", "Enter");
    await person.sees("You countersign revision 2", sheet);
    expect(person.sent).not.toContain("approve");
    await person.press("Control+Enter");
    await sheet.getByRole("heading", { name: "Countersigned" }).waitFor();
    await sheet.getByRole("link", { name: /run/ }).click();

    const decision = page.getByRole("article").filter({ hasText: "Where is the greeting shown?" });
    await decision.getByRole("button", { name: "Window" }).click();
    await person.sees(/^Failed: 2 of 3 steps done, 1 failed/);
    expect(await person.violations()).toEqual([]);
    await page.getByRole("region", { name: "Step 3" }).getByRole("button", { name: "Retry" }).click();
    await person.sees(/^Completed: 3 steps done, 2 of them checked/);
    await person.sees("3 files", page.locator(".tiles"));
    expect(["shown.txt", "announced.txt"].map((name) => bench.project.has(name))).toEqual([true, false]);
    expect(await person.violations()).toEqual([]);

    await page.getByRole("region", { name: "How it ended" }).getByRole("button", { name: "Roll back all…" }).click();
    await person.sees("3 files as before", sheet);
    const files = sheet.locator(".effect-files li");
    expect(await files.allInnerTexts()).toEqual(
      [/greeting/, /shown/, /tries/].map((name) => expect.stringMatching(name)),
    );
    await person.press("Control+Enter");
    await person.sees("Rolled back 3");
    expect(bench.project.git("status", "--porcelain", "--", ":!.pi")).toBe("");

    const journal = await bench.journal(plan);
    const done = journal.filter(({ by }) => by.kind === "person");
    expect(new Set(done.map(({ by }) => `${by.person} ${by.surface}`))).toEqual(new Set(["local web"]));
    expect(await bench.acts(plan)).toEqual(LIFE);
    const of = (type: string) => done.find(({ event }) => event.type === type)?.event;
    expect(of("changes_requested")).toMatchObject({
      comments: { count: "Say what is counted." },
      quotes: [{ step_id: "write", field: "description", text: "In two languages." }],
    });
    expect(of("signed")).toMatchObject({ revision: 2, choices: { left_out: ["announce"] } });
    expect(of("decided")).toMatchObject({ decision_id: "place", selections: ["Window"] });
    expect(of("rolled_back")).toMatchObject({ steps: ["write", "show", "count"] });
    expect([person.troubles, person.refused]).toEqual([[], []]);
  });

  it("a plan lives from its review to its roll back under a thumb", async () => {
    const bench = await begin();
    const plan = await bench.proposed(COMMANDS);
    const person = await bench.opens(bench.pathOf(plan), PHONE);
    const { page, sheet } = person;
    await person.commentsOnStep(1, "Louder.");
    await person.button("Answer").tap();
    await sheet.getByRole("button", { name: "Request changes" }).tap();
    await sheet.getByLabel("What should change").fill("Not like this.");
    await sheet.getByRole("button", { name: "Send back" }).tap();
    await person.sees("Changes were requested.");
    await bench.proposed(COMMANDS_REVISED, plan);
    await page.locator(".comment").getByText("addressed", { exact: true }).waitFor();

    await page.getByRole("checkbox", { name: "Run step 4" }).uncheck();
    await person.button("Approve…").tap();
    await person.readsTheSheet();
    await person.draws(0.7);
    await person.sees("draw the line to approve", sheet);
    expect(person.sent).not.toContain("approve");
    await person.draws(1);
    await sheet.getByRole("heading", { name: "Countersigned" }).waitFor();
    await sheet.getByRole("link", { name: /run/ }).tap();

    const decision = page.getByRole("article").filter({ hasText: "Where is the greeting shown?" });
    await decision.getByRole("button", { name: "Window" }).tap();
    await person.sees(/^Failed: 2 of 3 steps done, 1 failed/);
    await page.getByRole("region", { name: "Step 3" }).getByRole("button", { name: "Retry" }).tap();
    await person.sees(/^Completed: 3 steps done, 1 of them checked/);
    expect(bench.project.read("shown.txt")).toBe("HELLO Hello\n");
    expect(bench.project.has("announced.txt")).toBe(false);

    await page.getByRole("region", { name: "How it ended" }).getByRole("button", { name: "Roll back all…" }).tap();
    await person.sees("3 files as before", sheet);
    await sheet.getByRole("button", { name: "Roll back all", exact: true }).tap();
    await person.sees("Rolled back 3");
    expect(bench.project.git("status", "--porcelain", "--", ":!.pi")).toBe("");
    expect(await bench.acts(plan)).toEqual(LIFE);
    expect([person.troubles, person.refused]).toEqual([[], []]);
  });

  it.skipIf(!hasTmux)(
    "the first answer wins in two browsers, a terminal and a card in Discord at once, and the others show it",
    async () => {
      const hasLooked = Promise.withResolvers<void>();
      const submits = (plan: typeof PLACED) => fauxCalls(["submit_plan", { plan }]);
      const revises = () => hasLooked.promise.then(() => submits(PLACED_BETTER));
      const chat = await DiscordBench.start({
        execution: "subagent",
        responses: [submits(PLACED), revises, says("Done.")],
      });
      const bench = await StoryBench.start(browser as Browser, [], chat.project);
      const ada = chat.discord.addMember({ name: "ada" });
      await (await ada.slash(chat.general, "plan start", { task: PLACED.title })).answered("Planning");
      const card = await chat.general.next((message) => message.buttons.some(({ label }) => label === "Approve"));
      const plan = idOf(card);
      const carol = bench.token("carol");
      const terminal = await bench.terminal();
      const one = await bench.opens(bench.pathOf(plan));
      const ben = await bench.opens(bench.pathOf(plan), undefined, bench.token("ben"));

      // Ben's page does not hear of the next revision.
      for (const who of [one, ben]) {
        await who.opensTheSheet(1);
      }
      await ben.readsTheSheet();
      await terminal.reviews(plan, 1);
      const catchesUp = await ben.isBehind(`**${addressOf("planPage", { project: bench.key, plan })}`);
      const { modal } = await ada.click(card, "Request changes");
      if (!modal) throw new Error("There is no form.");
      await (await ada.submit(modal, { "What should change?": "Be warmer." })).answered("You requested changes");
      await one.sees("Not signed: ada was first.", one.sheet);
      await one.sees(/ada sent back revision 1 in Discord.*“Be warmer\.”/, one.sheet);
      await terminal.shows("ada requested changes on revision 1 (discord)");
      terminal.leaves();
      hasLooked.resolve();
      await card.changed(/revision 2/);
      const refused = ben.page.waitForResponse("**/approve");
      await ben.press("Control+Enter");
      expect((await refused).status()).toBe(409);
      expect(await (await refused).json()).toMatchObject({
        error: { facts: { now: { revision: 2 }, comparison: { fields: [{ field: "summary" }] } } },
      });
      await catchesUp();
      await ben.sees("Not signed: ada was first.", ben.sheet);
      await ben.sees("There is a revision 2 now.", ben.sheet);
      await ben.button("Show the difference").click();
      await ben.page.locator("ins", { hasText: "warm" }).first().waitFor();
      await ben.page.getByRole("link", { name: PLACED.title }).click();
      await one.button("Back to the plan").click();

      for (const who of [one, ben]) {
        await who.sees(PLACED_BETTER.summary);
        await who.opensTheSheet(2);
      }
      await terminal.reviews(plan, 2);
      await terminal.approves();
      await one.sees("You have answered already.", one.sheet);
      await one.sees(/You signed revision 2 in the terminal/, one.sheet);
      await ben.sees(/^Not signed: \w+ was first\.$/, ben.sheet);
      await ben.sees(/signed revision 2 in the terminal/, ben.sheet);
      await card.changed(/signed by/);

      const asked = await chat.general.next(PLACED.decisions[0]?.question ?? "");
      await one.page.goto(`${bench.address}/inbox`);
      await one.sees("One thing waits for you");
      await ben.page.goto(bench.address + bench.pathOf(plan, "/run"));
      await ben.button("Window").click();
      await one.sees(/ben .*Window/, one.page.getByRole("article"));
      await asked.changed(/ben/);
      const [request = ""] = await bench.requests(plan, "decision");
      expect(await bench.types(carol, "answer", request, "Door")).toContain("ben has answered already.");
      await ben.sees(/^Completed: 1 step done/);
      await ben.sees("1 file", ben.page.locator(".tiles"));
      const persons = (await bench.journal(plan)).filter(({ by }) => by.kind === "person");
      const acts = ["changes_requested", "approved", "decided"];
      expect(
        persons.flatMap(({ by, event }) => (acts.includes(event.type) ? [`${event.type} ${by.surface}`] : [])),
      ).toEqual(["changes_requested discord", "approved terminal", "decided web"]);
      await allIsWell(chat);
    },
  );

  it("a server is killed and started again, and the page goes on with all that was typed", async () => {
    const bench = await begin();
    const plan = await bench.proposed(QUICK);
    const person = await bench.opens(bench.pathOf(plan));
    const { page } = person;
    await page.evaluate("globalThis.isSamePage = true");
    await person.button("Comment on step 1").click();
    const field = page.getByRole("textbox", { name: "Comment on this step" });
    await field.fill("Half of a");
    person.sent.length = 0;
    await bench.kill();
    await person.sees("Not live.");
    expect(await person.button("Approve…").isDisabled()).toBe(true);
    await field.press("End");
    await person.types(" sentence");
    const carol = bench.person(bench.token("carol"));
    const { revision, digest } = (await standing(bench.desk, plan)).proposal;
    must(await bench.desk.send(plan, { type: "request_changes", revision, feedback: "Louder, please." }, carol));
    await bench.proposed(QUICK_REVISED, plan);
    await bench.startAgain();
    await person.sees("Say it loudly");
    expect(digest).not.toBe((await standing(bench.desk, plan)).proposal.digest);
    expect(await field.inputValue()).toBe("Half of a sentence");
    await page.getByRole("img", { name: "live", exact: true }).waitFor();
    await field.press("Control+Enter");
    await person.opensTheSheet(2);
    await person.readsTheSheet();
    await person.press("Control+Enter");
    await person.sheet.getByRole("heading", { name: "Countersigned" }).waitFor();
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
    expect(person.sent.filter((act) => act !== "check")).toEqual(["approve"]);
    expect((await standing(bench.desk, plan)).reviews).toMatchObject([{ by: { name: "carol" } }]);
  });
});
