import { describe, expect, it } from "vitest";
import type { InboxEntry } from "../../../../src/desk/requests.ts";
import { type ShowRequestOptions, showRequest } from "../../../../src/surfaces/terminal/dialogs/show-request.ts";
import { CONFIRMATION, DECIDING, decisionOf, FREE_QUESTION, PLAN_FIRST, QUESTION } from "./sample-requests.ts";
import { asked } from "./stage.ts";

type Asked = { title: string; options?: string[]; placeholder?: string };

/** A client that answers each dialog in turn with what a function makes of it. */
function client(...replies: ((asked: Asked) => string | undefined)[]) {
  const seen: Asked[] = [];
  const reply = async (asked: Asked) => {
    seen.push(asked);
    return replies.shift()?.(asked);
  };
  return {
    seen,
    show: (entry: InboxEntry, more: Partial<ShowRequestOptions> = {}) =>
      showRequest(
        {
          select: (title, options) => reply({ title, options }),
          input: (title, placeholder) => reply({ title, ...(placeholder !== undefined && { placeholder }) }),
          custom: () => Promise.reject(new Error("There are no components here.")),
          pasteToEditor: () => {},
        },
        entry,
        { mode: "rpc", ...more },
      ),
  };
}

const pick =
  (text: string) =>
  ({ options = [] }: Asked) =>
    options.find((option) => option.includes(text));

describe("a client without components", () => {
  it("is asked a question with all there is to it", async () => {
    const { show, seen } = client(pick("SQLite"));
    expect(await show(QUESTION)).toMatchObject({ answer: { kind: "question", text: "SQLite, as in the tests" } });
    expect(seen).toEqual([
      {
        title:
          "The agent asks\n\nWhich database should the sessions go to?\n\nThe tests use SQLite; 数据库 would be new.",
        options: ["1. Postgres", "2. SQLite, as in the tests", "3. Redis 数据库", "4. In my own words…"],
      },
    ]);
  });

  it("can answer in other words, and without options only so", async () => {
    const own = client(pick("own words"), () => " MySQL ");
    expect(await own.show(QUESTION)).toMatchObject({ answer: { kind: "question", text: "MySQL" } });
    const free = client(() => "15 minutes");
    expect(await free.show(FREE_QUESTION)).toMatchObject({ answer: { text: "15 minutes" } });
    expect(free.seen).toEqual([{ title: "The agent asks\n\nHow long does a token live?\n\nYour answer" }]);
  });

  it("is not fooled by an option that looks like ours, or by two that are the same", async () => {
    const trick = asked({ kind: "question", question: "?", options: ["In my own words…", "same", "same"] });
    const first = client(({ options }) => options?.[0]);
    expect(await first.show(trick)).toMatchObject({ answer: { text: "In my own words…" } });
    expect(new Set(first.seen[0]?.options).size).toBe(4);
  });

  it("is asked for a call, and may say what to do instead", async () => {
    const refusing = client(pick("say what"), () => "use trash");
    expect(await refusing.show(CONFIRMATION)).toMatchObject({
      answer: { kind: "confirmation", allow: false, note: "use trash" },
    });
    expect(refusing.seen[0]?.title).toContain("rm -rf dist ‹U+202E›/tmp/x && npm run build");
    expect(refusing.seen[0]?.title).toContain("Why you are asked: `rm` deletes files");
    expect(await client(pick("Allow")).show(CONFIRMATION)).toMatchObject({ answer: { allow: true } });
    const silent = await client(pick("say what"), () => "").show(CONFIRMATION);
    expect(silent).toMatchObject({ answer: { kind: "confirmation", allow: false } });
    expect(await client(pick("1. Plan first")).show(PLAN_FIRST)).toMatchObject({ answer: { allow: true } });
  });

  it("marks several options one after the other", async () => {
    const { show, seen } = client(pick("EdDSA"), pick("RS256"), pick("EdDSA"), pick("HS256"), pick("Confirm"));
    expect(await show(decisionOf(true), { plan: DECIDING })).toMatchObject({
      answer: { kind: "decision", selections: ["RS256", "HS256"] },
    });
    expect(seen[0]?.options).toEqual([
      "[ ] 1. EdDSA: small and fast",
      "[ ] 2. RS256 (recommended): every library knows it",
      "[ ] 3. HS256",
    ]);
    expect(seen[4]?.options).toContain("[x] 3. HS256");
  });

  it.each([
    ["cancels", () => undefined],
    ["answers with what was not offered", () => "Allow"],
    ["answers with nothing", () => ""],
  ])("puts it aside when it %s", async (_, reply) => {
    const draft = { words: "half", picked: [] };
    expect(await client(reply).show(CONFIRMATION, { draft })).toEqual({ kind: "aside", draft });
    expect(await client(reply).show(decisionOf(true))).toMatchObject({ kind: "aside" });
  });

  it("puts it aside when words are missing", async () => {
    expect(await client(pick("own words")).show(QUESTION)).toMatchObject({ kind: "aside" });
    expect(await client(() => "  ").show(FREE_QUESTION)).toMatchObject({ kind: "aside" });
  });

  it("answers nothing once somebody else has", async () => {
    const abort = new AbortController();
    const late = client((request) => {
      abort.abort();
      return pick("Allow")(request);
    });
    expect(await late.show(CONFIRMATION, { signal: abort.signal })).toMatchObject({ kind: "aside" });
  });
});

it.each(["json", "print"] as const)("asks nobody in %s mode", async (mode) => {
  const { show, seen } = client(pick("Allow"));
  expect(await show(CONFIRMATION, { mode })).toEqual({ kind: "aside", draft: { words: "", picked: [] } });
  expect(seen).toEqual([]);
});

it("leaves a review to its own view", async () => {
  const { show, seen } = client(() => "1");
  expect(await show(asked({ kind: "review", revision: 1, digest: "x" }))).toMatchObject({ kind: "aside" });
  expect(seen).toEqual([]);
});
