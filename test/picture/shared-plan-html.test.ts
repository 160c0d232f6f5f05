import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SharedPlan } from "../../src/lifecycle/shared-plan.ts";
import { SHARED_PAGE_STYLE, sharedPlanHtml } from "../../src/picture/shared-plan-html.ts";
import { checkShape } from "../../src/plan/check-shape.ts";
import { runs } from "../runs.ts";
import { sharedSample } from "./shared-sample.ts";

const page = (shared: SharedPlan) => sharedPlanHtml(shared, "aGFzaA==").replace(SHARED_PAGE_STYLE, "");

/** Every tag, as a browser reads them: with its attributes, whose values have no quotes and no angles in them. */
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?: [a-zA-Z-]+(?:="[^"<>]*")?)*) ?\/?>/g;
const OURS = new Set(
  [
    ...[
      "html",
      "head",
      "meta",
      "title",
      "style",
      "body",
      "main",
      "header",
      "aside",
      "section",
      "figure",
      "footer",
      "div",
    ],
    ...[
      "p",
      "span",
      "code",
      "pre",
      "h1",
      "h2",
      "h3",
      "ul",
      "ol",
      "li",
      "dl",
      "dt",
      "dd",
      "b",
      "i",
      "br",
      "strong",
      "time",
    ],
    ...["details", "summary", "mark", "svg", "g", "path", "rect", "circle", "text", "clipPath", "mask"],
  ].map((name) => name.toLowerCase()),
);
const NAMES = new Set([
  ...[
    "lang",
    "charset",
    "http-equiv",
    "content",
    "name",
    "class",
    "id",
    "datetime",
    "title",
    "open",
    "tabindex",
    "role",
  ],
  ...["aria-label", "aria-hidden", "xmlns", "width", "height", "viewBox", "d", "x", "y", "cx", "cy", "r", "rx", "fill"],
  ...["stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "clip-path", "mask"],
  ...["maskUnits", "transform"],
]);

/** What is in the page that no template of ours wrote. */
function foreign(markup: string): string[] {
  const strange: string[] = [];
  const rest = markup.replace("<!doctype html>", "").replace(TAG, (tag, _end, name: string, attributes: string) => {
    if (!OURS.has(name.toLowerCase())) strange.push(tag);
    for (const [, attribute = ""] of attributes.matchAll(/ ([a-zA-Z-]+)(?:="[^"]*")?/g))
      if (!NAMES.has(attribute)) strange.push(`${attribute} in ${tag}`);
    return "";
  });
  return [...strange, ...(rest.match(/[<>]|&(?!(?:amp|lt|gt|quot|#39);)/g) ?? [])];
}

const HOSTILE = [
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "'--></style></title><svg onload=alert(1)>",
  "javascript:alert(1)",
  "&lt;script&gt;",
  "\u202Egnp.exe",
  "</pre></code>]]>",
];

describe("the page of a shared plan", () => {
  it.each(HOSTILE)("has no markup from any field: %s", (text) => {
    const shared = sharedSample((name) => `${name} ${text}`);
    expect(checkShape(SharedPlan, shared)).toEqual([]);
    const markup = page(shared);
    expect(foreign(markup)).toEqual([]);
    expect(/<script|<img|\u202E/i.exec(markup)).toBeNull();
  });

  it("has none from any text at all", () => {
    const piece = fc.oneof(
      fc.constantFrom("<", ">", '"', "'", "&", "`", "${", "</", "-->", "=", "\n", "\0"),
      fc.string(),
    );
    const any = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(any, (text) => {
        expect(foreign(page(sharedSample(() => text)))).toEqual([]);
      }),
      { numRuns: runs(60) },
    );
  });

  it("loads nothing and runs nothing: no scripts, no addresses, a policy that allows its one style only", () => {
    const markup = sharedPlanHtml(sharedSample(), "aGFzaA==");
    expect(markup).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-aGFzaA=='; base-uri 'none'; form-action 'none'">`,
    );
    expect(markup.split("<style>")).toHaveLength(2);
    expect(SHARED_PAGE_STYLE).not.toMatch(/url\(|@import|<\//);
    expect(
      /\b(?:src|href|style)=|https?:/.exec(markup.replaceAll('xmlns="http://www.w3.org/2000/svg"', "")),
    ).toBeNull();
  });

  // The surface is told of signatures, a chosen label by the mark of its option.
  it("tells everything that the data holds", () => {
    const names: string[] = [];
    const markup = page(
      sharedSample((name) => {
        const word = `${name} ${names.length}.`;
        names.push(word);
        return word;
      }),
    );
    const text = markup.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    expect(names.filter((name) => !text.includes(name) && !/^(?:surface|label) /.test(name))).toEqual([]);
  });

  it("shows commands whole, with hidden characters spelled out", () => {
    const shared = sharedSample((name) => (name === "run" ? "rm  -rf\u200B build\nls " : name));
    const text = page(shared).replace(/<[^>]*>/g, "");
    expect(text).toContain("rm␣␣-rf‹U+200B› build⏎");
    expect(text).toContain("ls␣");
  });

  it("says what is not certain", () => {
    const sound = { ...sharedSample(), journal: { records: 3, verified: true } };
    expect(page(sharedSample()).includes("The journal is not verified")).toBe(true);
    expect(page(sound).includes("not verified")).toBe(false);
    expect(page(sound).includes("3 records, each seal verified")).toBe(true);
  });
});
