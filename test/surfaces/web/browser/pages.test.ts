import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { linkOf } from "../../../../src/picture/shared-link.ts";
import { sharedSample } from "../../../picture/shared-sample.ts";
import { MANY, PROJECTS } from "../page/fixtures.ts";
import { serveFixtures } from "../page/serve-fixtures.ts";
import { startChromium } from "./chromium.ts";
import { troublesOf, violations } from "./found-on.ts";

const browser = await startChromium();
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

const PAGES: Record<string, { path: string; shows: string }> = {
  inbox: { path: "/inbox", shows: "Six things wait for you" },
  plans: { path: "/plans", shows: "10,000 plans" },
  runs: { path: "/runs", shows: "Five runs under way" },
  statistics: { path: "/statistics", shows: "Counted from 214 sealed journals" },
  audit: { path: "/audit", shows: "1,312 records" },
  policy: { path: "/policy", shows: "May an agent do this?" },
  settings: { path: "/settings", shows: "tightened by the project" },
  "new plan": { path: "/new", shows: "What should be done?" },
  planning: { path: "/new/shop-api-3f2a1c/agent-2", shows: "Planning began with" },
  "no such page": { path: "/nothing", shows: "There is no such page" },
  "sign in": { path: "/sign-in", shows: "From elsewhere" },
};

describe.skipIf(browser === undefined)("the pages of the dashboard", { timeout: 120_000 }, () => {
  let address = "";
  let end = (): void => {};
  let answered: unknown;
  beforeAll(async () => {
    const fixtures = await serveFixtures({
      answer: () => {
        answered = true;
        return { error: { kind: "conflict", message: "Ben Osei was first." } };
      },
    });
    ({ address, end } = fixtures);
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    end();
  }, 60_000);

  async function open(
    path: string,
    options: BrowserContextOptions = {},
  ): Promise<{ page: Page; troubles: string[]; asked: string[] }> {
    const context = await (browser as Browser).newContext({ viewport: DESKTOP, reducedMotion: "reduce", ...options });
    const page = await context.newPage();
    const troubles = troublesOf(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(address + path);
    return { page, troubles, asked };
  }

  describe.each(Object.entries(PAGES))("%s", (_, { path, shows }) => {
    it.each([
      "light",
      "dark",
    ] as const)("has no violation that axe finds, nor of its policy, in %s colours", async (colorScheme) => {
      const { page, troubles } = await open(path, { colorScheme });
      await page.getByText(shows).first().waitFor();
      expect(await violations(page)).toEqual([]);
      expect(troubles).toEqual([]);
      await page.context().close();
    });

    it("is read on 360 pixels without scrolling sideways, with targets for a thumb", async () => {
      const { page } = await open(path, { viewport: PHONE, hasTouch: true, isMobile: true });
      await page.getByText(shows).first().waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
      const small =
        await page.evaluate(`[...document.querySelectorAll("button, a.button, select, input:not([type=checkbox], [type=radio])")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().height < 43.5)
        .map((one) => one.outerHTML.slice(0, 100))`);
      expect(small).toEqual([]);
      await page.context().close();
    });
  });

  it("show ten thousand plans with few rows, down to the last", async () => {
    const { page } = await open("/plans");
    await page.getByText("Replace session cookies", { exact: true }).waitFor();
    await page.evaluate("document.querySelector('main').scrollTop = 1e9");
    const last = page.locator(`li[aria-posinset="${MANY}"] a`);
    await last.waitFor();
    expect(await page.locator(".virtual-list > li").count()).toBeLessThan(80);
    await page.context().close();
  });

  it("filter plans by status and words, in their address", async () => {
    const { page } = await open("/plans");
    await page.getByRole("button", { name: "Failed" }).click();
    await page.waitForURL("**/plans?status=failed");
    await page.keyboard.press("/");
    await page.keyboard.type("amounts");
    await page.waitForURL("**q=amounts**");
    await page.getByText("amounts is found in the text").first().waitFor();
    await page.context().close();
  });

  it("are walked through with keys, and show which", async () => {
    const { page } = await open("/inbox");
    await page.getByText("Six things wait for you").waitFor();
    await page.keyboard.press("j");
    await page.locator("#slip-PLAN-12\\/decision-4[aria-current=true]").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys on this page" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await page.waitForURL("**/plans");
    await page.context().close();
  });

  it("leave keys alone in a field, and while single keys are off", async () => {
    const { page } = await open("/policy");
    await page.locator("textarea").fill("");
    await page.locator("textarea").pressSequentially("g p?");
    expect(await page.locator("textarea").inputValue()).toBe("g p?");
    expect(page.url()).toContain("/policy");
    await page.goto(`${address}/settings`);
    await page.getByRole("group", { name: "Single keys" }).getByText("Off").click();
    await page.locator("h1").click();
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.context().close();
  });

  it("offer what lets a call run only beside its whole text", async () => {
    const { page } = await open("/inbox");
    const slip = page.locator("#slip-PLAN-11\\/amendment-9");
    await slip.getByText("+export const counters").waitFor();
    await slip.getByRole("button", { name: "Allow once" }).waitFor();
    await page.keyboard.press("j");
    await slip.getByRole("button", { name: "Answer…" }).waitFor();
    expect(await slip.getByRole("button", { name: "Allow once" }).count()).toBe(0);
    await page.context().close();
  });

  it("never sign a review from the list", async () => {
    const { page } = await open("/inbox");
    const slip = page.locator("#slip-PLAN-15\\/review-3");
    expect(await slip.getByRole("link", { name: "Review" }).getAttribute("href")).toMatch(
      /\/p\/shop-api-3f2a1c\/PLAN-7c1e90ab$/,
    );
    expect(await slip.getByRole("button").count()).toBe(0);
    expect(answered).toBeUndefined();
    await page.context().close();
  });

  it("remember the colours that were chosen", async () => {
    const { page } = await open("/settings", { colorScheme: "light" });
    const ground = (): Promise<unknown> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    await page.getByText("As the system").waitFor();
    const light = await ground();
    await page.getByRole("group", { name: "Colours" }).getByText("Dark").click();
    expect(await ground()).not.toBe(light);
    const dark = await ground();
    await page.reload();
    await page.getByText("As the system").waitFor();
    expect(await ground()).toBe(dark);
    await page.context().close();
  });

  it("keep a goal, a text and their project over a reload and another page", async () => {
    const { page } = await open("/new");
    await page.getByRole("combobox", { name: "Project" }).selectOption({ index: 1 });
    await page.getByLabel("Goal").pressSequentially("Nobody signs in twice.");
    await page.getByText("I have the text").click();
    await page.getByLabel("Plan, as markdown").fill("# A text\n");
    await page.reload();
    expect(await page.getByLabel("Plan, as markdown").inputValue()).toBe("# A text\n");
    await page.getByRole("link", { name: "Runs" }).click();
    await page.goBack();
    await page.getByText("An agent plans it").click();
    expect(await page.getByLabel("Goal").inputValue()).toBe("Nobody signs in twice.");
    expect(await page.getByRole("combobox", { name: "Project" }).inputValue()).toBe(PROJECTS[1]);
    await page.context().close();
  });

  it("take an answer with the first click into its field, and keep it over a reload", async () => {
    const { page } = await open("/inbox");
    const field = page.locator("#slip-agent-2\\/question-1").getByRole("textbox");
    await field.click();
    await page.locator("#slip-agent-2\\/question-1[aria-current=true]").waitFor();
    await page.keyboard.type("Half a minute");
    expect(await field.inputValue()).toBe("Half a minute");
    await page.reload();
    await field.waitFor();
    expect(await field.inputValue()).toBe("Half a minute");
    await page.context().close();
  });

  it("show the numbers behind each chart", async () => {
    const { page } = await open("/statistics");
    await page.getByText("Plans by week").waitFor();
    expect(await page.getByRole("table").count()).toBe(0);
    await page.keyboard.press("t");
    await page.getByRole("table").first().waitFor();
    expect(await page.getByRole("table").count()).toBe(6);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  describe("a shared plan", () => {
    it.each([
      "light",
      "dark",
    ] as const)("is read out of its link alone, and called unverified, in %s colours", async (colorScheme) => {
      const { fragment } = await linkOf(sharedSample());
      const { page, troubles, asked } = await open(`/shared#${fragment}`, { colorScheme });
      await page.getByText("A copy out of a link, and unverified.").waitFor();
      await page.getByRole("heading", { name: sharedSample().plan.title, exact: true }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(troubles).toEqual([]);
      expect(asked.length).toBeGreaterThan(2);
      expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
      await page.context().close();
    });

    it("has the whole seal: the part that is not signed in grey", async () => {
      const { fragment } = await linkOf(sharedSample());
      const { page } = await open(`/shared#${fragment}`);
      await page.locator(".seal").first().waitFor();
      const strokes = await page
        .locator(".seal g")
        .evaluateAll((groups) => groups.map((group) => getComputedStyle(group).stroke));
      expect(strokes.length).toBeGreaterThan(1);
      expect(strokes).not.toContain("none");
      await page.context().close();
    });

    it("does nothing that its texts say", async () => {
      const { fragment } = await linkOf(
        sharedSample(
          (text) => `${text}<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`,
        ),
      );
      const { page, troubles } = await open(`/shared#${fragment}`);
      await page.getByText("A copy out of a link, and unverified.").waitFor();
      expect(await page.locator("img, script:not([src])").count()).toBe(0);
      expect(await page.title()).not.toBe("owned");
      expect(troubles).toEqual([]);
      await page.context().close();
    });

    it("says why a broken link cannot be read", async () => {
      const { page } = await open("/shared#1.abcdefgh");
      await page.getByText("The link is damaged").waitFor();
      await page.context().close();
    });
  });
});
