import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detectIntent, type Intent } from "../../src/policy/intent.ts";
import { codePoint } from "../code-point.ts";
import { quickest } from "../quickest.ts";
import * as chinese from "./intent/chinese-sentences.ts";
import * as english from "./intent/english-sentences.ts";

function sentences(list: string): string[] {
  return list
    .slice(1, -1)
    .split("\n")
    .map((line) => line.replaceAll("\\n", "\n"));
}

const INTENTS: readonly Intent[] = ["EXECUTE_NOW", "PLAN_ONLY", "UNCLEAR"];
const LANGUAGES = { English: english, Chinese: chinese };

describe.each(Object.entries(LANGUAGES))("%s", (_, lists) => {
  it("has enough sentences to tell", () => {
    expect(INTENTS.flatMap((intent) => sentences(lists[intent])).length).toBeGreaterThanOrEqual(220);
  });

  it.each(INTENTS)("is read as %s where it is that", (intent) => {
    const misread = sentences(lists[intent]).filter((sentence) => detectIntent(sentence).intent !== intent);
    expect(misread).toEqual([]);
  });
});

describe("what is no consent, whatever consent it holds", () => {
  const every = [english, chinese].flatMap(({ EXECUTE_NOW }) => sentences(EXECUTE_NOW));
  const consents = fc.constantFrom(...every);
  const isConsent = (text: string) => detectIntent(text).intent === "EXECUTE_NOW";
  const never = (spoil: (consent: string) => string) => expect(every.map(spoil).filter(isConsent)).toEqual([]);

  it.each([
    "don't ",
    "do not ",
    "please don't ",
    "never ",
    "not yet, don't ",
    "先别",
    "不要",
    "别",
    "暂时不",
    "还没",
    "不是",
  ])("is negated consent: %s…", (not) => never((consent) => `${not}${consent}`));

  it.each([
    " not",
    ", no",
    ". Wait, no.",
    "... hold on",
    ", not yet",
    "，等等",
    "，先别",
    "。不，算了",
  ])("is consent that is taken back: …%s", (not) => never((consent) => `${consent}${not}`));

  it.each([
    ['"', '"'],
    ["“", "”"],
    ["'", "'"],
    ["`", "`"],
    ["「", "」"],
    ["《", "》"],
    ["> ", ""],
    ["```\n", "\n```"],
    ['he said "', '"'],
    ["他说“", "”"],
    ['go ahead, he said "', '"'],
    ["~~", "~~"],
    ["ok ~~", "~~"],
    ["<quote>", "</quote>"],
  ])("is quoted consent: %s…%s", (open, close) => never((consent) => `${open}${consent.replace("\n", " ")}${close}`));

  it.each([
    "?",
    "？",
    " ?",
    "!?",
    "?!",
    "??",
    "? 👍",
    " or not",
    "吗",
    "吗？",
    "好吗",
    "行不行",
  ])("is a question: …%s", (mark) => never((consent) => `${consent}${mark}`));

  it.each([
    "if the tests pass, ",
    "once it is green ",
    "when ready, ",
    "after lunch ",
    "如果测试通过，",
    "等测试通过再",
    "明天再",
    "should we ",
    "maybe ",
    "I think ",
    "应该",
    "he said: ",
  ])("has something before it: %s…", (before) => never((consent) => `${before}${consent}`));

  it.each([
    " if the tests pass",
    " but skip step 3",
    ", except step 2",
    " tomorrow",
    " I guess",
    "，但是跳过第三步",
    "，不过先改第二步",
    " and",
    " in Rust",
    ", he said",
  ])("has something after it: …%s", (after) => never((consent) => `${consent}${after}`));

  it("holds a hidden character", () => {
    const hidden = fc.constantFrom("\u200b", "\u200d", "\u202e", "\u2060", "\u00ad", "\ufeff", "\u0007", "\u{e0041}");
    fc.assert(
      fc.property(consents, hidden, fc.nat(), (consent, character, seed) => {
        const at = seed % (consent.length + 1);
        const found = detectIntent(`${consent.slice(0, at)}${character}${consent.slice(at)}`);
        expect(found).toMatchObject({ intent: "UNCLEAR", doubt: "hidden" });
      }),
    );
  });

  it("is any other sentence with consent in the middle", () => {
    const words = fc.stringMatching(/^[b-fh-z]{4,9}$/);
    fc.assert(
      fc.property(words, consents, words, (before, consent, after) => !isConsent(`${before} ${consent} ${after}`)),
    );
  });
});

describe("consent", () => {
  it("is read in any case, width and script, with any white space", () => {
    for (const text of ["GO AHEAD", "Go\tAhead", "ｇｏ　ａｈｅａｄ", "\n go ahead \r\n", "開始執行！", "开始　执行"]) {
      expect(detectIntent(text)).toMatchObject({ intent: "EXECUTE_NOW" });
    }
  });

  it("names the words and the language it was seen in", () => {
    expect(detectIntent("Great, please go ahead!")).toMatchObject({ matched: "go ahead", language: "en" });
    expect(detectIntent("没问题，开始执行")).toMatchObject({ matched: "开始执行", language: "zh" });
    expect(detectIntent("OK，开始执行")).toMatchObject({ language: "mixed" });
  });
});

describe("a doubt", () => {
  it.each([
    ["", "empty"],
    ["go ahead ".repeat(1000), "long"],
    ["go\u200b ahead", "hidden"],
    ["gо ahead", "hidden"],
    ['"go ahead"', "quotation"],
    ["go ahead?", "question"],
    ["if it works, go ahead", "condition"],
    ["don't wait, go ahead", "negation"],
    ["go ahead but skip step 3", "change"],
    ["maybe go ahead", "hedge"],
    ["adelante", "undecided"],
  ])("says what it is: %s", (text, doubt) => {
    expect(detectIntent(text)).toMatchObject({ intent: "UNCLEAR", doubt });
  });
});

describe("any text at all", () => {
  it("is read without a fault", () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 300 }), (text) =>
        INTENTS.includes(detectIntent(text).intent),
      ),
    );
  });

  it.each([
    "go ahead ",
    "please ",
    "not ",
    "don't go ",
    "step and then ",
    "好的",
    "按照这个计划",
    "等",
    "\ufdfa",
    "? ",
    "'",
    "“",
    "[",
    "-a'",
    "👍",
  ])("is read in bounded time, however often it repeats %j", (part) => {
    detectIntent("warm up");
    const text = part.repeat(4000).slice(0, 4000);
    expect(quickest(() => detectIntent(text), 500)).toBeLessThan(500);
  });
});
