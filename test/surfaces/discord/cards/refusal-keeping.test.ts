import { describe, expect, it } from "vitest";
import { cardText } from "../../../../src/surfaces/discord/cards/card-text.ts";
import { refusalKeeping } from "../../../../src/surfaces/discord/cards/refusal-keeping.ts";
import { problemsOf } from "./problems-of.ts";

const problems = Array.from({ length: 40 }, (_, index) => ({ message: `Problem ${index}: ${"很".repeat(200)}` }));

describe("a refusal that keeps what was written", () => {
  it.each([1, 500, 4_000, 100_000])("is one message that Discord takes, with all of %i characters", (length) => {
    const written = "文".repeat(length);
    const card = refusalKeeping({ message: "м".repeat(2_000), hint: "h".repeat(2_000), problems }, written);
    expect(problemsOf(card)).toEqual([]);
    const file = card.files?.find(({ name }) => name === "what-you-wrote.md");
    if (file) expect(Buffer.from(file.attachment).toString()).toBe(written);
    else expect(cardText(card)).toContain(written);
  });

  it("is a plain refusal if nothing was", () => {
    expect(cardText(refusalKeeping({ message: "No." }, " "))).toBe("🚫 No.");
  });
});
