import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { must } from "../../../desk/fixture.ts";
import { BEFORE, PLAN } from "../page/review-fixture.ts";
import { startChromium } from "./chromium.ts";
import { PageBench, type Screen, sideways } from "./page-bench.ts";

const found = await startChromium();
const browser = found as Browser;
afterAll(() => found?.close());

const PHONE: Screen = { width: 360, height: 740, isPhone: true };
const SAID = [
  { step_id: "add-table", field: "run", quote: "npm run migrate", text: "Which one?" },
  { field: "summary", quote: "Cookies stop working", text: "Nobody may be signed out." },
];

/** Its second revision, after a person sent the first one back with comments. */
async function revised(tab: string, screen?: Screen): Promise<Page> {
  const bench = await PageBench.start(browser, { git: true });
  const { desk, local, person } = bench.web.f;
  must(await desk.propose(BEFORE, local));
  must(await desk.send(PLAN.id, { type: "request_changes", revision: 1, feedback: "Not yet.", quotes: SAID }, person));
  must(await desk.propose(PLAN, local));
  const page = await bench.open(bench.planAddress(PLAN.id, tab), screen);
  await page.getByRole("heading", { level: 1, name: PLAN.title }).waitFor();
  return page;
}

async function proposed(draft: object, path: string | undefined, screen?: Screen): Promise<Page> {
  const bench = await PageBench.start(browser, { git: true });
  const { desk, local } = bench.web.f;
  const { plan } = must(await desk.propose(draft, local));
  return bench.open(path ?? bench.planAddress(plan.id), screen);
}

describe.skipIf(found === undefined)("what is read on a page", { timeout: 60_000 }, () => {
  it("has every underscore of what was added: no line runs through it", async () => {
    const page = await revised("compare");
    const added = page.locator("ins", { hasText: "0042_refresh_tokens" }).first();
    const { line, border } = await added.evaluate((element) => {
      const style = getComputedStyle(element);
      return { line: style.textDecorationLine, border: style.borderBottomStyle };
    });
    expect([line, border]).toEqual(["none", "solid"]);
  });

  it("wraps a command between its words, never behind the hyphens of an option", async () => {
    const page = await revised("review", { ...PHONE, width: 390 });
    await page.getByRole("button", { name: "Approve…" }).click();
    const lines = page.locator(".will-run-lines");
    await lines.first().waitFor();
    const broken = await lines.evaluateAll((all) =>
      all.flatMap((one) => {
        const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        const wrong: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          for (const { index, 0: word } of (node.textContent ?? "").matchAll(/-+(?=\w)/g)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length + 1);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
              wrong.push(node.textContent ?? "");
          }
        }
        return wrong;
      }),
    );
    expect(broken).toEqual([]);
  });

  it("says once what changed since a comment", async () => {
    const page = await revised("comments");
    const card = page.locator(".comment", { hasText: "Nobody may be signed out." });
    await card.getByText("Changed since: summary.", { exact: true }).waitFor();
  });

  it("has all that a person said in the timeline, a comment on each line", async () => {
    const page = await revised("journal", PHONE);
    const said = page.locator(".timeline-detail", { hasText: "Not yet." });
    expect((await said.textContent())?.split("\n")).toEqual([
      "Not yet.",
      'step add-table, run, "npm run migrate": Which one?',
      'summary, "Cookies stop working": Nobody may be signed out.',
    ]);
    expect(await said.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  });

  it("shows on a phone which tab is open", async () => {
    const page = await revised("journal", PHONE);
    const box = await page.locator(".tabs [aria-current]").boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    expect(await sideways(page)).toBe(0);
  });

  it("has the buttons of an edited text within reach, and not Approve", async () => {
    const page = await revised("text?edit=1", PHONE);
    await page.locator(".problems").waitFor();
    const save = page.getByRole("button", { name: "Save the text" });
    expect(await save.evaluate((element) => element.getBoundingClientRect().bottom)).toBeLessThanOrEqual(740);
    expect(await page.getByRole("button", { name: "Approve…" }).count()).toBe(0);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Approve…" }).waitFor();
  });

  it("has the plan in the title of the browser's tab, also after the number of what waits came", async () => {
    const page = await revised("text");
    await expect.poll(() => page.title()).toBe(`(1) ${PLAN.title} · Countersign`);
  });

  it("has the direction of its own words, and commands that of a shell", async () => {
    const page = await proposed(
      {
        title: "استبدال ملفات تعريف الارتباط",
        summary: "تنتقل الجلسات إلى رموز قصيرة العمر (PLAN-1).",
        steps: [{ id: "one", title: "ابحث عن كل استخدام", run: "echo 1" }],
      },
      undefined,
    );
    const direction = (selector: string): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).direction);
    await page.locator(".plan-summary .markdown p").waitFor();
    expect([await direction("main h1"), await direction(".step-command code")]).toEqual(["rtl", "ltr"]);
    const bidi = await page.locator(".plan-summary .markdown p").evaluate((p) => getComputedStyle(p).unicodeBidi);
    expect(bidi).toBe("plaintext");
  });

  it("shows a command in the order in which a shell reads it, whatever letters are in it", async () => {
    const run = "rm אבג 123 דהו";
    const page = await proposed({ title: "Mixed", steps: [{ id: "one", title: "One", run }] }, undefined);
    await page.locator(".step-command code").waitFor();
    await page.getByRole("button", { name: "Approve…" }).click();
    await page.locator(".will-run-lines").waitFor();
    for (const where of [".step-command code", ".will-run-lines"]) {
      const places = await page
        .locator(where)
        .first()
        .evaluate((element) => {
          const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          const found: { letter: string; at: number }[] = [];
          for (let node = walker.nextNode(); node; node = walker.nextNode())
            for (const [index, letter] of [...(node.textContent ?? "")].entries()) {
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + 1);
              found.push({ letter, at: range.getBoundingClientRect().left });
            }
          return found.filter(({ letter }) => letter !== " ");
        });
      const asShown = places.toSorted((one, two) => one.at - two.at).map(({ letter }) => letter);
      expect(asShown.join(""), where).toContain(run.replaceAll(" ", ""));
    }
  });

  it("says You of the person who looks, also in what was answered", async () => {
    const bench = await PageBench.start(browser, { git: true });
    const { desk, local, person } = bench.web.f;
    const { plan } = must(await desk.propose({ title: "Say it", steps: [{ id: "say", title: "Say it" }] }, local));
    const { revision, digest } = plan.proposal;
    must(await desk.send(plan.id, { type: "approve", revision, digest }, person));
    const page = await bench.open("/inbox");
    await page.locator(".answered-list").getByText("You approved it.").waitFor();
  });

  it("finds a word and shows it, without the head of the file", async () => {
    const page = await proposed(
      { title: "Move sessions", summary: "They move to tokens.", steps: [{ id: "move", title: "Move them" }] },
      "/plans?q=tokens",
    );
    const snippet = page.locator(".plan-row-snippet");
    await snippet.waitFor();
    expect(await snippet.textContent()).toMatch(/^Summary They move to tokens\. Steps/);
  });

  it("has room for the output of a check where the column is narrow: the acts stand below it", async () => {
    const bench = await PageBench.start(browser, { git: true });
    const { desk, local, person } = bench.web.f;
    const steps = [{ id: "fail", title: "Fail", run: "echo begun", verify: "echo it does not hold; exit 3" }];
    const { plan } = must(await desk.propose({ title: "Fail loudly", steps }, local));
    const { revision, digest } = plan.proposal;
    must(await desk.send(plan.id, { type: "approve", revision, digest }, person));
    const page = await bench.open(bench.planAddress(plan.id, "run"), { width: 1100 });
    await page.getByRole("button", { name: /^Run$/ }).click();
    await page.locator(".step-card .step-acts").waitFor();
    const top = (selector: string): Promise<DOMRect> =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
    const [panel, acts] = [await top(".step-card .step-panel"), await top(".step-card .step-acts")];
    expect(acts.top).toBeGreaterThanOrEqual(panel.bottom - 1);
  });

  it("shows a verdict where it is asked for, also on a phone", async () => {
    const bench = await PageBench.start(browser);
    const page = await bench.open("/policy", PHONE);
    await page.getByRole("button", { name: "git status" }).click();
    await page.getByRole("button", { name: "Judge" }).click();
    const verdict = page.locator(".verdict h2");
    await verdict.waitFor();
    await expect
      .poll(() => verdict.evaluate((element) => element.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(740);
  });

  it("tells in forced colours which tab is open, and which filter holds", async () => {
    const page = await revised("comments");
    await page.emulateMedia({ forcedColors: "active" });
    const style = (selector: string, name: "borderBottomColor" | "backgroundColor"): Promise<string> =>
      page
        .locator(selector)
        .first()
        .evaluate((element, what) => getComputedStyle(element)[what], name);
    expect(await style(".tabs [aria-current]", "borderBottomColor")).not.toBe(
      await style(".tabs a:not([aria-current])", "borderBottomColor"),
    );
    expect(await style(".rail [aria-current]", "borderBottomColor")).not.toBe(
      await style(".rail nav a:not([aria-current])", "borderBottomColor"),
    );
    await page.getByRole("link", { name: "Plans" }).first().click();
    await page.locator(".pills").waitFor();
    expect(await style(".pills [aria-pressed=true]", "backgroundColor")).not.toBe(
      await style(".pills [aria-pressed=false]", "backgroundColor"),
    );
  });

  it("shows the step of a large graph that is selected beside it", async () => {
    const steps = Array.from({ length: 12 }, (_, index) => ({
      ...{ id: `s${index}`, title: `Step ${index}`, run: "echo" },
      ...(index > 0 && { depends_on: [`s${index - 1}`] }),
    }));
    const page = await proposed({ title: "A long way", steps }, undefined, { width: 1100 });
    await page.locator(".step-title").last().click();
    await page.locator(".graph .node.selected").waitFor();
    const inSight = () =>
      page.evaluate(() => {
        const graph = document.querySelector(".graph")?.getBoundingClientRect();
        const node = document.querySelector(".graph .node.selected .box")?.getBoundingClientRect();
        return graph && node && node.left >= graph.left && node.right <= graph.right;
      });
    await expect.poll(inSight).toBe(true);
  });

  it("is the review that Enter opens in the inbox, also of a plan that stands still without an answer", async () => {
    const page = await proposed({ title: "Say it", steps: [{ id: "say", title: "Say it", run: "echo" }] }, "/inbox");
    await page.locator(".slip.current").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Approve…" }).waitFor();
  });

  it("says of a rejected plan that it was not signed, and not that a signature is missing", async () => {
    const bench = await PageBench.start(browser, { git: true });
    const { desk, local, person } = bench.web.f;
    const { plan } = must(await desk.propose({ title: "Say it", steps: [{ id: "say", title: "Say it" }] }, local));
    must(await desk.send(plan.id, { type: "reject", revision: 1, feedback: "Never." }, person));
    const page = await bench.open(bench.planAddress(plan.id));
    await page.locator(".sign-side").getByText("not signed", { exact: true }).waitFor();
  });
});
