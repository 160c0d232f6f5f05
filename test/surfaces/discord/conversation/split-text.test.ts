import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partsOf, splitText } from "../../../../src/surfaces/discord/conversation/split-text.ts";
import { processorTime } from "../../../quickest.ts";

const count = (text: string) => text.match(/```/g)?.length ?? 0;
const words = (length: number) => "lorem ipsum dolor ".repeat(length / 18).trimEnd();

/** Texts of people and models, and odd ones: fences, rare characters, lone surrogates, long runs. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.string({ unit: "binary", maxLength: 20 }),
      fc.constantFrom(
        "```",
        "```ts\n",
        "```\n",
        "\n",
        "\n\n",
        "`",
        "``",
        "````",
        " ",
        "\r\n",
        "👩‍👩‍👧‍👦",
        "e\u0301",
        "\ud83d",
      ),
      fc.constantFrom(
        words(200),
        "x".repeat(90),
        "`".repeat(80),
        " ".repeat(90),
        "e".concat("\u0301".repeat(90)),
        "🇩🇪".repeat(20),
      ),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("a long text", () => {
  it("comes out whole, in parts that fit, with every fence closed where it was opened", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 45, max: 300 }), (text, limit) => {
        const parts = partsOf(text, limit);
        expect(parts.map(({ piece }) => piece).join("")).toBe(text);
        for (const { opens, piece, closes } of parts) {
          const whole = opens + piece + closes;
          expect(whole.length).toBeLessThanOrEqual(limit);
          expect(count(whole) % 2).toBe(0);
          expect(piece).not.toBe("");
        }
        for (const message of splitText(text, limit)) {
          expect(message.length).toBeLessThanOrEqual(limit);
          expect(message.trim()).not.toBe("");
          expect(count(message) % 2).toBe(0);
        }
      }),
    );
  });

  it("is never cut inside a character that fits", () => {
    const glyphs = fc.array(fc.constantFrom("👩‍👩‍👧‍👦", "e\u0301", "🇩🇪", "a", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👍🏽", " \u0301"), {
      maxLength: 200,
    });
    fc.assert(
      fc.property(glyphs, fc.integer({ min: 45, max: 120 }), (all, limit) => {
        const segmenter = new Intl.Segmenter();
        const text = all.join("");
        const whole = Array.from(segmenter.segment(text), ({ segment }) => segment);
        const cut = partsOf(text, limit).flatMap(({ piece }) =>
          Array.from(segmenter.segment(piece), ({ segment }) => segment),
        );
        expect(cut).toEqual(whole);
      }),
    );
  });

  it("stays one message if it fits", () => {
    expect(splitText("one\n\ntwo")).toEqual(["one\n\ntwo"]);
    expect(splitText("")).toEqual([]);
    expect(splitText(" \n ")).toEqual([]);
    expect(splitText("x".repeat(2000))).toHaveLength(1);
  });

  it("is cut after a paragraph rather than a line, and after a line rather than a word", () => {
    const [one = "", two = "", three = ""] = [words(60), words(30), words(60)];
    expect(splitText(`${one}\n\n${two}\n${three}`, 110)).toEqual([one, `${two}\n${three}`]);
    expect(splitText(`${one}\n${two} ${three}`, 100)).toEqual([one, `${two} ${three}`]);
    expect(splitText(words(180), 100).every((part) => /^lorem|^ipsum|^dolor/.test(part))).toBe(true);
  });

  it("keeps a heading with what it is about", () => {
    const [one = "", two = ""] = [words(60), words(60)];
    expect(splitText(`${one}\n\n## Next\n\n${two}`, 90)).toEqual([one, `## Next\n\n${two}`]);
  });

  it("opens a fence again in its language, after a whole line of code", () => {
    const code = Array.from({ length: 12 }, (_, index) => `const value${index} = ${index};`).join("\n");
    const parts = splitText(`Look:\n\n\`\`\`ts\n${code}\n\`\`\`\nDone.`, 120);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts.slice(1, -1)) {
      expect(part).toMatch(/^```ts\nconst value\d+ = \d+;\n/);
      expect(part).toMatch(/;\n```$/);
    }
    expect(parts.at(-1)).toMatch(/Done\.$/);
  });

  it("does not open a fence at the end of a message only to close it", () => {
    const parts = splitText(`${words(90)}\n\`\`\`ts\n${"y".repeat(60)}\n\`\`\``, 110);
    expect(parts.filter((part) => /```(?:ts)?\s*```/.test(part))).toEqual([]);
  });

  it("closes a fence that is still being written", () => {
    expect(splitText("```ts\nconst a")).toEqual(["```ts\nconst a\n```"]);
  });

  it("is split fast, however long and odd", () => {
    const started = processorTime();
    splitText("`".repeat(100_000));
    splitText("👩‍👩‍👧‍👦".repeat(20_000));
    splitText(`\`\`\`\n${" ".repeat(100_000)}`);
    expect(processorTime() - started).toBeLessThan(5_000);
  });
});
