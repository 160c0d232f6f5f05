import type { Locator, Page } from "playwright-core";
import { drag } from "./drag.ts";
import { troublesOf, violations } from "./found-on.ts";

/** A page of the dashboard and who sits before it. */
export class StoryPage {
  readonly page: Page;
  readonly troubles: string[];
  /** What the server refused. */
  readonly refused: string[] = [];
  /** What was sent to the server to be done. */
  readonly sent: string[] = [];

  constructor(page: Page) {
    this.page = page;
    this.troubles = troublesOf(page);
    page.on("response", (response) => {
      const { pathname, search } = new URL(response.url());
      if (response.status() >= 400) this.refused.push(`${response.status()} ${pathname}${search}`);
    });
    page.on("request", (request) => {
      if (request.method() === "POST") this.sent.push(new URL(request.url()).pathname.split("/").at(-1) ?? "");
    });
  }

  get sheet(): Locator {
    return this.page.getByRole("dialog");
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async types(words: string): Promise<void> {
    await this.page.keyboard.type(words);
  }

  /** Waits until these words are to be seen. */
  async sees(words: string | RegExp, within: Page | Locator = this.page): Promise<void> {
    await within.getByText(words).filter({ visible: true }).first().waitFor();
  }

  async gone(words: string | RegExp): Promise<void> {
    await this.page.getByText(words).filter({ visible: true }).first().waitFor({ state: "detached" });
  }

  /** Selects a whole text of the plan by hand, and comments on it. */
  async commentsOnText(field: Locator, words: string): Promise<void> {
    await field.click({ clickCount: 3 });
    await this.page.locator(".select-to-comment").getByRole("button", { name: "Comment" }).click();
    await this.writesComment("Comment on the selected text", words);
  }

  async commentsOnStep(number: number, words: string): Promise<void> {
    await this.button(`Comment on step ${number}`).click();
    await this.writesComment("Comment on this step", words);
  }

  async writesComment(label: string, words: string): Promise<void> {
    const field = this.page.getByRole("textbox", { name: label });
    await field.fill(words);
    await field.press("Control+Enter");
    await field.waitFor({ state: "detached" });
  }

  /** The first act, by its key. */
  async opensTheSheet(revision: number): Promise<void> {
    await this.button("Approve…").click({ trial: true });
    await this.press("1");
    await this.sees(`You countersign revision ${revision}`, this.sheet);
  }

  /** Every command of the open sheet was on the screen whole, and the sheet is old enough to hear a second act. */
  async readsTheSheet(): Promise<void> {
    const opened = await this.page.evaluate("performance.now()");
    await this.sheet.locator(".will-run-head .ok").waitFor();
    await this.page.waitForFunction((since) => performance.now() - Number(since) > 500, opened);
  }

  /** Its page gets no answer from this address until it catches up. */
  async isBehind(address: string): Promise<() => Promise<void>> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await this.page.route(address, async (route) => {
      await promise;
      await route.continue();
    });
    return async () => {
      resolve();
      await this.page.unrouteAll({ behavior: "wait" });
    };
  }

  /** Draws the line of the open sheet with a finger, so far of it. */
  async draws(part: number): Promise<void> {
    await this.page.locator(".draw-line:not(.off)").waitFor();
    const box = await this.page.locator(".draw-line").boundingBox();
    if (box === null) throw new Error("There is no line to draw.");
    const touch = await this.page.context().newCDPSession(this.page);
    const [from, y] = [box.x + 28, box.y + box.height / 2];
    await drag(touch, { from, to: from + (box.width - 32) * part, y });
  }

  /** What axe finds in both schemes. */
  async violations(): Promise<string[]> {
    const found: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await this.page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      found.push(...(await violations(this.page)).map((one) => `${colorScheme}: ${one}`));
    }
    return found;
  }
}
