import { describe, expect, it } from "vitest";
import { refusalMessage } from "../../../../src/surfaces/discord/cards/text-message.ts";
import { cardText } from "./card-text.ts";
import { problemsOf } from "./problems-of.ts";

const problems = Array.from({ length: 40 }, (_, index) => ({ message: `Problem ${index}: ${"很".repeat(200)}` }));

describe("a refusal that gives a text back", () => {
  it.each([1, 500, 4_000, 100_000])("is one message that Discord takes, with all of %i characters", (length) => {
    const written = "文".repeat(length);
    const card = refusalMessage({ message: "м".repeat(2_000), hint: "h".repeat(2_000), problems, written });
    expect(problemsOf(card)).toEqual([]);
    const file = card.files?.find(({ name }) => name === "what-you-wrote.md");
    if (file) expect(Buffer.from(file.attachment).toString()).toBe(written);
    else expect(cardText(card)).toContain(written);
  });

  it("is a plain refusal if nothing was", () => {
    expect(cardText(refusalMessage({ message: "No.", written: " " }))).toBe("🚫 No.");
  });
});
