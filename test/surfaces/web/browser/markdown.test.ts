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

  it("opens links apart from the page, and tells them nothing", async () => {
    expect(await drawn("[a](https://example.org)")).toContain('target="_blank"');
    expect(await drawn("[a](https://example.org)")).toContain("noopener noreferrer");
  });
});
