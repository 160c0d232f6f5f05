import { describe, expect, it } from "vitest";
import { fromTheSameBytes } from "../../../src/desk/look-at-git/from-the-same-bytes.ts";

describe("what was made of a file", () => {
  const counting = (most: number) => {
    const made: string[] = [];
    const make = fromTheSameBytes(most, (bytes) => {
      made.push(bytes.toString());
      return bytes.toString();
    });
    return { made, of: (file: string, text: string) => make(file, Buffer.from(text)) };
  };

  it("is made once as long as the bytes are the same", () => {
    const { made, of } = counting(2);
    expect([of("/a", "x"), of("/a", "x")]).toEqual(["x", "x"]);
    expect(made).toEqual(["x"]);
  });

  it("is made again when a single byte has changed, and the length has not", () => {
    const { of } = counting(2);
    expect([of("/a", "fsmonitor = 0"), of("/a", "fsmonitor = 1")]).toEqual(["fsmonitor = 0", "fsmonitor = 1"]);
  });

  it("keeps the files apart, and no more of them than it may", () => {
    const { made, of } = counting(2);
    for (const file of ["/a", "/b", "/c", "/a"]) of(file, file);
    expect(made).toEqual(["/a", "/b", "/c", "/a"]);
  });
});
