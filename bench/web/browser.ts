import type { Page } from "playwright-core";
import { startChromium } from "../../test/surfaces/web/browser/chromium.ts";
import type { Served } from "./served.ts";

/** A page of a real browser that is signed in. */
export async function inBrowser<Value>(
  { address, codes }: Served,
  work: (page: Page) => Promise<Value>,
): Promise<Value> {
  const browser = await startChromium();
  if (browser === undefined) throw new Error("There is no Chromium to measure with.");
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    // The code is gone from the address before the server has taken it.
    const signedIn = page.waitForResponse((response) => response.url().endsWith("/api/sign-in") && response.ok());
    await page.goto(`${address}/#code=${codes.shift()}`);
    await signedIn;
    return await work(page);
  } finally {
    await browser.close();
  }
}
