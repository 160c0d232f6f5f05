import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startChromium } from "./chromium.ts";
import { troublesOf } from "./found-on.ts";

const browser = await startChromium();

describe.skipIf(browser === undefined)("markdown of an agent", { timeout: 60_000 }, () => {
  let page: Page;
  let troubles: string[];
  beforeAll(async () => {
    const built = await build({
      configFile: false,
      logLevel: "error",
      build: {
        write: false,
        lib: {
          entry: "src/surfaces/web/page/parts/render-markdown.ts",
          formats: ["iife"],
          name: "page",
          fileName: "page",
        },
      },
    });
    const [first] = Array.isArray(built) ? built : [built];
    if (!first || !("output" in first)) throw new Error("It was not built.");
    page = await (browser as Browser).newPage();
    troubles = troublesOf(page);
    await page.goto("about:blank");
    await page.addScriptTag({ content: first.output[0].code });
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
  }, 60_000);

  const drawn = (text: string): Promise<string> =>
    page.evaluate(`(() => { const place = document.createElement("div"); document.body.append(place);
      place.innerHTML = page.renderMarkdown(${JSON.stringify(text)}, 2); return place.innerHTML; })()`);

  it("is drawn, with headings below those of the page", async () => {
    const html = await drawn("# One\n\n- *two* `three`\n\n| a | b |\n|---|---|\n| 1 | 2 |");
    expect(html).toContain("<h3>One</h3>");
    expect(html).toContain("<li><em>two</em> <code>three</code></li>");
    expect(html).toContain("<td>2</td>");
  });

  it.each([
    ['<img src=x onerror="globalThis.owned=1">'],
    ["<script>globalThis.owned=1</script>"],
    ['<svg onload="globalThis.owned=1">'],
    ["[a](javascript:globalThis.owned=1)"],
    ["[a](<javascript:globalThis.owned=1>)"],
    ["[a](data:text/html,<script>globalThis.owned=1</script>)"],
    ["![a](https://example.org/x.png)"],
    ["<style>*{display:none}</style>"],
    ["<a href=x style=position:fixed>a</a>"],
    ['`<b>`<iframe src="javascript:globalThis.owned=1">'],
  ])("does and loads nothing: %s", async (text) => {
    const html = await drawn(text);
    expect(html).not.toMatch(/<(?:img|script|svg|style|iframe)\b|<[^>]*\s(?:on\w+|style)=|<[^>]*javascript:/i);
    expect(await page.evaluate("globalThis.owned")).toBeUndefined();
    expect(troubles).toEqual([]);
  });

  it.each([
    ["lists in lists", Array.from({ length: 600 }, (_, depth) => `${" ".repeat(depth * 2)}- a`).join("\n")],
    ["quotes in quotes", ">".repeat(2_000)],
    ["lists in quotes", `${"> - ".repeat(1_000)}a`],
    ["numbers", `${"1. ".repeat(1_000)}a`],
    ["rows", `|a|b|\n|-|-|\n${"|x|y|\n".repeat(100_000)}`],
    ["paragraphs", "a\n\n".repeat(200_000)],
    ["as many brackets as are drawn", "[".repeat(100_000)],
    ["as many rows as are drawn", `|a|b|\n|-|-|\n${"|x|y|\n".repeat(16_000)}`],
  ])("does not keep the page busy: %s", async (_, text) => {
    const ms =
      await page.evaluate(`(() => { const began = performance.now(); page.renderMarkdown(${JSON.stringify(text)}, 2);
      return performance.now() - began; })()`);
    expect(ms).toBeLessThan(4_000);
  });

  it("that would is shown as it was written", async () => {
    expect(await page.evaluate(`page.renderMarkdown(${JSON.stringify(`${"> ".repeat(300)}a`)}, 2) === undefined`)).toBe(
      true,
    );
  });

  it("opens links apart from the page, and tells them nothing", async () => {
    expect(await drawn("[a](https://example.org)")).toContain('target="_blank"');
    expect(await drawn("[a](https://example.org)")).toContain("noopener noreferrer");
  });
});
