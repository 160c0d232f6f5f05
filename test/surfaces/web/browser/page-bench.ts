import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, Page } from "playwright-core";
import { builtPage } from "../../../../scripts/bundle-web.ts";
import { createSignInCode } from "../../../../src/desk/sign-in-codes.ts";
import { afterTest } from "../../../agent/bench/after-test.ts";
import { must } from "../../../desk/fixture.ts";
import { WebBench } from "../web-bench.ts";

export interface Screen {
  width?: number;
  height?: number;
  scheme?: "light" | "dark";
  isPhone?: boolean;
}

const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** The real page in a real browser, at a real server. */
export class PageBench {
  readonly web: WebBench;
  readonly #browser: Browser;

  private constructor(web: WebBench, browser: Browser) {
    this.web = web;
    this.#browser = browser;
  }

  static async start(browser: Browser, options: Parameters<typeof WebBench.start>[0] = {}): Promise<PageBench> {
    return new PageBench(await WebBench.start({ ...options, page: await builtPage(root) }), browser);
  }

  /** A window of its own, signed in as the person of this machine. */
  async open(
    path: string,
    { width = 1440, height = 900, scheme = "light", isPhone = false }: Screen = {},
  ): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      hasTouch: isPhone,
      isMobile: isPhone,
    });
    afterTest(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    page.on("pageerror", (error) => {
      throw error;
    });
    const { desk, person } = this.web.f;
    const code = must(createSignInCode(desk.homeDatabase(), person, desk.at()));
    await page.goto(`${this.web.server.address}/#code=${code}`);
    await page.waitForSelector(".rail-who", { state: "attached" });
    await page.goto(`${this.web.server.address}${path}`);
    return page;
  }

  /** Where a plan of its project is. */
  planAddress(plan: string, tab = ""): string {
    return `/p/${this.web.key}/${plan}${tab === "" ? "" : `/${tab}`}`;
  }
}

/** What axe finds wrong, by rule and place. */
export async function axe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/** How many pixels the page is wider than its window. */
export function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
