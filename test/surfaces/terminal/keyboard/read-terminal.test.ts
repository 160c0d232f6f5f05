import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readTerminal } from "../../../../src/surfaces/terminal/keyboard/read-terminal.ts";
import { lacks } from "../../../system-programs.ts";

/** As Node reads a terminal: the system gives bytes, native code counts them and calls `onread`. */
class Handle {
  #count = 0;
  heard = "";
  #onread: (bytes?: ArrayBuffer) => unknown = (bytes) => {
    this.heard += new TextDecoder().decode(bytes);
  };

  get onread(): (bytes?: ArrayBuffer) => unknown {
    return this.#onread;
  }

  set onread(next) {
    this.#onread = next;
  }

  get bytesRead(): number {
    return this.#count;
  }

  system(bytes: Uint8Array<ArrayBuffer>): void {
    this.#count += bytes.byteLength;
    this.#onread.call(this, bytes.slice().buffer);
  }
}

const encode = (text: string) => new TextEncoder().encode(text);

function terminal() {
  const handle = new Handle();
  const stdin = { isTTY: true, _handle: handle } as unknown as NodeJS.ReadStream;
  const keyboard = readTerminal(stdin);
  if (keyboard === undefined) throw new Error("There is no keyboard.");
  const reader = keyboard.reader();
  return { handle, keyboard, reader, has: (data: string) => reader.press(data) !== undefined };
}

describe("the terminal of a process", () => {
  it("gives the keys that the system read, and hands them on", () => {
    const { handle, has } = terminal();
    handle.system(encode("j"));
    handle.system(encode("\x1b[A"));
    expect([handle.heard, has("j"), has("\x1b[A"), has("1")]).toEqual(["j\x1b[A", true, true, false]);
  });

  it("gives a letter whose bytes come in two pieces", () => {
    const { handle, has } = terminal();
    const bytes = encode("é");
    handle.system(bytes.slice(0, 1));
    handle.system(bytes.slice(1));
    expect(has("é")).toBe(true);
  });

  it("gives no key that somebody only called it with", () => {
    const { handle, has } = terminal();
    handle.onread(encode("1").buffer);
    expect([handle.heard, has("1")]).toEqual(["1", false]);
    handle.system(encode("2"));
    expect(has("2")).toBe(true);
  });

  it("gives no key of which it was told less, or more, than the system read", () => {
    const { handle, has } = terminal();
    const { onread } = handle;
    handle.onread = () => {};
    handle.system(encode("jj"));
    onread(encode("1").buffer);
    handle.onread = onread;
    expect(has("1")).toBe(false);
    handle.system(encode("2"));
    expect(has("2")).toBe(true);
  });

  it("signs nothing any more once something else stood in its place, also if that is gone again", () => {
    const { handle, keyboard, reader } = terminal();
    const { onread } = handle;
    handle.system(encode("1"));
    const [before, later] = [reader.press("1"), () => reader.press("2")];
    if (before === undefined) throw new Error("There was a key.");
    expect([keyboard.presses.isBroken?.(), keyboard.presses.redeem(before)]).toEqual([false, true]);
    handle.onread = (bytes) => onread.call(handle, bytes && encode("2").buffer);
    handle.system(encode("j"));
    handle.onread = onread;
    const forged = later();
    expect([keyboard.presses.isBroken?.(), forged && keyboard.presses.redeem(forged)]).toEqual([true, false]);
  });

  it("signs nothing once something else was set, also if that puts it back around each call", () => {
    const { handle, keyboard, reader } = terminal();
    const { onread } = handle;
    const swap = (bytes?: ArrayBuffer) => {
      handle.onread = onread;
      onread.call(handle, bytes && encode("1").buffer);
      const forged = reader.press("1");
      expect([forged === undefined, forged && keyboard.presses.redeem(forged)]).toEqual([false, false]);
      handle.onread = swap;
    };
    handle.onread = swap;
    handle.system(encode("j"));
    expect.assertions(1);
  });

  it("finds in a later turn what took its place past the handle, when a view begins to read", async () => {
    const { handle, keyboard } = terminal();
    const { onread } = handle;
    const set = Object.getOwnPropertyDescriptor(Handle.prototype, "onread")?.set;
    let didOpen = false;
    const swap = (bytes?: ArrayBuffer) => {
      set?.call(handle, onread);
      onread.call(handle, bytes);
      keyboard.reader();
      didOpen = true;
      set?.call(handle, swap);
    };
    set?.call(handle, swap);
    handle.system(encode("\r"));
    await new Promise((resolve) => setImmediate(resolve));
    set?.call(handle, onread);
    expect([didOpen, keyboard.presses.isBroken?.()]).toEqual([true, true]);
  });

  it.skipIf(lacks("script"))("holds on the handle of a real terminal", async () => {
    const program = fileURLToPath(new URL("./set-onread.process.ts", import.meta.url));
    const child = spawn("script", ["-qec", `'${process.execPath}' '${program}'`, "/dev/null"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    let shown = "";
    child.stdout.on("data", (data) => {
      shown += data;
      if (/ready\s+$/.test(shown)) child.stdin.write("j");
      if (/j signs: \w+\s+$/.test(shown)) child.stdin.write("k");
    });
    await once(child, "close");
    expect(shown.match(/. signs: \w+/g)).toEqual(["j signs: true", "1 signs: false"]);
  });

  it("is no keyboard where stdin is a pipe or a file", () => {
    expect(readTerminal({ isTTY: false, _handle: new Handle() } as never)).toBeUndefined();
    expect(readTerminal({ isTTY: true } as never)).toBeUndefined();
  });
});
