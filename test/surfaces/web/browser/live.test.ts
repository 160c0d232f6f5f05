import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { FIXTURES, SLIPS } from "../page/fixtures.ts";
import { serveFixtures } from "../page/serve-fixtures.ts";
import { startChromium } from "./chromium.ts";
import { troublesOf } from "./found-on.ts";

const browser = await startChromium();

describe.skipIf(browser === undefined)("a page that is live", { timeout: 120_000 }, () => {
  const ends: (() => void)[] = [];
  const contexts: BrowserContext[] = [];
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    for (const end of ends.splice(0)) end();
  });
  afterAll(async () => {
    await browser?.close();
  }, 60_000);

  /** A server whose inbox is what a test says. */
  async function start({ port = 0, slips = SLIPS } = {}) {
    const inbox = { slips };
    const answers = {
      inbox: () => ({ requests: inbox.slips, total: inbox.slips.length }),
      counts: () => ({ ...FIXTURES.counts?.(new URLSearchParams()), waiting: inbox.slips.length }),
    };
    const served = await serveFixtures(answers, port);
    ends.push(served.end);
    return { ...served, inbox };
  }

  async function open(address: string, first = ""): Promise<Page> {
    const context = await (browser as Browser).newContext();
    contexts.push(context);
    const page = await context.newPage();
    await page.addInitScript(first);
    await page.goto(`${address}/inbox`);
    await page.getByRole("img", { name: "live", exact: true }).waitFor();
    return page;
  }

  it("has one stream for all tabs of a browser", async () => {
    const { address, streams } = await start();
    const first = await open(address);
    const others = await Promise.all(Array.from({ length: 7 }, () => first.context().newPage()));
    for (const page of others) {
      await page.goto(`${address}/plans`);
      await page.getByRole("img", { name: "live", exact: true }).waitFor();
    }
    expect(streams.size).toBe(1);
  });

  it("shows a new request when the server tells of it, in the list, in the rail and in the title", async () => {
    const { address, inbox, tell } = await start({ slips: SLIPS.slice(0, 1) });
    const page = await open(address);
    await page.getByText("One thing waits for you").waitFor();
    inbox.slips = SLIPS.slice(0, 2);
    tell({
      type: "request",
      project: "shop-api-3f2a1c",
      id: "PLAN-12/decision-4",
      how: "opened",
      words: "A decision waits.",
    });
    await page.getByText("Two things wait for you").waitFor();
    await page.getByRole("link", { name: "Inbox 2" }).waitFor();
    await expect.poll(() => page.title()).toBe("(2) Inbox · Countersign");
    expect(await page.getByRole("alert").first().textContent()).toBe("A decision waits.");
  });

  it("tells of a request on the desktop while nobody looks at the page, once a person wants that", async () => {
    const { address, inbox, tell } = await start({ slips: [] });
    const page = await open(address, DESKTOP);
    const troubles = troublesOf(page);
    const opens = (slip: (typeof SLIPS)[number], words: string) => {
      inbox.slips = [...inbox.slips, slip];
      tell({ type: "request", project: slip.project, id: slip.id, how: "opened", words });
    };
    const [first, second, third] = SLIPS;
    if (!first || !second || !third) throw new Error("The fixtures have three requests.");
    const told = () => page.evaluate("globalThis.told");
    await page.evaluate("globalThis.isHidden = true");
    await page.getByRole("button", { name: "Tell me on this desktop" }).click();
    await page.getByRole("button", { name: "Tell me on this desktop" }).waitFor({ state: "detached" });
    opens(first, "A decision waits.");
    await page.getByText("One thing waits for you").waitFor();
    expect(await told()).toEqual([{ title: "Countersign", body: "A decision waits.", tag: first.id }]);
    await page.evaluate("globalThis.isHidden = false");
    opens(second, "Another waits.");
    await page.getByText("Two things wait for you").waitFor();
    expect(await told()).toHaveLength(1);
    await page.evaluate("globalThis.isHidden = globalThis.isPhone = true");
    // A browser on a phone gives its permission, and then makes none for a page.
    opens(third, "A third waits.");
    await page.getByText("Three things wait for you").waitFor();
    expect(await told()).toHaveLength(1);
    await page.getByRole("link", { name: "Settings" }).click();
    await page.getByText("This browser has none.").waitFor();
    expect(troubles).toEqual([]);
  });

  it("says since when the server is gone, sends nothing, and goes on without a reload when it is back", async () => {
    const { address, end } = await start({ slips: SLIPS.slice(0, 1) });
    const page = await open(address);
    await page.evaluate("globalThis.isSamePage = true");
    await page.getByRole("button", { name: "Allow once" }).waitFor();
    end();
    await page.getByText("The server does not answer.").waitFor();
    expect(await page.getByRole("button", { name: "Allow once" }).isDisabled()).toBe(true);
    await start({ port: Number(new URL(address).port), slips: SLIPS.slice(0, 3) });
    await page.getByText("Three things wait for you").waitFor();
    await page.getByRole("img", { name: "live", exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Allow once" }).isEnabled()).toBe(true);
    expect(await page.evaluate("globalThis.isSamePage")).toBe(true);
  });

  it("waits for the server where it needs a part that it has not loaded yet", async () => {
    const { address, end } = await start();
    const page = await open(address);
    end();
    await page.getByText("The server does not answer.").waitFor();
    const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/assets/statistics"));
    await page.getByRole("link", { name: "Statistics" }).click();
    await failed;
    await start({ port: Number(new URL(address).port) });
    await page.getByText("Counted from 214 sealed journals").waitFor();
  });

  it("shows who was faster for a moment, and then what is left", async () => {
    const [first, second] = SLIPS;
    if (!first || !second) throw new Error("The fixtures have two requests.");
    const closing = {
      at: new Date().toISOString(),
      by: { kind: "person", surface: "discord", id: "ben", name: "Ben Osei" },
      how: "answered",
      words: "Ben Osei refused it.",
    } as const;
    const served = await serveFixtures({
      inbox: () => ({ requests: waiting.slips, total: waiting.slips.length }),
      answered: () => ({ requests: waiting.slips.length === 2 ? [] : [{ ...first, closing }], total: 1 }),
    });
    ends.push(served.end);
    const waiting = { slips: [first, second] };
    const page = await open(served.address);
    await page.getByText("Two things wait for you").waitFor();
    waiting.slips = [second];
    served.tell({ type: "request", project: first.project, id: first.id, how: "closed" });
    await page.locator("article").getByText("Ben Osei refused it.").waitFor();
    await page.getByText("One thing waits for you").waitFor();
    await page.locator("article").getByText("Ben Osei refused it.").waitFor({ state: "detached" });
    expect(await page.locator("article").count()).toBe(1);
  });
});

/** Instead of a desktop, which this Chromium has not: it notes what is shown, and a test decides whether somebody looks. */
const DESKTOP = `
  globalThis.told = [];
  globalThis.Notification = class {
    static permission = "default";
    static requestPermission = async () => (this.permission = "granted");
    constructor(title, { body, tag }) {
      if (globalThis.isPhone) throw new TypeError("Illegal constructor.");
      globalThis.told.push({ title, body, tag });
    }
  };
  Object.defineProperty(document, "visibilityState", { get: () => (globalThis.isHidden ? "hidden" : "visible") });
`;
