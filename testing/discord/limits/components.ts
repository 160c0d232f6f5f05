import { LIMITS } from "../../../src/surfaces/discord/limits.ts";
import {
  BUTTON,
  CONTAINER,
  type Component,
  everyComponent,
  FILE,
  GALLERY,
  ROW,
  SECTION,
  SELECTS,
  SEPARATOR,
  TEXT,
  THUMBNAIL,
} from "../component.ts";
import { checkButton, checkSelect, type Seen } from "./controls.ts";
import { type Fields, type Form, isFields, type Path } from "./form.ts";

const IN_CONTAINER = [ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR];
const ON_TOP = [...IN_CONTAINER, CONTAINER];

interface Message extends Seen {
  /** Names that `attachment://` may stand before. */
  readonly files: ReadonlySet<string>;
}

/** The components of a message: rows of buttons and menus, or with the flag for Components V2 all there are. */
export function checkComponents(form: Form, value: unknown, v2: boolean, files: ReadonlySet<string>): void {
  const path = ["components"];
  const message = { customIds: new Set<string>(), files };
  const all = form.list(path, value, { max: v2 ? Infinity : 5, optional: true });
  for (const [index, component] of all.entries()) {
    const at = [...path, index];
    if (form.typed(at, component, v2 ? ON_TOP : [ROW])) checkBlock(form, at, component, message);
  }
  if (form.problems.some(({ path: [first] }) => first === "components")) return;
  const whole = [...everyComponent(all as readonly Component[])];
  if (whole.length > LIMITS.components)
    form.refuse(
      path,
      "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
      `The maximum number of components is ${LIMITS.components}`,
    );
  if (whole.map(shownText).join("").length > LIMITS.text) {
    const message = `Components displayable text size exceeds maximum size of ${LIMITS.text}`;
    form.refuse(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message);
  }
}

/** Discord answers 500 then. */
export function isTooManyBytes(components: unknown): boolean {
  const all = Array.isArray(components) ? (components as readonly Component[]) : [];
  const texts = [...everyComponent(all)].filter(({ type }) => type === TEXT);
  return texts.reduce((sum, { content = "" }) => sum + Buffer.byteLength(content) + LIMITS.bytesEach, 0) > LIMITS.bytes;
}

/** Everything that is drawn counts, the words in menus and on buttons as well. */
function shownText({ content, label, placeholder, options, items, description }: Component): string {
  const inside = [...(options ?? []), ...(items ?? [])].map(
    (one) => `${"label" in one ? one.label : ""}${one.description ?? ""}`,
  );
  return [content, label, placeholder, description, ...inside].join("");
}

function checkBlock(form: Form, path: Path, block: Fields & { type: number }, message: Message): void {
  switch (block.type) {
    case ROW:
      checkRow(form, path, block, message);
      break;
    case TEXT:
      form.text([...path, "content"], block["content"], { min: 1, max: LIMITS.text });
      break;
    case SECTION:
      checkSection(form, path, block, message);
      break;
    case GALLERY:
      for (const [index, item] of form
        .list([...path, "items"], block["items"], { min: 1, max: LIMITS.galleryItems })
        .entries())
        checkPicture(form, [...path, "items", index], item, message);
      break;
    case FILE:
      checkMedia(form, [...path, "file"], block["file"], message, ["attachment:"]);
      break;
    case SEPARATOR:
      form.integer([...path, "spacing"], block["spacing"], { min: 1, max: 2, optional: true });
      break;
    case CONTAINER:
      checkContainer(form, path, block, message);
      break;
  }
}

function checkRow(form: Form, path: Path, row: Fields, message: Message): void {
  const parts = form.list([...path, "components"], row["components"], { min: 1, max: LIMITS.buttonsInRow });
  for (const [index, part] of parts.entries()) {
    const at = [...path, "components", index];
    if (!form.typed(at, part, [BUTTON, ...SELECTS])) continue;
    const isSelect = SELECTS.includes(part.type);
    // A menu is as wide as five buttons.
    if (
      parts.length > 1 &&
      (isSelect || parts.some((other) => isFields(other) && SELECTS.includes(Number(other["type"]))))
    )
      form.refuse(at, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width");
    if (isSelect) checkSelect(form, at, part as Component, message);
    else checkButton(form, at, part, message);
  }
}

function checkSection(form: Form, path: Path, section: Fields, message: Message): void {
  for (const [index, text] of form
    .list([...path, "components"], section["components"], { min: 1, max: LIMITS.sectionTexts })
    .entries()) {
    const at = [...path, "components", index];
    if (form.typed(at, text, [TEXT])) checkBlock(form, at, text, message);
  }
  const { accessory } = section;
  const at = [...path, "accessory"];
  if (accessory === undefined || accessory === null) form.refuse(at, "BASE_TYPE_REQUIRED", "This field is required");
  if (!isFields(accessory) || !form.typed(at, accessory, [BUTTON, THUMBNAIL])) return;
  if (accessory.type === BUTTON) checkButton(form, at, accessory, message);
  else checkPicture(form, at, accessory, message);
}

function checkContainer(form: Form, path: Path, container: Fields, message: Message): void {
  form.integer([...path, "accent_color"], container["accent_color"], { min: 0, max: LIMITS.colour, optional: true });
  const parts = form.list([...path, "components"], container["components"], { min: 1, max: Infinity });
  for (const [index, part] of parts.entries()) {
    const at = [...path, "components", index];
    if (form.typed(at, part, IN_CONTAINER)) checkBlock(form, at, part, message);
  }
}

function checkPicture(form: Form, path: Path, picture: unknown, message: Message): void {
  const { media, description } = isFields(picture) ? picture : {};
  checkMedia(form, [...path, "media"], media, message, ["http:", "https:", "attachment:"]);
  form.text([...path, "description"], description, { max: LIMITS.alternative, optional: true });
}

function checkMedia(form: Form, path: Path, media: unknown, { files }: Message, schemes: string[]): void {
  const { url } = isFields(media) ? media : {};
  form.url([...path, "url"], url, { schemes });
  if (typeof url !== "string" || !url.startsWith("attachment://")) return;
  if (!files.has(url.slice("attachment://".length))) {
    const code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
    form.refuse([...path, "url"], code, "The referenced attachment was not found");
  }
}
