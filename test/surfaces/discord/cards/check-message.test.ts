import { describe, expect, it } from "vitest";
import {
  button,
  type CardMessage,
  cardMessage,
  menu,
  rowsOf,
  textFile,
  words,
} from "../../../../src/surfaces/discord/cards/card-message.ts";
import { checkMessage } from "../../../../src/surfaces/discord/cards/check-message.ts";
import { checkModal } from "../../../../src/surfaces/discord/cards/check-modal.ts";
import { field, form, writing } from "../../../../src/surfaces/discord/cards/modals/form.ts";

const good = cardMessage({
  body: [words("hello")],
  rows: [...rowsOf([button("a", "A")]), menu("m", "which", [{ value: "1", label: "one" }])],
});
const wrong = (change: (message: CardMessage) => void): string[] => {
  const message = structuredClone(good);
  change(message);
  return checkMessage(message).map(({ path, message: said }) => `${path} ${said}`);
};
const container = (message: CardMessage) => message.components[0] as { components: unknown[]; accent_color?: number };
const many = <Value>(count: number, make: (index: number) => Value) =>
  Array.from({ length: count }, (_, at) => make(at));

describe("a message is refused", () => {
  it("not at all, if it is sound", () => {
    expect(checkMessage(good)).toEqual([]);
  });

  it.each<[string, (message: CardMessage) => void]>([
    ["for 4001 characters in one text", (m) => container(m).components.push(words("x".repeat(4001)))],
    [
      "for 4001 characters in all",
      (m) => container(m).components.push(words("x".repeat(2000)), words("x".repeat(1996))),
    ],
    [
      "for 4001 characters with those on its buttons and in its menus",
      (m) => {
        container(m).components.push(words("x".repeat(3900)));
        m.components.push(menu("s", "x", [{ value: "1", label: "y".repeat(60), description: "z".repeat(60) }]));
      },
    ],
    ["for 10,171 bytes of text", (m) => container(m).components.push(words("漢".repeat(3400)))],
    ["for an empty text", (m) => container(m).components.push(words("  "))],
    ["for half a character", (m) => container(m).components.push(words("\ud800"))],
    ["for 11 parts in a container", (m) => container(m).components.push(...many(10, () => words("x")))],
    [
      "for 41 components",
      (m) => m.components.push(...many(7, (n) => rowsOf(many(5, (k) => button(`${n}.${k}`, "x")))[0] ?? words("x"))),
    ],
    ["for a colour that is none", (m) => Object.assign(container(m), { accent_color: 0x1000000 })],
    [
      "for six buttons in a row",
      (m) => m.components.push({ type: 1, components: many(6, (n) => button(`b${n}`, "x")) }),
    ],
    ["for an empty row", (m) => m.components.push({ type: 1, components: [] })],
    ["for a name that is there twice", (m) => m.components.push(...rowsOf([button("a", "again")]))],
    ["for a name of 101 characters", (m) => m.components.push(...rowsOf([button("x".repeat(101), "x")]))],
    [
      "for a label of 81 characters",
      (m) => m.components.push({ type: 1, components: [{ ...button("q", "x"), label: "x".repeat(81) }] }),
    ],
    [
      "for 26 options",
      (m) =>
        m.components.push({
          type: 1,
          components: [{ type: 3, custom_id: "s", options: many(26, (n) => ({ label: "x", value: `${n}` })) }],
        }),
    ],
    [
      "for options with one value",
      (m) =>
        m.components.push(
          menu("s", "x", [
            { value: "1", label: "a" },
            { value: "1", label: "b" },
          ]),
        ),
    ],
    [
      "for more to choose than there is",
      (m) =>
        m.components.push({
          type: 1,
          components: [{ type: 3, custom_id: "s", max_values: 2, options: [{ label: "x", value: "1" }] }],
        }),
    ],
    [
      "for a file that is not there",
      (m) => container(m).components.push({ type: 13, file: { url: "attachment://x.md" } }),
    ],
    [
      "for a picture that is not there",
      (m) => container(m).components.push({ type: 12, items: [{ media: { url: "attachment://x.png" } }] }),
    ],
    ["for a file of nothing", (m) => Object.assign(m, { files: [textFile("x.md", "")] })],
    ["for a file with a path", (m) => Object.assign(m, { files: [textFile("../x.md", "x")] })],
    ["without its flag", (m) => Object.assign(m, { flags: 0 })],
  ])("%s", (_, change) => {
    expect(wrong(change).length).toBeGreaterThan(0);
  });
});

describe("a form is refused", () => {
  const sound = form("x", "Title", [field("Label", writing("text"))]);

  it("not at all, if it is sound", () => {
    expect(checkModal(sound)).toEqual([]);
  });

  it.each([
    ["for a long title", { ...sound, title: "x".repeat(46) }],
    [
      "for six fields",
      form(
        "x",
        "t",
        many(6, (n) => field("l", { ...writing("text"), custom_id: `f${n}` })),
      ),
    ],
    [
      "for two fields of one name",
      form(
        "x",
        "t",
        many(2, () => field("l", writing("text"))),
      ),
    ],
    ["for a value that does not fit", form("x", "t", [field("l", writing("text", { value: "x".repeat(4001) }))])],
    [
      "for one choice of one",
      form("x", "t", [field("l", { type: 21, custom_id: "r", options: [{ label: "x", value: "1" }] })]),
    ],
  ])("%s", (_, modal) => {
    expect(checkModal(modal)).toHaveLength(1);
  });
});
