import { describe, expect, it } from "vitest";
import { button, cardMessage, menu, rowsOf, words } from "../../../../src/surfaces/discord/cards/card-message.ts";
import { fitMenus, shownSize } from "../../../../src/surfaces/discord/cards/fit-menus.ts";
import { cardText } from "./card-text.ts";
import { problemsOf } from "./problems-of.ts";

const choices = Array.from({ length: 25 }, (_, at) => ({
  ...{ value: String(at), label: `${at + 1}. ${"long ".repeat(18)}`, description: "why" },
}));
const rows = [menu("m", "Which one?", choices), ...rowsOf([button("b", "Go")])];

describe("menus", () => {
  it("stay as they are where there is room", () => {
    expect(fitMenus(rows, 4000)).toEqual(rows);
  });

  it("lose their descriptions first, and the ends of their labels then", () => {
    const bare = fitMenus(rows, shownSize(rows) - 1);
    expect(shownSize(bare)).toBe(shownSize(rows) - 75);
    const short = fitMenus(rows, 500);
    expect(shownSize(short)).toBeLessThanOrEqual(500);
    expect(cardText({ components: short })).toContain("25. long long long…]\n[Go]");
  });

  it("leave the text of a card whole", () => {
    const text = "漢".repeat(3000);
    const card = cardMessage({ body: [words(text)], rows });
    expect(problemsOf(card)).toEqual([]);
    expect(cardText(card)).toContain(text);
  });
});
