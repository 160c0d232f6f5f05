import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import type { LivePlan } from "../../../../src/lifecycle/plan-state.ts";
import type { Plan } from "../../../../src/plan/plan.ts";
import { must, standing } from "../../../desk/fixture.ts";
import { BEFORE, PLAN } from "../page/review-fixture.ts";
import { startChromium } from "./chromium.ts";
import { drag } from "./drag.ts";
import { axe, PageBench, type Screen, sideways } from "./page-bench.ts";

const found = await startChromium();
const browser = found as Browser;
afterAll(() => found?.close());

const SMALL = {
  id: "PLAN-5a11ab1e",
  title: "Write a greeting",
  steps: [
    {
      id: "write",
      title: "Write it",
      description: "One file.",
      run: "echo hello > hello.txt",
      verify: "test -s hello.txt",
    },
    { id: "tell", title: "Say so", run: "echo done", depends_on: ["write"] },
  ],
};
const PHONE: Screen = { width: 390, height: 844, isPhone: true };

async function reviewed(draft: Omit<Plan, "id"> & { id: string }, screen?: Screen, tab = "") {
  const bench = await PageBench.start(browser, { git: true });
  const { desk, local } = bench.web.f;
  must(await desk.propose(draft, local));
  const page = await bench.open(bench.planAddress(draft.id, tab), screen);
  await page.getByRole("heading", { level: 1, name: draft.title }).waitFor();
  await page.getByRole("img", { name: "live" }).waitFor();
  // A signature is sent by the event itself: what was not sent after it never will be.
  await page.evaluate(() => {
    const send = window.fetch;
    document.body.dataset["approvals"] = "0";
    window.fetch = (...asked) => {
      if (String(asked[0]).endsWith("/approve")) {
        document.body.dataset["approvals"] = String(Number(document.body.dataset["approvals"]) + 1);
      }
      return send(...asked);
    };
  });
  const state = async (): Promise<LivePlan> => standing(desk, draft.id);
  return { bench, page, desk, state };
}

const isSigned = ({ status }: LivePlan) => !["proposed", "needs_review"].includes(status);
const approvals = (page: Page) => page.evaluate(() => Number(document.body.dataset["approvals"]));
const sheet = (page: Page) => page.locator("dialog[open]");
const second = (page: Page) => page.locator(".sign-second");

async function openSheet(page: Page): Promise<void> {
  await page.keyboard.press("1");
  await sheet(page).getByRole("heading", { name: "You countersign revision 1" }).waitFor();
}

/** A second act is possible: everything that locks it is gone, and the deaf time is over. */
async function unlocked(page: Page): Promise<void> {
  await page.locator('.sign-second:not([aria-disabled="true"])').waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
}

describe.skipIf(found === undefined)("a signature in the browser", { timeout: 90_000 }, () => {
  it("takes a second act that is another one: 1, Enter and keys that come too early sign nothing", async () => {
    const { page, state } = await reviewed(SMALL);
    // The commands are seen, so that only the time stands in the way.
    await page.getByText("3 of 3 seen").waitFor();
    await openSheet(page);
    await page.keyboard.press("Control+Enter");
    await unlocked(page);
    for (const key of ["1", "Enter", "1"]) await page.keyboard.press(key);
    await second(page).focus();
    await page.keyboard.press("Enter");
    expect(await approvals(page)).toBe(0);
    await page.keyboard.press("Control+Enter");
    await sheet(page).getByRole("heading", { name: "Countersigned" }).waitFor();
    expect(isSigned(await state())).toBe(true);
    expect(await sheet(page).locator(".signature.signed").count()).toBe(1);
  });

  it("does not take a key that was pressed as soon as the sheet opened", async () => {
    const { page, state } = await reviewed(SMALL);
    await page.getByText("3 of 3 seen").waitFor();
    // All within half a second of the first key, whatever the machine does in between.
    await page.evaluate(async () => {
      const press = (init: KeyboardEventInit) =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true }));
      const start = performance.now();
      press({ key: "1" });
      while (performance.now() - start < 450) {
        await new Promise((resolve) => setTimeout(resolve, 15));
        if (performance.now() - start < 490) press({ key: "Enter", ctrlKey: true });
      }
    });
    expect(await approvals(page)).toBe(0);
    await unlocked(page);
    expect(isSigned(await state())).toBe(false);
  });

  it("is locked by a command that was not on the screen whole, and says where it is", async () => {
    const run = Array.from({ length: 120 }, (_, line) => `echo ${line}`).join("\n");
    const { page, state } = await reviewed({ ...SMALL, steps: [{ id: "long", title: "Long", run }] });
    await openSheet(page);
    await page.getByText("The command of step 1, run was not on your screen whole.").waitFor();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 700)));
    await second(page).click({ force: true });
    await page.keyboard.press("Control+Enter");
    expect(await approvals(page)).toBe(0);
    // One part of it after the other.
    const body = sheet(page).locator(".sheet-body");
    for (let top = 0; top < 3000; top += 150) {
      await body.evaluate((element, to) => element.scrollTo(0, to), top);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 650)));
    }
    await unlocked(page);
    await page.keyboard.press("Control+Enter");
    await sheet(page).getByRole("heading", { name: "Countersigned" }).waitFor();
    expect(isSigned(await state())).toBe(true);
  });

  it("names unseen parts, and leaves steps out", async () => {
    const { page, state } = await reviewed(SMALL);
    await page.keyboard.press("z");
    await page.getByRole("checkbox", { name: "Run step 2" }).uncheck();
    await openSheet(page);
    await sheet(page).getByText("Without step 2: 1 step will run").waitFor();
    await sheet(page).getByText("Not on your screen yet:").waitFor();
    await unlocked(page);
    expect(await second(page).textContent()).toMatch(/Approve, \d parts? unseen/);
    await second(page).click();
    await sheet(page).getByRole("heading", { name: "Countersigned" }).waitFor();
    const signed = await state();
    expect("approval" in signed && signed.approval?.choices.left_out).toEqual(["tell"]);
  });

  it("does not count what lies behind a sheet, or is folded, as seen", async () => {
    const { page } = await reviewed(SMALL);
    await page.keyboard.press("z");
    await page.keyboard.press("?");
    await sheet(page).waitFor();
    const words = page.locator(".unseen-fact strong");
    const late = () => page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 900)));
    await late();
    expect(await words.textContent()).toBe("2 parts not seen yet");
    // Behind the sheet they unfold.
    await page.evaluate(() => document.querySelector<HTMLElement>(".steps-head button")?.click());
    await late();
    expect(await words.textContent()).toBe("2 parts not seen yet");
    await page.keyboard.press("Escape");
    await page.getByText("Every part was on your screen").first().waitFor();
  });

  it("is given to what can be read: nothing that markdown leaves undrawn is hidden", async () => {
    const description = [
      "Read [the page](https://example.org/far 'a title').",
      "",
      "[//]: # (words for the model)",
      "",
      "<!-- a comment --><img src=x onerror=alert(1)>",
      "",
      "a&#x202E;b",
      "",
      "```sh and more words",
      "ls",
      "```",
    ].join("\n");
    const { page } = await reviewed({ ...SMALL, steps: [{ id: "odd", title: "Odd", description }] });
    const shown = page.locator(".step-words .markdown:not(.plain)");
    await shown.waitFor();
    const text = (await shown.textContent()) ?? "";
    for (const words of ["https://example.org/far “a title”", "[//]: # (words for the model)", "<!-- a comment -->"]) {
      expect(text).toContain(words);
    }
    for (const words of ["a‹U+202E›b", "<img src=x onerror=alert(1)>", "sh and more words"])
      expect(text).toContain(words);
    expect(await shown.locator("img, script").count()).toBe(0);
  });

  it("is not given to a text that was replaced, and comments stay", async () => {
    const { page, desk, bench, state } = await reviewed(SMALL);
    await page.getByRole("button", { name: "Comment on step 1" }).click();
    await page.getByRole("textbox", { name: "Comment on this step" }).fill("Which greeting?");
    await page.getByRole("button", { name: "Keep" }).click();
    await openSheet(page);
    await unlocked(page);
    const { version } = await state();
    const text = readFileSync(bench.web.f.planFile(SMALL.id), "utf8").replace("One file.", "One file, in English.");
    must(await desk.edit(SMALL.id, text, bench.web.f.person, version));
    await page.keyboard.press("Control+Enter");
    await sheet(page).getByText("Not signed: the text was edited.").waitFor();
    expect(isSigned(await state())).toBe(false);
    await sheet(page).getByRole("button", { name: "Show the difference" }).click();
    await page.getByText("What the edit changed").waitFor();
    await page.locator("ins", { hasText: "in English" }).first().waitFor();
    await page.goto(`${bench.web.server.address}${bench.planAddress(SMALL.id)}`);
    await page.getByText("Which greeting?").waitFor();
  });

  it("on a phone is drawn to the end of its line; letting go earlier takes it back", async () => {
    const { page, state } = await reviewed(SMALL, PHONE);
    await page.getByRole("button", { name: "Approve…" }).tap();
    await page.locator(".draw-line:not(.off)").waitFor();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 600)));
    const box = await page.locator(".draw-line").boundingBox();
    if (!box) throw new Error("no line");
    const touch = await page.context().newCDPSession(page);
    const y = box.y + box.height / 2;
    await drag(touch, { from: box.x + 28, to: box.x + box.width * 0.7, y });
    expect(await approvals(page)).toBe(0);
    expect(await page.locator("[data-draw-pen]").evaluate((pen) => pen.style.left)).toContain("0%");
    await drag(touch, { from: box.x + 28, to: box.x + box.width - 4, y });
    await sheet(page).getByRole("heading", { name: "Countersigned" }).waitFor();
    expect(isSigned(await state())).toBe(true);
    expect(await sideways(page)).toBe(0);
  });

  it("on a phone has a button within reach of the thumb, and one instead of the line", async () => {
    const { page, state } = await reviewed(SMALL, PHONE);
    const box = await page.getByRole("button", { name: "Approve…" }).boundingBox();
    expect(box?.height).toBe(54);
    expect(box?.y).toBeGreaterThan(844 - 100);
    await page.getByRole("button", { name: "Approve…" }).tap();
    await page.getByRole("button", { name: "Approve with a button" }).tap();
    await unlocked(page);
    await second(page).tap();
    await sheet(page).getByRole("heading", { name: "Countersigned" }).waitFor();
    expect(isSigned(await state())).toBe(true);
  });
});

describe.skipIf(found === undefined)("other answers to a review in the browser", { timeout: 90_000 }, () => {
  it("are changes, with a comment on selected text that survives a reload", async () => {
    const { page, state } = await reviewed(SMALL);
    await page.locator('[data-field="description"][data-step="write"]').evaluate((element) => {
      const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (!node) throw new Error("no text");
      const range = document.createRange();
      range.setStart(node, 4);
      range.setEnd(node, 8);
      getSelection()?.removeAllRanges();
      getSelection()?.addRange(range);
    });
    await page.locator(".select-to-comment button").click();
    await page.getByRole("textbox", { name: "Comment on the selected text" }).fill("Why a file?");
    await page.reload();
    await page.locator(".comment.draft", { hasText: "Why a file?" }).waitFor();
    await page.keyboard.press("2");
    await sheet(page).getByRole("textbox").fill("Not like this.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Changes were requested.").waitFor();
    const { reviews } = await state();
    expect(reviews.at(-1)).toMatchObject({
      feedback: "Not like this.",
      quotes: [{ step_id: "write", field: "description", quote: "file", text: "Why a file?" }],
    });
    expect(await page.locator(".comment.draft").count()).toBe(0);
  });

  it("are a rejection, which is asked for twice and never has the focus", async () => {
    const { page, state } = await reviewed(SMALL);
    await page.keyboard.press("3");
    await sheet(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
    await sheet(page).getByRole("button", { name: "Reject…" }).click();
    expect((await state()).status).toBe("proposed");
    await sheet(page).getByRole("button", { name: "Reject for good" }).click();
    await page.getByText("The plan was rejected.").waitFor();
    expect((await state()).status).toBe("rejected");
  });

  it("are another text; what was typed survives a reload and another person's edit", async () => {
    const { page, state, desk, bench } = await reviewed(SMALL, {}, "text");
    await page.keyboard.press("e");
    const field = page.getByRole("textbox", { name: "The text of the plan" });
    const text = await field.inputValue();
    await field.fill(text.replace("One file.", "Two files."));
    await page.reload();
    await page.getByRole("img", { name: "live" }).waitFor();
    expect(await field.inputValue()).toContain("Two files.");
    const { version } = await state();
    must(await desk.edit(SMALL.id, text.replace("One file.", "No file."), bench.web.f.person, version));
    await page.getByText("The plan has another text now.").waitFor();
    expect(await field.inputValue()).toContain("Two files.");
    await page.getByRole("button", { name: "Keep mine instead" }).click();
    await page.getByRole("button", { name: "Save the text" }).click();
    await page.locator(".step-words", { hasText: "Two files." }).waitFor();
    expect((await state()).proposal.plan.steps[0]?.description).toBe("Two files.");
  });

  it("are another text, with its problems and what it changes while it is typed", async () => {
    const { page } = await reviewed(SMALL, {}, "text");
    await page.keyboard.press("e");
    const field = page.getByRole("textbox", { name: "The text of the plan" });
    const text = await field.inputValue();
    await field.fill(text.replace("after: write", "after: nowhere"));
    await page.locator(".problems .bad").first().waitFor();
    expect(await page.getByRole("button", { name: "Save the text" }).isDisabled()).toBe(true);
    await field.fill(text.replace("One file.", "Two files."));
    await page.getByText("No problems").waitFor();
    await page.getByText("What your text changes").waitFor();
  });
});

describe.skipIf(found === undefined)("the pages of a review", { timeout: 120_000 }, () => {
  it.each([
    ["light", 1440],
    ["dark", 1100],
    ["dark", 390],
    ["light", 360],
  ] as const)("have nothing that axe finds wrong, and never scroll sideways: %s, %i wide", async (scheme, width) => {
    const screen = { width, height: 860, scheme, isPhone: width < 720 };
    const bench = await PageBench.start(browser, { git: true });
    const { desk, local, person } = bench.web.f;
    must(await desk.propose(BEFORE, local));
    const quotes = [{ step_id: "add-table", field: "run", quote: "npm run migrate", text: "Which one?" }];
    must(await desk.send(PLAN.id, { type: "request_changes", revision: 1, feedback: "Not yet.", quotes }, person));
    must(await desk.propose(PLAN, local));
    const page = await bench.open(bench.planAddress(PLAN.id), screen);
    const found: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      const wrong = await axe(page);
      if ((await sideways(page)) > 0) wrong.push("scrolls sideways");
      if (wrong.length > 0) found[name] = wrong;
    };
    await page.locator(".step-list .markdown:not(.plain)").first().waitFor();
    await look("review");
    await page.getByRole("button", { name: "Approve…" }).click();
    await page.locator(".will-run-list").waitFor();
    // Colours that are changing have no contrast yet.
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    await look("sign");
    await page.keyboard.press("Escape");
    for (const [tab, ready] of [
      ["compare", ".structure-row"],
      ["comments", ".comment"],
      ["text", ".file-lines"],
      ["text?edit=1", ".problems"],
      ["graph", ".graph"],
      ["journal", ".timeline-row"],
    ] as const) {
      await page.goto(`${bench.web.server.address}${bench.planAddress(PLAN.id, tab)}`);
      await page.locator(ready).first().waitFor();
      await look(tab);
    }
    expect(found).toEqual({});
  });
});
