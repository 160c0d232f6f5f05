import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_FRAGMENT, linkOf, openLink } from "../../src/picture/shared-link.ts";
import { runs } from "../runs.ts";
import { sharedSample } from "./shared-sample.ts";

const packed = (text: string | Buffer) => `1.${deflateRawSync(text).toString("base64url")}`;

describe("a plan in a link", () => {
  it("is read as it was written, whatever its texts are", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        const shared = sharedSample((name) => `${name}${text}`);
        const { fragment = "" } = await linkOf(shared);
        expect(fragment).toMatch(/^[\w.-]+$/);
        expect(await openLink(`#${fragment}`)).toEqual({ shared });
      }),
      { numRuns: runs(30) },
    );
  });

  it("has a largest size, and says how long it would be", async () => {
    const noise = Array.from({ length: 40_000 }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7919) % 20_000))).join(
      "",
    );
    const link = await linkOf({ ...sharedSample(), project: noise });
    expect(link.fragment).toBeUndefined();
    expect(link.tooLong).toBeGreaterThan(LONGEST_FRAGMENT);
  });

  it.each([
    ["nothing", "", "no plan"],
    ["another version", "2.abc", "newer version"],
    ["no characters of an address", "1.<script>", "damaged"],
    ["no compressed text", "1.abcdefgh", "damaged"],
    ["half of it", packed(JSON.stringify(sharedSample())).slice(0, 400), "damaged"],
    ["no JSON", packed("{"), "damaged"],
    ["no text", packed(Buffer.from([0xff, 0xfe])), "damaged"],
    ["no object", packed("null"), "no plan"],
    ["another shape", packed('{"format":1}'), "no plan"],
    ["a field too many", packed(JSON.stringify({ ...sharedSample(), more: 1 })), "no plan"],
    ["a digest that is none", packed(JSON.stringify({ ...sharedSample(), digest: "<b>" })), "no plan"],
    ["a prototype", packed('{"__proto__":{"format":1}}'), "no plan"],
    ["a text that unpacks to 100 MB", packed(Buffer.alloc(30_000_000)), "holds too much"],
    ["a long one", `1.${"a".repeat(LONGEST_FRAGMENT)}`, "too long"],
  ])("that holds %s is refused with a sentence", async (_, fragment, words) => {
    expect(await openLink(fragment)).toEqual({ problem: expect.stringContaining(words) });
  });

  it("is refused or read, never more than that, whatever stands in it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json().map(packed)), async (fragment) => {
        expect(Object.keys(await openLink(fragment))).toEqual(["problem"]);
      }),
      { numRuns: runs(200) },
    );
  });
});
