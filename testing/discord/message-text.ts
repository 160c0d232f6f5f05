import {
  BUTTON,
  CONTAINER,
  type Component,
  FILE,
  GALLERY,
  LABEL,
  ROW,
  SECTION,
  SEPARATOR,
  TEXT,
  THUMBNAIL,
} from "./component.ts";
import type { LocalFile } from "./files.ts";
import { textsOf } from "./limits/embeds.ts";
import { type Fields, isFields } from "./limits/form.ts";
import { V2 } from "./limits/message.ts";

/** The text that a person reads in a message. */
export interface Readable {
  readonly content: string;
  readonly embeds: readonly Fields[];
  readonly components: readonly Component[];
  readonly attachments: readonly LocalFile[];
  readonly flags: number;
}

/**
 * All that a person sees of a message, from top to bottom: texts as they are, `[Approve]` for a button and
 * `[Reject, disabled]` for one that cannot be clicked, `[Choose a step: one | two]` for a menu, `(plan.md)` for a file.
 */
export function messageText({ content, embeds, components, attachments, flags }: Readable): string {
  // Files of a message of components are seen only where a component shows them.
  const files = (flags & V2) === 0 ? attachments.map(({ name }) => `(${name})`) : [];
  return [content, ...embeds.map(embedText), ...components.map(componentText), ...files]
    .filter((line) => line !== "")
    .join("\n");
}

/** All that a person sees of one component of a message or a modal. */
export function componentText(component: Component): string {
  const inside = (component.components ?? []).map(componentText);
  switch (component.type) {
    case ROW:
      return inside.join(" ");
    case TEXT:
      return component.content ?? "";
    case CONTAINER:
      return inside.join("\n");
    case SECTION:
      return [inside.join("\n"), ...(component.accessory ? [componentText(component.accessory)] : [])].join(" ");
    case SEPARATOR:
      return component["divider"] === false ? "" : "───";
    case GALLERY:
      return (component.items ?? []).map(({ media, description }) => picture(media.url, description)).join(" ");
    case THUMBNAIL:
      return picture(component.media?.url ?? "", component.description);
    case FILE:
      return `(${nameIn(component.file?.url ?? "")})`;
    case LABEL:
      return [component.label, component.description, component.component && componentText(component.component)]
        .filter(Boolean)
        .join("\n");
    case BUTTON:
      return `[${[component.emoji?.name, component.label].filter(Boolean).join(" ")}${component.disabled ? ", disabled" : ""}]`;
    default:
      return controlText(component);
  }
}

function controlText({ placeholder, value, label, options, disabled }: Component): string {
  const choices = (options ?? []).map((option) => `${option.default ? "*" : ""}${option.label}`).join(" | ");
  const head = [label, placeholder].filter(Boolean).join(", ");
  const all = [head, choices || value].filter(Boolean).join(": ");
  return `[${all}${disabled ? ", disabled" : ""}]`;
}

function embedText(embed: Fields): string {
  const { image } = embed;
  const pictures = isFields(image) ? [picture(String(image["url"]), undefined)] : [];
  return [...textsOf(embed), ...pictures].join("\n");
}

function picture(url: string, description: string | null | undefined): string {
  return `(${description || nameIn(url)})`;
}

function nameIn(url: string): string {
  return URL.canParse(url) ? (new URL(url).pathname.split("/").at(-1) ?? url) : url;
}
