import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { must } from "../../../desk/fixture.ts";
import { startChromium } from "./chromium.ts";
import { violations } from "./found-on.ts";
import { PageBench, type Screen, sideways } from "./page-bench.ts";

const found = await startChromium();
const browser = found as Browser;
afterAll(() => found?.close());

const ID = "PLAN-0a1b2c3d";

/** Three commands: the second has a check that wants the file `right`, the third needs the second. */
const STEPS = [
  { id: "begin", title: "Write the first file", run: "echo one > one.txt; echo begun", verify: "test -s one.txt" },
  {
    id: "middle",
    title: "Write the second file",
    run: "echo two > two.txt; echo in the middle",
    verify: "test -f right.txt || { echo '× right.txt is missing'; exit 3; }",
    depends_on: ["begin"],
    risk: "high",
  },
  { id: "end", title: "Say that it is over", run: "echo over", depends_on: ["middle"] },
];

async function signed(bench: PageBench, steps: readonly object[] = STEPS, more: object = {}): Promise<void> {
  const { desk, person, local } = bench.web.f;
  const { plan } = must(await desk.propose({ id: ID, title: "Write three files", steps, ...more }, local));
  const { revision, digest } = plan.proposal;
  must(await desk.send(ID, { type: "approve", revision, digest }, person));
}

async function started(
  steps?: readonly object[],
  screen?: Screen,
  more?: object,
): Promise<{ bench: PageBench; page: Page }> {
  const bench = await PageBench.start(browser, { git: true });
  await signed(bench, steps, more);
  const page = await bench.open(bench.planAddress(ID, "run"), screen);
  await page.getByRole("heading", { name: "Write three files" }).waitFor();
  return { bench, page };
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const status = (page: Page) => page.locator(".run-head .tag");

describe.skipIf(found === undefined)("a run in the browser", { timeout: 60_000 }, () => {
  it("is started, shows the failed check, is retried and completes", async () => {
    const { bench, page } = await started();
    await expect.poll(() => status(page).textContent()).toContain("not started");
    await button(page, /^Run$/).click();
    const card = page.locator(".step-card");
    await card.getByText("Step 2 says it is done. Its check says it is not.").waitFor();
    await card.getByText("× right.txt is missing").waitFor();
    expect(await page.locator(".step-acts .act-effect").first().textContent()).toContain("runs once more");
    await page.locator(".run-steps li.blocked").getByText("needs 2").waitFor();

    writeFileSync(join(bench.web.f.project, "right.txt"), "right\n");
    await card.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: /^Completed: 3 steps done, 2 of them checked/ }).waitFor();
    expect(await status(page).textContent()).toContain("completed");
    await page.locator(".timeline").getByText(/retr/i).first().waitFor();
  });

  it("skips a step only with a reason, and names the person in the timeline", async () => {
    const { page } = await started();
    await button(page, /^Run$/).click();
    await page.locator(".step-acts").getByRole("button", { name: /^Skip/ }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText("your reason is recorded").waitFor();
    const skip = sheet.getByRole("button", { name: "Skip", exact: true });
    expect(await skip.isDisabled()).toBe(true);
    await sheet.getByLabel("Why it is skipped").fill("the file comes tomorrow");
    await skip.click();
    await sheet.waitFor({ state: "detached" });
    // The plan has failed by then: what is left runs when a person says so.
    await button(page, /^Retry what failed$/)
      .first()
      .click();
    await page.getByRole("heading", { name: /^Completed: 2 steps done, 1 of them checked, 1 skipped/ }).waitFor();
    const mine = page.locator(".timeline-row.person", { hasText: "skip" });
    await mine.getByText("You").first().waitFor();
  });

  it("rolls back exactly the files that it showed, after a second press", async () => {
    const { bench, page } = await started();
    const { project } = bench.web.f;
    await button(page, /^Run$/).click();
    await page.locator(".report.failed").waitFor();
    expect(existsSync(join(project, "two.txt"))).toBe(true);
    await page.locator(".report").getByRole("button", { name: "Roll back all…" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByText("2 files as before").waitFor();
    expect(await sheet.locator(".effect-files code").allTextContents()).toEqual(["one.txt", "two.txt"]);
    expect(existsSync(join(project, "two.txt"))).toBe(true);
    await sheet.getByRole("button", { name: "Roll back all", exact: true }).click();
    await sheet.waitFor({ state: "detached" });
    expect([existsSync(join(project, "one.txt")), existsSync(join(project, "two.txt"))]).toEqual([false, false]);
    await page.locator(".report").getByText("Rolled back 2").waitFor();
  });

  it("pauses with the key p, resumes, and shows output as it is printed", async () => {
    const wait = (file: string) =>
      `echo waits for ${file}; while [ ! -f ${file} ]; do sleep 0.02; done; echo found ${file}`;
    const steps = [
      { id: "first", title: "Wait for a", run: wait("a") },
      { id: "second", title: "Wait for b", run: wait("b"), depends_on: ["first"] },
    ];
    const { bench, page } = await started(steps);
    const { project } = bench.web.f;
    await button(page, /^Run$/).click();
    await page.locator(".output").getByText("waits for a").waitFor();
    await page.keyboard.press("p");
    await expect.poll(() => status(page).textContent()).toContain("paused");
    writeFileSync(join(project, "a"), "");
    await page.locator(".run-steps li.completed").waitFor();
    await page.keyboard.press("p");
    await page.locator(".output").getByText("waits for b").waitFor();
    await expect.poll(() => status(page).textContent()).toContain("running");
    writeFileSync(join(project, "b"), "");
    await page.getByRole("heading", { name: /^Completed: 2 steps done/ }).waitFor();
  });

  it("asks for a decision in place, and goes on with the answer", async () => {
    const steps = [
      { id: "begin", title: "Begin", run: "echo begun" },
      { id: "colour", title: "Paint it", run: "echo painted", depends_on: ["begin"], decision_id: "colour" },
    ];
    const decisions = [
      {
        decision_id: "colour",
        header: "Colour",
        question: "Which colour?",
        options: [{ label: "red" }, { label: "blue" }],
      },
    ];
    const { page } = await started(steps, {}, { decisions });
    await button(page, /^Run$/).click();
    const slip = page.locator(".slip", { hasText: "Which colour?" });
    await slip.getByRole("button", { name: /blue/ }).click();
    await page.getByRole("heading", { name: /^Completed: 2 steps done/ }).waitFor();
    await page.locator(".run-steps").getByText("Paint it").click();
    await page.getByRole("tab", { name: "As signed" }).click();
    await page.locator(".step-signed").getByText("Colour: blue").waitFor();
  });

  it("shows what another process does, without a reload", async () => {
    const { bench, page } = await started();
    await expect.poll(() => status(page).textContent()).toContain("not started");
    const { desk, person } = bench.web.f;
    must(await desk.send(ID, { type: "cancel", note: "not today" }, person));
    await expect.poll(() => status(page).textContent()).toContain("cancelled");
    await page
      .locator(".timeline")
      .getByText(/not today/)
      .waitFor();
  });

  it("puts a plan into the queue and takes it out, and the list of runs has its place", async () => {
    const { bench, page } = await started();
    await button(page, "More acts").click();
    await page.getByRole("dialog").getByRole("button", { name: "Queue…" }).click();
    await page
      .getByRole("dialog")
      .getByLabel(/Priority/)
      .fill("3");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => status(page).textContent()).toContain("in the queue");
    await page.goto(`${bench.web.server.address}/runs`);
    const row = page.locator(".runs-row", { hasText: "Write three files" });
    await row.getByText("number 1").waitFor();
    await row.getByRole("button", { name: /out of the queue/ }).click();
    await page.getByRole("heading", { name: /Countersigned, not started/ }).waitFor();
  });

  it("turns its acts off while the server is gone, and says since when", async () => {
    const { bench, page } = await started();
    await bench.web.close();
    await page.locator(".live-mark.lost").waitFor();
    await expect.poll(() => button(page, /^Run$/).isDisabled()).toBe(true);
  });

  it("keeps what a person reads where it is: new entries wait above", async () => {
    const { bench, page } = await started(undefined, { height: 420 });
    await button(page, /^Run$/).click();
    await page.locator(".report.failed").waitFor();
    const scroller = page.locator(".timeline-scroll");
    await scroller.evaluate((element) => element.scrollTo({ top: 120 }));
    await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThan(8);
    const first = page.locator(".timeline-row").first();
    const before = await first.textContent();
    const { desk, person } = bench.web.f;
    must(await desk.send(ID, { type: "skip_step", step_id: "middle", reason: "by hand" }, person));
    const more = page.getByRole("button", { name: /\d new/ });
    await more.waitFor();
    expect(await first.textContent()).toBe(before);
    await more.click();
    await page.locator(".timeline-row", { hasText: "by hand" }).waitFor();
    expect(await more.count()).toBe(0);
  });

  it.each([
    { width: 1440, scheme: "light" },
    { width: 1100, scheme: "dark" },
    { width: 390, height: 844, scheme: "dark", isPhone: true },
    { width: 360, height: 780, scheme: "light", isPhone: true },
  ] satisfies Screen[])("has no violation and does not scroll sideways at $width, $scheme", async (screen) => {
    const { page } = await started(undefined, screen);
    const isPhone = "isPhone" in screen;
    if (isPhone) {
      await button(page, "More acts").click();
      await page.getByRole("dialog").getByText("will run on this machine").waitFor();
      await page.getByRole("dialog").getByRole("button", { name: /^Run$/ }).click();
    } else await button(page, /^Run$/).click();
    await page.locator(".report.failed").waitFor();
    expect([await violations(page), await sideways(page)]).toEqual([[], 0]);
    if (isPhone) {
      expect(await smallTargets(page)).toEqual([]);
      for (const tab of ["Steps", "Timeline"]) {
        await page.locator(".run-tabs").getByRole("button", { name: tab }).click();
        expect([tab, await violations(page), await sideways(page), await smallTargets(page)]).toEqual([tab, [], 0, []]);
      }
      return;
    }
    await page.locator(".report").getByRole("button", { name: "Roll back all…" }).click();
    await page.getByText("2 files as before").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

/** Controls that a finger would miss: lower or narrower than 44 px. Links in sentences do not count. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main button, main summary, main select, .bar button, .run-side button")]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.classList.contains("timeline-subject"),
      )
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width > 0 && (width < 43.5 || height < 43.5);
      })
      .map((element) => `${element.className} ${element.textContent?.trim().slice(0, 30)}`),
  );
}
