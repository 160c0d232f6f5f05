import { describe, expect, it } from "vitest";
import type { KeyPress } from "../../../src/desk/key-presses.ts";
import { Keyboard } from "../../../src/surfaces/terminal/keyboard/keyboard.ts";
import { KeyboardInput } from "../../../src/surfaces/terminal/keyboard-input.ts";

/** An editor; Enter sends what is in it, unless something else has the keys. */
function editor() {
  let text = "";
  const listeners: ((data: string) => unknown)[] = [];
  const keyboard = new Keyboard();
  const typed = new KeyboardInput(keyboard);
  typed.listen({
    getEditorText: () => text,
    onTerminalInput: (listener) => {
      listeners.push(listener);
      return () => {};
    },
  });
  /** As pi calls it for every key, and as any extension can call it. */
  const call = (data: string) => {
    for (const listener of listeners) listener(data);
  };
  const press = (data: string) => {
    keyboard.arrived(data);
    call(data);
  };
  return {
    typed,
    call,
    press,
    put: (words: string) => {
      text = words;
    },
    /** Key by key; several lines are pasted. What is in the editor afterwards is nothing, unless it is said. */
    async enter(words: string, after = "") {
      text = "";
      for (const key of words.includes("\n") ? [words] : words) {
        press(key.length > 1 ? `\x1b[200~${key}\x1b[201~` : key);
        text += key;
      }
      press("\r");
      text = after;
      await Promise.resolve();
    },
  };
}

const took = (press: KeyPress | undefined) => press !== undefined;

describe("what was typed", () => {
  it("counts once, and only to the letter", async () => {
    const { typed, enter } = editor();
    await enter(" go ahead ");
    expect([took(typed.take("go ahead")), took(typed.take("go ahead"))]).toEqual([true, false]);
    await enter("what is it about?");
    expect([took(typed.take("go ahead")), took(typed.take("what is it about?"))]).toEqual([false, false]);
  });

  it("counts although somebody types on at once", async () => {
    const { typed, enter } = editor();
    await enter("go ahead", "11");
    expect(took(typed.take("go ahead"))).toBe(true);
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
    const { typed, enter } = editor();
    await enter(words);
    expect(typed.takeCommand(name, args).isTyped).toBe(false);
  });

  it.each([
    ["/plan cancel", "plan", "cancel"],
    ["  /plan   retry write ", "plan", "retry write"],
    // pi completes the name of a command when Enter is pressed.
    ["/pla", "plan", ""],
    ["/plan say\nmore", "plan", "say\nmore"],
  ])("as %j is the command /%s %s", async (words, name, args) => {
    const { typed, enter } = editor();
    await enter(words);
    expect(typed.takeCommand(name, args).isTyped).toBe(true);
  });

  it("does not count once a command of pi's was entered after it", async () => {
    const { typed, enter } = editor();
    await enter("go ahead");
    await enter("/model");
    expect(took(typed.take("go ahead"))).toBe(false);
  });

  it("does not count if it is still in the editor: Enter was for a list, or a dialog", async () => {
    const { typed, enter } = editor();
    await enter("/plan cancel", "/plan cancel");
    expect(typed.takeCommand("plan", "cancel").isTyped).toBe(false);
    await enter("/plan can", "/plan cancel ");
    expect(typed.takeCommand("plan", "can").isTyped).toBe(false);
  });

  it("is nothing before Enter was pressed", () => {
    const { typed, press } = editor();
    press("x");
    expect([took(typed.take("")), took(typed.take("x"))]).toEqual([false, false]);
  });

  it("counts if it was pasted, corrected or completed", async () => {
    const { typed, press, put } = editor();
    const send = () => {
      press("\r");
      put("");
    };
    press("\x1b[200~/plan cancel\x1b[201~");
    put("/plan cancel");
    send();
    expect(typed.takeCommand("plan", "cancel").isTyped).toBe(true);
    for (const key of ["g", "o", "x", "\x7f"]) {
      press(key);
      put("gox");
    }
    put("go");
    send();
    expect(took(typed.take("go"))).toBe(true);
    for (const [key, after] of [
      ["/", "/"],
      ["p", "/p"],
      ["\t", "/plan"],
    ] as const) {
      press(key);
      put(after);
      await Promise.resolve();
    }
    send();
    expect(typed.takeCommand("plan", "").isTyped).toBe(true);
  });

  it("counts if Enter took a word from our list, also one that was chosen with the arrows", async () => {
    const { typed, press, put } = editor();
    const write = (words: string) => {
      put("");
      for (const [index, key] of [...words].entries()) {
        press(key);
        put(words.slice(0, index + 1));
      }
    };
    const send = () => {
      press("\r");
      put("");
    };
    for (const before of ["/plan auto of", "/plan auto "]) {
      write(before);
      typed.offer(["/plan auto on", "/plan auto off"]);
      if (before.endsWith(" ")) press("\x1b[B");
      press("\r");
      put("/plan auto off");
      await Promise.resolve();
      send();
      expect(typed.takeCommand("plan", "auto off").isTyped, before).toBe(true);
    }
  });

  it.each([
    ["no list of ours had it", "/plan c", ["/plan cancel"], "/plan cancel --now"],
    ["nothing was typed of the word's command", "/plan", ["/plan cancel"], "/plan cancel"],
    ["something else was typed", "hello", ["/plan cancel"], "/plan cancel"],
  ])("does not count if another hand wrote it when Enter was pressed: %s", async (_why, words, offered, written) => {
    const { typed, press, put, enter } = editor();
    typed.offer(offered);
    await enter(words, written);
    typed.offer(offered);
    press("\r");
    put("");
    expect(typed.takeCommand("plan", written.replace("/plan ", "")).isTyped).toBe(false);
  });

  it("counts in Kitty's keyboard protocol, where keys are also told when they are let go", async () => {
    const { typed, press, put } = editor();
    for (const [key, after] of [
      ["g", "g"],
      ["\x1b[103;1:3u", "g"],
      ["\x1b[111u", "go"],
      ["\x1b[111;1:3u", "go"],
    ] as const) {
      press(key);
      put(after);
    }
    press("\r");
    put("");
    expect(took(typed.take("go"))).toBe(true);
  });

  it("does not count if no key sent it, whoever calls what pi calls", async () => {
    const { typed, call, press, put } = editor();
    press("x");
    for (const key of ["/plan cancel", "\r"]) call(key);
    expect(typed.takeCommand("plan", "cancel")).toEqual({ press: undefined, isTyped: false });
    put("go ahead");
    call("\r");
    expect(took(typed.take("go ahead"))).toBe(false);
  });

  it("does not count if another hand wrote it, and the person only pressed Enter", async () => {
    const { typed, press, put } = editor();
    for (const key of "hello") press(key);
    put("/plan cancel");
    press("\r");
    put("");
    const { press: enter, isTyped } = typed.takeCommand("plan", "cancel");
    expect([took(enter), isTyped]).toEqual([true, false]);
  });

  it("does not count after keys that do more than write: the person is asked", async () => {
    const { typed, press, put } = editor();
    press("\x1b[A");
    put("/plan cancel");
    press("\r");
    put("");
    expect(typed.takeCommand("plan", "cancel").isTyped).toBe(false);
  });
});
