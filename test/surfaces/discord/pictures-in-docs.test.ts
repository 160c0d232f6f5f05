import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textIn, withText } from "../../../scripts/discord-cards/png-text.ts";
import { cardStories } from "../../../scripts/discord-cards/stories.ts";
import { cardText } from "./cards/card-text.ts";
import { problemsOf } from "./cards/problems-of.ts";

const docs = new URL("../../../docs/", import.meta.url);

describe("the pictures in the documentation", () => {
  it("show current cards; else npm run pictures draws them again", async () => {
    const page = readFileSync(new URL("surfaces/discord.md", docs), "utf8");
    const stories = await cardStories();
    expect([...stories.keys()]).toEqual(["proposed", "running", "decision", "failed", "long"]);
    for (const [name, { card }] of stories) {
      expect(problemsOf(card)).toEqual([]);
      const picture = readFileSync(new URL(`pictures/discord-${name}.png`, docs));
      expect(textIn(picture)).toBe(cardText(card));
      expect(page).toContain(`../pictures/discord-${name}.png`);
    }
  });

  it("carry the text they were drawn from", () => {
    const header = Buffer.alloc(8 + 12 + 13);
    header.writeUInt32BE(13, 8);
    expect(textIn(withText(header, "a word, ✅"))).toBe("a word, ✅");
    expect(textIn(header)).toBeUndefined();
  });
});
