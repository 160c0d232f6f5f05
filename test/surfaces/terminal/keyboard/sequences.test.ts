import { describe, expect, it } from "vitest";
import { Keyboard } from "../../../../src/surfaces/terminal/keyboard/keyboard.ts";

/** What a view is told of `data` after these reads of the terminal. */
function heard(reads: readonly string[], data: string): boolean {
  const keyboard = new Keyboard();
  const reader = keyboard.reader();
  for (const text of reads) keyboard.arrived(text);
  return reader.press(data) !== undefined;
}

describe("a key inside of something longer", () => {
  it.each([
    ["an answer about the terminal", ["\x1b[?61;1;4c"]],
    ["the place of the cursor", ["\x1b[1;1R"]],
    ["an answer that came in pieces", ["\x1b", "[", "1", ";", "1R"]],
    ["an answer that began with the last byte of a read", ["\x1b[0n\x1b", "[1;1R"]],
    ["a colour", ["\x1b]11;rgb:1/1/1\x07"]],
    ["a colour, in pieces", ["\x1b]", "11;rgb:1/1/1\x1b", "\\"]],
    ["a version", ["\x1bP>|tmux 3.1\x1b\\"]],
    ["an answer about a picture", ["\x1b_Gi=1;OK\x1b\\"]],
    ["an answer in controls of eight bits", ["\u009b1;1R", "\u009d11;1\u009c"]],
    ["a click", ["\x1b[<0;1;1M"]],
    ["a click as of old", ["\x1b[M 11"]],
    ["a key that was let go", ["\x1b[1;1:3B", "\x1b[106;1:3u"]],
    ["a function key", ["\x1bO1"]],
    ["Alt and the key", ["\x1b1"]],
    ["a paste", ["\x1b[200~a1", "1\r1\x1b[201~"]],
    ["a paste that has not ended", ["\x1b[200~", "1\x1b[A1"]],
    ["a paste that is too long to keep", ["\x1b[200~", "1".repeat(1_100_000), "1\x1b[201~"]],
  ])("is none: %s", (_, reads) => {
    expect(heard(reads, "1")).toBe(false);
    // And the next one is.
    if (!reads.join("").includes("\x1b[200~") || reads.at(-1)?.endsWith("~"))
      expect(heard([...reads, "1"], "1")).toBe(true);
  });
});

describe("a key", () => {
  it.each([
    ["many in one read", ["abc1d"], "1"],
    ["behind an answer, in one read", ["\x1b[?62c1\x1b[I"], "1"],
    ["after Escape", ["\x1b", "1"], "1"],
    ["Escape, before another key", ["\x1b", "1"], "\x1b"],
    ["Escape, alone", ["\x1b"], "\x1b"],
    ["Escape, and that it was let go", ["\x1b\x1b[27;1:3u"], "\x1b"],
    ["Alt", ["\x1b1"], "\x1b1"],
    ["Ctrl", ["\x03"], "\x03"],
    ["Ctrl+Alt", ["\x1b\x10"], "\x1b\x10"],
    ["an arrow in pieces", ["\x1b", "[", "A"], "\x1b[A"],
    ["an arrow of an application", ["\x1bOA"], "\x1bOA"],
    ["as Kitty sends it", ["\x1b[49;1u"], "\x1b[49;1u"],
    ["half of a wide character", ["😀"], "\ud83d"],
    ["a paste with an arrow in it", ["\x1b[200~a\x1b[A", "b\x1b[201~"], "\x1b[200~a\x1b[Ab\x1b[201~"],
    ["Enter after an answer that was cut", ["\x1b[?1", "\r"], "\r"],
    ["after Alt+Shift+P and Escape", ["\x1bP", "\x1b", "1"], "1"],
    ["after Alt+] and an arrow", ["\x1b]", "\x1b[A", "1"], "1"],
  ])("is one: %s", (_, reads, data) => {
    expect(heard(reads, data)).toBe(true);
  });
});
