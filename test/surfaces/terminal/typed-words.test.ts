import { describe, expect, it } from "vitest";
import { TypedWords } from "../../../src/surfaces/terminal/typed-words.ts";

/** An editor with words in it; Enter sends them, unless something else has the keys. */
function keyboard() {
  let text = "";
  let hear: (data: string) => unknown = () => undefined;
  const typed = new TypedWords();
  typed.listen({
    getEditorText: () => text,
    onTerminalInput: (listener) => {
      hear = listener;
      return () => {};
    },
  });
  return {
    typed,
    /** What is in the editor afterwards is nothing, unless it is said. */
    async enter(words: string, after = "") {
      text = words;
      hear("\r");
      text = after;
      await Promise.resolve();
    },
    press: (data: string) => hear(data),
  };
}

describe("what was typed", () => {
  it("counts once, and only to the letter", async () => {
    const { typed, enter } = keyboard();
    await enter(" go ahead ");
    expect([typed.take("go ahead"), typed.take("go ahead")]).toEqual([true, false]);
    await enter("what is it about?");
    expect([typed.take("go ahead"), typed.take("what is it about?")]).toEqual([false, false]);
  });

  it("counts although somebody types on at once", async () => {
    const { typed, enter } = keyboard();
    await enter("go ahead", "11");
    expect(typed.take("go ahead")).toBe(true);
  });

  it.each([
    ["/model", "plan", "cancel"],
    ["/new", "plan", "handoff"],
    ["/plan status", "plan", "cancel"],
    ["/plan cancel now", "plan", "cancel"],
    ["/plans", "plan", ""],
    ["/", "plan", "cancel"],
    ["/pl cancel", "plan", "cancel"],
    ["plan cancel", "plan", "cancel"],
    ["go ahead", "plan", "cancel"],
  ])("as %s is no word for /%s %s of somebody else", async (words, name, args) => {
    const { typed, enter } = keyboard();
    await enter(words);
    expect(typed.takeCommand(name, args)).toBe(false);
  });

  it.each([
    ["/plan cancel", "plan", "cancel"],
    ["  /plan   retry write ", "plan", "retry write"],
    // pi completes the name of a command when Enter is pressed.
    ["/pla", "plan", ""],
    ["/plan say\nmore", "plan", "say\nmore"],
  ])("as %j is the command /%s %s", async (words, name, args) => {
    const { typed, enter } = keyboard();
    await enter(words);
    expect(typed.takeCommand(name, args)).toBe(true);
  });

  it("does not count once a command of pi's was entered after it", async () => {
    const { typed, enter } = keyboard();
    await enter("go ahead");
    await enter("/model");
    expect(typed.take("go ahead")).toBe(false);
  });

  it("does not count if it is still in the editor: Enter was for a list, or a dialog", async () => {
    const { typed, enter } = keyboard();
    await enter("/plan cancel", "/plan cancel");
    expect(typed.takeCommand("plan", "cancel")).toBe(false);
    await enter("/plan can", "/plan cancel ");
    expect(typed.takeCommand("plan", "can")).toBe(false);
  });

  it("is nothing before Enter was pressed", () => {
    const { typed, press } = keyboard();
    press("x");
    expect([typed.take(""), typed.take("x")]).toEqual([false, false]);
  });
});
