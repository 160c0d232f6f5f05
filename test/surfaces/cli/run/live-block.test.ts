import { describe, expect, it } from "vitest";
import { LiveBlock } from "../../../../src/surfaces/cli/run/live-block.ts";

describe("a block that is drawn anew", () => {
  it("goes up as many rows as it took, also where the terminal has become narrower", () => {
    const written: string[] = [];
    let width = 80;
    const block = new LiveBlock(
      (text) => written.push(text),
      () => width,
    );
    block.draw(["a".repeat(60), "\u001b[1mb\u001b[22m"]);
    block.draw(["c"], ["gone by"]);
    expect(written.pop()).toBe("\r\u001b[2A\u001b[Jgone by\nc\n");
    block.draw(["c"]);
    expect(written).toHaveLength(1);
    block.draw(["日本".repeat(15), "x"]);
    width = 40;
    block.erase();
    expect(written.pop()).toBe("\r\u001b[3A\u001b[J");
  });
});
