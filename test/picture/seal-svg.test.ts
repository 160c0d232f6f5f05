import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sealOf } from "../../src/picture/seal.ts";
import { PAPER, sealParts, sealSvg, sectorPath } from "../../src/picture/seal-svg.ts";
import { runs } from "../runs.ts";

const digest = fc.string().map((text) => `sha256:${createHash("sha256").update(text).digest("hex")}`);
const numbersIn = (path: string) => (path.match(/-?[\d.]+/g) ?? []).map(Number);

describe("the seal of a text", () => {
  it("is drawn from the digest alone: the same for the same, within its box, in finite numbers", () => {
    fc.assert(
      fc.property(digest, (text) => {
        const { size, curves, strike } = sealOf(text);
        expect(sealOf(text)).toEqual({ ...sealOf(text), curves, strike });
        expect(curves.length).toBeGreaterThanOrEqual(10);
        for (const path of [...curves, strike]) {
          expect(path).toMatch(/^[MCSLZ\d\s-]+$/);
          expect(numbersIn(path).every((value) => value > 0 && value < size)).toBe(true);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it("is drawn as it always was: another drawing of an old digest would look like another text", () => {
    const { curves } = sealOf("sha256:5b0f7e21a49c03d877e1f0b26d5a9c14e83b20f719cd4e660fa8b35d41aac9d4");
    expect(createHash("sha256").update(curves.join("\n")).digest("hex").slice(0, 16)).toBe("923056b7732ab284");
  });

  it("is another one for another digest", () => {
    const drawings = new Set<string>();
    for (let n = 0; n < 2_000; n++) {
      const text = createHash("sha256").update(String(n)).digest("hex");
      drawings.add(sealOf(`sha256:${text}`).curves.join());
    }
    expect(drawings.size).toBe(2_000);
  });

  it("is drawn for any text, and nothing of it but its digits gets into the drawing", () => {
    fc.assert(
      fc.property(fc.string(), fc.double(), fc.boolean(), (text, share, isVoid) => {
        const svg = sealSvg({ digest: text, share, isVoid });
        for (const tag of svg.match(/<[^>]*>/g) ?? [])
          expect(tag).toMatch(/^<\/?(?:svg|g|path|clipPath|mask|rect)\b(?: [a-zA-Z-]+="[^"<>&]*")*\/?>$/);
        expect(svg.replace(/<[^>]*>/g, "")).toBe("");
        expect(svg).not.toContain("NaN");
      }),
      { numRuns: runs(200) },
    );
  });

  const parts = (share: number, isVoid = false) => sealParts({ digest: "sha256:0a", share, isVoid }, PAPER, "one");

  it("is grey when proposed, in ink by the share of signatures, red and struck through when void", () => {
    expect(parts(0)).toContain(PAPER.pencil);
    expect(parts(0)).not.toContain(PAPER.ink);
    expect(parts(1)).toContain(PAPER.ink);
    expect(parts(1)).not.toContain(PAPER.pencil);
    expect(parts(0.5)).toContain(PAPER.ink);
    expect(parts(0.5)).toContain(PAPER.pencil);
    expect(parts(0.5, true)).not.toContain(PAPER.ink);
    expect(parts(1, true)).toContain(sealOf("sha256:0a").strike);
  });

  it("has its right half in ink after one of two signatures, and a third after one of three", () => {
    expect(numbersIn(sectorPath(0, 0.5, 1000)).filter((_, n) => n % 2 === 0)).toEqual(
      [500, 500, 1207, 1500, 1207, 500].map((x) => expect.closeTo(x, 0)),
    );
    expect(numbersIn(sectorPath(0, 1 / 3, 1000)).slice(-2)).toEqual([1366, 1000]);
  });
});
