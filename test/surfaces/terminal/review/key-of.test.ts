import { expect, it } from "vitest";
import { keyOf } from "../../../../src/surfaces/terminal/review/key-of.ts";

it.each([
  ["home", ["\x1b[H", "\x1bOH", "\x1b[1~", "\x1b[7~"]],
  ["end", ["\x1b[F", "\x1bOF", "\x1b[4~", "\x1b[8~"]],
  ["pageUp", ["\x1b[5~", "\x1b[[5~"]],
  ["pageDown", ["\x1b[6~", "\x1b[[6~"]],
])("knows %s as xterm, tmux, the Linux console and rxvt send it", (key, sequences) => {
  expect(sequences.map(keyOf)).toEqual(sequences.map(() => key));
});

it("takes no text for a key", () => {
  expect([keyOf("4~"), keyOf("\x1b[200~x")]).toEqual([undefined, undefined]);
});
