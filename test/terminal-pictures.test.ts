import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readAnsi } from "../scripts/terminal-pictures/ansi-cells.ts";
import { screenSvg } from "../scripts/terminal-pictures/svg.ts";

describe("a picture of a terminal", () => {
  it("has each run of text at its place, in its colours", () => {
    const screen = "\x1b[1mBold\x1b[0m plain\n\x1b[38;5;196mred\x1b[39m \x1b[48;2;1;2;3mon dark\x1b[49m";
    expect(readAnsi(screen)).toEqual([
      [
        { column: 0, text: "Bold", bold: true },
        { column: 4, text: " plain" },
      ],
      [
        { column: 0, text: "red", colour: "#ff0000" },
        { column: 3, text: " " },
        { column: 4, text: "on dark", background: "#010203" },
      ],
    ]);
  });

  it("keeps a look across lines until it is reset, as tmux writes it", () => {
    expect(readAnsi("\x1b[2;7ma\nb\x1b[0;33mc").map((runs) => runs.map(({ column, ...run }) => run))).toEqual([
      [{ text: "a", dim: true, inverse: true }],
      [
        { text: "b", dim: true, inverse: true },
        { text: "c", colour: "#f0c674" },
      ],
    ]);
  });

  it("shows text and not markup", () => {
    const svg = screenSvg('a <b> & "c"\n\n', 20, "x < y");
    expect(svg).toContain('>a &lt;b&gt; &amp; "c"</text>');
    expect(svg).toContain("<title>x &lt; y</title>");
    expect(svg.match(/<text/g)).toHaveLength(1);
  });

  it.each([
    ["review", ["revision 2", "planning changed nothing", "approve", "request changes", "reject"]],
    ["completed", ["is completed", "3 checks passed", "That was the demonstration"]],
  ])("of the %s in the README shows what it says", (name, wanted) => {
    const svg = readFileSync(new URL(`../docs/pictures/terminal-${name}.svg`, import.meta.url), "utf8");
    expect(wanted.filter((text) => !svg.includes(text))).toEqual([]);
  });
});
