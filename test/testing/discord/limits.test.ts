import { describe, expect, it } from "vitest";
import { messageProblems } from "../../../testing/discord/limits/message.ts";
import { modalProblems } from "../../../testing/discord/limits/modal.ts";
import { loggedIn, refusalOf } from "./logged-in.ts";

const V2 = 1 << 15;
const x = (length: number) => "x".repeat(length);
const text = (content: string) => ({ type: 10, content });
const button = (more: object = {}) => ({ type: 2, style: 1, label: "A", custom_id: "a", ...more });
const row = (...components: object[]) => ({ type: 1, components });
const options = (count: number) => Array.from({ length: count }, (_, n) => ({ label: `${n}`, value: `${n}` }));
const select = (more: object = {}) => ({ type: 3, custom_id: "s", options: options(2), ...more });
const fields = (count: number) => Array.from({ length: count }, () => ({ name: "n", value: "v" }));
const v2 = (...components: object[]) => ({ flags: V2, components });
const buttons = (...parts: object[]) => ({ content: "?", components: [row(...parts)] });
const embed = (part: object) => ({ embeds: [part] });

/** `components[0].label BASE_TYPE_MAX_LENGTH` */
function problems(body: object, files: string[] = []): string[] {
  return messageProblems(body as Record<string, unknown>, { files }).map(
    ({ path, code }) => `${path.join(".")} ${code}`,
  );
}

describe("a message that Discord takes", () => {
  it.each<[string, object]>([
    ["2000 characters", { content: x(2000) }],
    ["10 embeds of 600", { embeds: Array.from({ length: 10 }, () => ({ description: x(600) })) }],
    ["25 fields", embed({ title: x(256), fields: fields(25), footer: { text: x(2048) } })],
    [
      "5 rows of 5 buttons",
      {
        content: "?",
        components: Array.from({ length: 5 }, (_, r) =>
          row(...Array.from({ length: 5 }, (_, b) => button({ custom_id: `${r}${b}`, label: x(80) }))),
        ),
      },
    ],
    ["25 options", buttons(select({ options: options(25), max_values: 25, placeholder: x(150) }))],
    [
      "40 components with 4000 characters",
      v2({ type: 17, components: Array.from({ length: 39 }, (_, n) => text(x(n === 0 ? 4000 - 38 : 1))) }),
    ],
    ["3333 characters of three bytes", v2(text("界".repeat(3380)))],
    ["a link", buttons(button({ style: 5, custom_id: undefined, url: "https://example.org" }))],
    [
      "emoji",
      buttons(button({ label: undefined, emoji: { name: "✅" } }), button({ custom_id: "b", emoji: { name: "⏸" } })),
    ],
    ["a section", v2({ type: 9, components: [text("a")], accessory: button() })],
  ])("%s", (_, body) => {
    expect(problems(body)).toEqual([]);
  });
});

describe("a message that Discord refuses", () => {
  it.each<[string, object, string]>([
    ["content", { content: x(2001) }, "content BASE_TYPE_MAX_LENGTH"],
    ["emoji count as two", { content: "😀".repeat(1001) }, "content BASE_TYPE_MAX_LENGTH"],
    ["nonce", { content: "x", nonce: x(26) }, "nonce BASE_TYPE_MAX_LENGTH"],
    ["11 embeds", { embeds: Array.from({ length: 11 }, () => ({ title: "t" })) }, "embeds BASE_TYPE_MAX_LENGTH"],
    ["title of an embed", embed({ title: x(257) }), "embeds.0.title BASE_TYPE_MAX_LENGTH"],
    ["description", embed({ description: x(4097) }), "embeds.0.description BASE_TYPE_MAX_LENGTH"],
    ["26 fields", embed({ fields: fields(26) }), "embeds.0.fields BASE_TYPE_MAX_LENGTH"],
    [
      "value of a field",
      embed({ fields: [{ name: "n", value: x(1025) }] }),
      "embeds.0.fields.0.value BASE_TYPE_BAD_LENGTH",
    ],
    ["empty field", embed({ fields: [{ name: "", value: "v" }] }), "embeds.0.fields.0.name BASE_TYPE_REQUIRED"],
    ["footer", embed({ footer: { text: x(2049) } }), "embeds.0.footer.text BASE_TYPE_MAX_LENGTH"],
    ["author", embed({ author: { name: x(257) } }), "embeds.0.author.name BASE_TYPE_MAX_LENGTH"],
    [
      "6001 characters in two embeds",
      { embeds: [{ description: x(4000) }, { description: x(2001) }] },
      "embeds MAX_EMBED_SIZE_EXCEEDED",
    ],
    [
      "6 rows",
      { content: "?", components: Array.from({ length: 6 }, (_, n) => row(button({ custom_id: `${n}` }))) },
      "components BASE_TYPE_MAX_LENGTH",
    ],
    [
      "6 buttons in a row",
      buttons(...Array.from({ length: 6 }, (_, n) => button({ custom_id: `${n}` }))),
      "components.0.components BASE_TYPE_BAD_LENGTH",
    ],
    ["an empty row", buttons(), "components.0.components BASE_TYPE_BAD_LENGTH"],
    ["label of a button", buttons(button({ label: x(81) })), "components.0.components.0.label BASE_TYPE_MAX_LENGTH"],
    ["custom id", buttons(button({ custom_id: x(101) })), "components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH"],
    [
      "no custom id",
      buttons(button({ custom_id: undefined })),
      "components.0.components.0.custom_id BASE_TYPE_REQUIRED",
    ],
    ["a blank label", buttons(button({ label: " " })), "components.0.components.0.label BASE_TYPE_REQUIRED"],
    [
      "the same custom id",
      buttons(button(), button({ disabled: true })),
      "components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
    ],
    [
      "a link with a custom id",
      buttons(button({ style: 5, url: "https://example.org" })),
      "components.0.components.0.custom_id BUTTON_COMPONENT_CUSTOM_ID",
    ],
    [
      "a link to a script",
      buttons(button({ style: 5, custom_id: undefined, url: "javascript:alert(1)" })),
      "components.0.components.0.url URL_TYPE_INVALID_SCHEME",
    ],
    [
      "a sign that is no emoji",
      buttons(button({ emoji: { name: "✓" } })),
      "components.0.components.0.emoji.name COMPONENT_INVALID_EMOJI",
    ],
    ["26 options", buttons(select({ options: options(26) })), "components.0.components.0.options BASE_TYPE_BAD_LENGTH"],
    [
      "label of an option",
      buttons(select({ options: [{ label: x(101), value: "v" }] })),
      "components.0.components.0.options.0.label BASE_TYPE_BAD_LENGTH",
    ],
    [
      "description of an option",
      buttons(select({ options: [{ label: "l", value: "v", description: x(101) }] })),
      "components.0.components.0.options.0.description BASE_TYPE_MAX_LENGTH",
    ],
    [
      "the same option",
      buttons(select({ options: [...options(1), ...options(1)] })),
      "components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ],
    ["more than there are", buttons(select({ max_values: 3 })), "components.0.components.0.max_values NUMBER_TYPE_MAX"],
    [
      "placeholder",
      buttons(select({ placeholder: x(151) })),
      "components.0.components.0.placeholder BASE_TYPE_MAX_LENGTH",
    ],
    [
      "a menu beside a button",
      buttons(select(), button()),
      "components.0.components.0 COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ],
    [
      "25 options with too much to read",
      buttons(select({ options: options(25).map((one) => ({ ...one, label: x(90), description: x(90) })) })),
      "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ],
    ["components without the flag", { content: "?", components: [text("a")] }, "components.0 UNION_TYPE_CHOICES"],
    [
      "content with the flag",
      { ...v2(text("a")), content: "" },
      "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ],
    [
      "embeds with the flag",
      { ...v2(text("a")), embeds: [{ title: "t" }] },
      "embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ],
    [
      "41 components on top",
      v2(...Array.from({ length: 41 }, () => text("x"))),
      "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ],
    [
      "41 components in all",
      v2({ type: 17, components: Array.from({ length: 40 }, () => text("x")) }),
      "components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ],
    [
      "4001 characters in all",
      v2(text(x(2000)), { type: 17, components: [text(x(2001))] }),
      "components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ],
    ["an empty text", v2(text("")), "components.0.content BASE_TYPE_BAD_LENGTH"],
    ["half a character", v2(text("\ud800")), "components.0.content STRING_TYPE_CONVERT"],
    ["a blank text", v2(text(" \n")), "components.0.content BASE_TYPE_REQUIRED"],
    [
      "a container in a container",
      v2({ type: 17, components: [{ type: 17, components: [text("a")] }] }),
      "components.0.components.0 UNION_TYPE_CHOICES",
    ],
    [
      "4 texts in a section",
      v2({ type: 9, components: ["a", "b", "c", "d"].map(text), accessory: button() }),
      "components.0.components BASE_TYPE_BAD_LENGTH",
    ],
    [
      "a section with nothing beside it",
      v2({ type: 9, components: [text("a")] }),
      "components.0.accessory BASE_TYPE_REQUIRED",
    ],
    [
      "11 pictures",
      v2({ type: 12, items: Array.from({ length: 11 }, () => ({ media: { url: "https://example.org/a.png" } })) }),
      "components.0.items BASE_TYPE_BAD_LENGTH",
    ],
    [
      "a file that is not there",
      v2({ type: 13, file: { url: "attachment://plan.md" } }),
      "components.0.file.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ],
    [
      "a file from elsewhere",
      v2({ type: 13, file: { url: "https://example.org/plan.md" } }),
      "components.0.file.url URL_TYPE_INVALID_SCHEME",
    ],
    [
      "a colour that is none",
      v2({ type: 17, accent_color: 0x1000000, components: [text("a")] }),
      "components.0.accent_color NUMBER_TYPE_MAX",
    ],
    ["10171 bytes", v2(text("界".repeat(3387))), "components INTERNAL_SERVER_ERROR"],
    [
      "allowed mentions that contradict themselves",
      { content: "x", allowed_mentions: { parse: ["users"], users: ["1"] } },
      "allowed_mentions MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ],
  ])("%s", (_, body, problem) => {
    expect(problems(body)).toContain(problem);
  });

  it("is told everything that is wrong at once", () => {
    const body = {
      content: x(2001),
      components: [row(button({ label: x(81) }), button({ custom_id: "b", label: x(81) }))],
    };
    expect(problems(body)).toHaveLength(3);
  });

  it("has more than ten files, or one of more than 10 MiB", async () => {
    const { client, general } = await loggedIn();
    const post = (...sizes: number[]) =>
      client.rest.post(`/channels/${general.id}/messages`, {
        body: {},
        files: sizes.map((size, n) => ({ name: `${n}.bin`, data: Buffer.alloc(size) })),
      });
    expect(await refusalOf(post(...Array(11).fill(1)))).toBe("50035 attachments BASE_TYPE_MAX_LENGTH");
    expect(await refusalOf(post(10 * 1024 * 1024 + 1))).toBe("40005");
    expect(await refusalOf(post(10 * 1024 * 1024))).toBe("taken");
  });

  it("is refused by the server in the same words, and breaks it where Discord breaks", async () => {
    const { send, general } = await loggedIn({}, { rest: { retries: 0 } });
    expect(await refusalOf(send({}))).toBe("50006");
    expect(await refusalOf(send({ content: " " }))).toBe("50006");
    expect(await refusalOf(send(buttons(button({ label: x(81) }))))).toBe(
      "50035 components[0].components[0].label BASE_TYPE_MAX_LENGTH",
    );
    expect(await refusalOf(send(v2(text("界".repeat(3387)))))).toBe("status 500");
    expect(general.messages).toEqual([]);
  });
});

describe("a form", () => {
  const input = (more: object = {}) => ({ type: 4, style: 2, custom_id: "text", ...more });
  const label = (component: object, more: object = {}) => ({ type: 18, label: "Label", component, ...more });
  const form = (...components: object[]) => ({ custom_id: "x", title: "Title", components });
  const found = (modal: object) =>
    modalProblems(modal as Record<string, unknown>).map(({ path, code }) => `${path.join(".")} ${code}`);

  it("is taken if it keeps to all limits", () => {
    expect(found(form(label(input({ value: x(4000) }), { label: x(45), description: x(100) })))).toEqual([]);
  });

  it.each<[string, object, string]>([
    ["a long title", { ...form(label(input())), title: x(46) }, "title BASE_TYPE_BAD_LENGTH"],
    [
      "six fields",
      form(...Array.from({ length: 6 }, (_, n) => label(input({ custom_id: `${n}` })))),
      "components BASE_TYPE_BAD_LENGTH",
    ],
    [
      "two fields of one name",
      form(label(input()), label(input())),
      "components.1.component.custom_id COMPONENT_CUSTOM_ID_DUPLICATED",
    ],
    ["a long label", form(label(input(), { label: x(46) })), "components.0.label BASE_TYPE_BAD_LENGTH"],
    [
      "a value that does not fit",
      form(label(input({ value: x(4001) }))),
      "components.0.component.value BASE_TYPE_MAX_LENGTH",
    ],
    [
      "one choice of one",
      form(label({ type: 21, custom_id: "r", options: options(1) })),
      "components.0.component.options BASE_TYPE_BAD_LENGTH",
    ],
  ])("is refused for %s", (_, modal, problem) => {
    expect(found(modal)).toEqual([problem]);
  });
});

describe("the flag for components", () => {
  it("can be given to a message whose content goes at the same time, and never be taken away", async () => {
    const { client, send, general } = await loggedIn();
    const { id } = await send({ content: "plain" });
    const patch = (body: object) => refusalOf(client.rest.patch(`/channels/${general.id}/messages/${id}`, { body }));
    expect(await patch(v2(text("card")))).toBe("50035 content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2");
    expect(await patch({ ...v2(text("card")), content: null })).toBe("taken");
    expect(await patch({ content: "plain again" })).toBe(
      "50035 content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    );
    expect(await patch({ flags: 0, components: [text("again")] })).toBe("50035 components[0] UNION_TYPE_CHOICES");
    expect(await patch({ components: [text("again")] })).toBe("taken");
    expect(await patch({ components: [] })).toBe("50006");
    expect(general.last?.text).toBe("again");
  });
});
