import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { median } from "../startup/median.ts";
import { inBrowser } from "./browser.ts";
import { inPlace, served } from "./served.ts";

const FILL = fileURLToPath(new URL("fill.process.ts", import.meta.url));
const ROUNDS = 7;

/** Milliseconds in a real browser, as a person sees them: each the median of several times. */
export function manyPlans(count: number) {
  return inPlace(async (project, env) => {
    spawnSync(process.execPath, [FILL, project, String(count)], { env, stdio: "inherit" });
    return served(project, env, (server) =>
      inBrowser(server, async (page) => ({
        "first paint of the list": await often(() => firstPaint(page, server.address)),
        "next rows while scrolling": await often((round) => scrolled(page, round)),
        "rows that a word finds": await often((round) => found(page, round)),
      })),
    );
  });
}

async function often(measure: (round: number) => Promise<number>): Promise<number> {
  // The first only warms up.
  await measure(0);
  const times: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) times.push(await measure(round));
  return median(times);
}

/** Of what a page has, this is used here. Its policy lets nothing evaluate text. */
interface Element {
  href: string;
  textContent: string;
  scrollTop: number;
  scrollHeight: number;
  clientHeight: number;
  closest(selector: string): Element;
}
declare const document: { querySelectorAll(selector: string): Iterable<Element> };
declare const requestAnimationFrame: (then: () => void) => void;

const ROW = 'a[href*="/PLAN-"]';

/** From the navigation until rows are there. */
async function firstPaint(page: Page, address: string): Promise<number> {
  await page.goto(`${address}/plans`, { waitUntil: "commit" });
  const shown = await page.waitForFunction(
    (row) => [...document.querySelectorAll(row)].length > 0 && performance.now(),
    ROW,
  );
  return Number(await shown.jsonValue());
}

/** To another part of the list: until its rows are there. */
function scrolled(page: Page, round: number): Promise<number> {
  return page.evaluate(
    async ({ part, row }) => {
      const first = () => [...document.querySelectorAll(row)][0]?.href;
      const scroller = [...document.querySelectorAll('[aria-label="Plans"]')][0]?.closest("main, .columns");
      if (!scroller) throw new Error("There is no list.");
      const before = first();
      const began = performance.now();
      scroller.scrollTop = part * (scroller.scrollHeight - scroller.clientHeight);
      while (first() === before || first() === undefined)
        await new Promise<void>((then) => requestAnimationFrame(() => then()));
      return performance.now() - began;
    },
    // Each time to a page of the list that was not fetched yet.
    { part: 0.93 - round * 0.12, row: ROW },
  );
}

/** From the last key until only the rows that fit are there. */
async function found(page: Page, round: number): Promise<number> {
  const field = page.locator("input[data-find]");
  await field.fill("");
  await page.waitForFunction((row) => [...document.querySelectorAll(row)].length > 5, ROW);
  // Numbers alone are also found in dates and digests.
  const id = `PLAN-${(round + 11).toString(16).padStart(8, "0")}`;
  const began = performance.now();
  await field.fill(`cache ${id}`);
  await page.waitForFunction(
    ({ row, id }) => {
      const rows = [...document.querySelectorAll(row)];
      return rows.length > 0 && rows.every(({ textContent }) => textContent.includes(id));
    },
    { row: ROW, id },
  );
  return performance.now() - began;
}
