import type { Browser, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { must } from "../../../desk/fixture.ts";
import { BEFORE, PLAN } from "../page/review-fixture.ts";
import { startChromium } from "./chromium.ts";
import { violations } from "./found-on.ts";
import { PageBench, sideways } from "./page-bench.ts";

const found = await startChromium();
const browser = found as Browser;
afterAll(() => found?.close());

/** What axe finds in both schemes, and whether the page became wider than its window. */
async function wrongOn(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    wrong.push(...(await violations(page)).map((one) => `${colorScheme}: ${one}`));
  }
  if ((await sideways(page)) > 0) wrong.push("scrolls sideways");
  return wrong;
}

const SCREENS = [
  { width: 1440, height: 900, isPhone: false },
  { width: 360, height: 740, isPhone: true },
] as const;

describe.skipIf(found === undefined)("every sheet, in both schemes", { timeout: 180_000 }, () => {
  it.each(SCREENS)("of a review, $width wide, has nothing that axe finds wrong", async (screen) => {
    const { isPhone } = screen;
    const bench = await PageBench.start(browser, { git: true });
    const { desk, local, person } = bench.web.f;
    must(await desk.propose(BEFORE, local));
    must(await desk.send(PLAN.id, { type: "request_changes", revision: 1, feedback: "Not yet." }, person));
    must(await desk.propose(PLAN, local));
    const page = await bench.open(bench.planAddress(PLAN.id), screen);
    await page.getByRole("heading", { level: 1, name: PLAN.title }).waitFor();
    const sheet = page.getByRole("dialog");
    const wrong: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      await sheet.waitFor();
      const all = await wrongOn(page);
      if (all.length > 0) wrong[name] = all;
    };
    const close = async (): Promise<void> => {
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
    };
    const answer = async (name: RegExp): Promise<void> => {
      await page.getByRole("button", { name: isPhone ? /^Answer/ : "More answers" }).click();
      await sheet.getByRole("button", { name }).click();
    };

    await page.getByRole("button", { name: isPhone ? /^Answer/ : "More answers" }).click();
    await look("answers");
    await close();
    await page.getByRole("button", { name: "Comment on step 2" }).click();
    const field = page.getByRole("textbox", { name: "Comment on this step" });
    await field.fill("Which tests?");
    expect(await wrongOn(page)).toEqual([]);
    await field.press("Control+Enter");
    await field.waitFor({ state: "detached" });
    for (const [name, label] of [
      ["request changes", /^Request changes/],
      ["reject", /^Reject/],
    ] as const) {
      await (isPhone ? answer(label) : page.getByRole("button", { name: label }).click());
      await look(name);
      await close();
    }
    await page.getByRole("button", { name: "Share" }).click();
    await look("share");
    await close();
    await page.keyboard.press("?");
    await look("keys");
    await close();
    if (isPhone) {
      await page.locator(".sign-strip").click();
      await look("signature");
      await close();
    }
    await page.getByRole("button", { name: "Approve…" }).click();
    await page.locator(".will-run-list").waitFor();
    await look("sign");
    for (const change of await sheet.getByRole("button", { name: /^(change|choose)$/ }).all()) {
      if (await change.isVisible()) await change.click();
    }
    await look("sign, with its choices");
    expect(wrong).toEqual({});
  });

  it.each(SCREENS)("of a run, $width wide, has nothing that axe finds wrong", async (screen) => {
    const bench = await PageBench.start(browser, { git: true });
    const { desk, local, person } = bench.web.f;
    const steps = [
      { id: "fail", title: "Fail", run: "echo one > one.txt", verify: "echo it does not hold; exit 3", risk: "high" },
      { id: "after", title: "Go on", run: "echo on", depends_on: ["fail"] },
    ];
    const { plan } = must(await desk.propose({ title: "Fail loudly", steps }, local));
    const { revision, digest } = plan.proposal;
    must(await desk.send(plan.id, { type: "approve", revision, digest }, person));
    const page = await bench.open(bench.planAddress(plan.id, "run"), screen);
    const sheet = page.getByRole("dialog");
    const wrong: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      await sheet.waitFor();
      const all = await wrongOn(page);
      if (all.length > 0) wrong[name] = all;
      await page.keyboard.press("Escape");
      await sheet.waitFor({ state: "detached" });
    };
    await page.getByRole("button", { name: "More acts" }).click();
    if (screen.isPhone) await sheet.getByRole("button", { name: /^Run$/ }).click();
    else {
      await look("more acts, before it runs");
      await page.getByRole("button", { name: /^Run$/ }).click();
    }
    await page.locator(".report.failed").waitFor();
    const acts = page.locator(".step-card .step-acts");
    for (const name of [/^Skip/, /^Roll back/, /^Clone/]) {
      await acts.getByRole("button", { name }).click();
      await look(String(name));
    }
    await page.locator("[data-run-changes]").click();
    await sheet.locator(".diff-file").first().waitFor();
    await look("what the run changed");
    await page.getByRole("button", { name: "More acts" }).click();
    await look("more acts");
    for (const tab of await page.locator(".step-card").getByRole("tab").all()) {
      await tab.click();
      const all = await wrongOn(page);
      if (all.length > 0) wrong[`tab ${await tab.textContent()}`] = all;
    }
    expect(wrong).toEqual({});
  });

  it.each(
    SCREENS,
  )("and what opens on the other pages, $width wide, has nothing that axe finds wrong", async (screen) => {
    const bench = await PageBench.start(browser, { git: true });
    const page = await bench.open("/settings", screen);
    const wrong: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      const all = await wrongOn(page);
      if (all.length > 0) wrong[name] = all;
    };
    await page.getByRole("button", { name: "New token…" }).click();
    await page.getByRole("dialog").waitFor();
    await look("new token");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "All", exact: true }).click();
    await look("all settings");
    await page.goto(`${bench.web.server.address}/policy`);
    for (const command of ["git status", "sort -o out.txt in.txt"]) {
      await page.getByRole("button", { name: command }).click();
      await page.getByRole("button", { name: "Judge" }).click();
      await page.locator(".verdict", { hasText: command }).waitFor();
      await look(`verdict on ${command}`);
    }
    await page.goto(`${bench.web.server.address}/audit`);
    await page.getByRole("button", { name: "Check every seal" }).click();
    await page.getByRole("button", { name: "Hide the check" }).waitFor();
    await look("audit, verified");
    await page.goto(`${bench.web.server.address}/new`);
    await page.getByText("I have the text").click();
    await look("new plan as text");
    for (const empty of ["inbox", "plans", "runs", "statistics"]) {
      await page.goto(`${bench.web.server.address}/${empty}`);
      await page.locator(".empty").waitFor();
      await look(`${empty}, empty`);
    }
    if (screen.isPhone) {
      await page.getByRole("button", { name: "Menu" }).click();
      await look("menu");
    }
    expect(wrong).toEqual({});
  });
});
