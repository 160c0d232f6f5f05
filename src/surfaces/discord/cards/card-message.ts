import type {
  APIActionRowComponent,
  APIButtonComponentWithCustomId,
  APIButtonComponentWithURL,
  APIComponentInContainer,
  APIComponentInMessageActionRow,
  APIContainerComponent,
  APIMessageTopLevelComponent,
  APISelectMenuOption,
  APISeparatorComponent,
  APITextDisplayComponent,
} from "discord.js";
import { defined } from "../../../plan/defined.ts";
import { LIMITS } from "../limits.ts";
import { plain } from "./discord-text.ts";
import { fitMenus, shownSize } from "./fit-menus.ts";
import type { Pings } from "./pings.ts";

/** Flags of a message. The numbers are Discord's; drawing a card does not load discord.js. */
export const FLAGS = {
  /** Only one person sees it. */
  ephemeral: 1 << 6,
  /** It is made of components. No edit can change that. */
  components: 1 << 15,
} as const;

/** A file that goes with a message, as discord.js takes it. */
export interface CardFile {
  name: string;
  attachment: Buffer;
}

/** A message of the bot, to send or to replace another. It pings only the ids that are named for it, never a mention in a text. */
export interface CardMessage {
  flags: number;
  components: APIMessageTopLevelComponent[];
  files?: CardFile[];
  allowedMentions: { parse: []; users?: readonly string[]; roles?: readonly string[] };
}

export type Row = APIActionRowComponent<APIComponentInMessageActionRow>;
export type Button = APIButtonComponentWithCustomId | APIButtonComponentWithURL;

export interface CardParts {
  /** Inside the frame. */
  body: readonly APIComponentInContainer[];
  /** Buttons and menus, below it. */
  rows?: readonly Row[];
  /** In a second frame, below the buttons: what a person reads only if they want to know more. */
  below?: readonly APIComponentInContainer[];
  colour?: number;
  files?: readonly CardFile[];
  pings?: Pings;
}

export function cardMessage({ body, rows = [], below = [], colour, files = [], pings }: CardParts): CardMessage {
  const frame = (components: readonly APIComponentInContainer[]): APIContainerComponent => ({
    type: 17,
    ...defined({ accent_color: colour }),
    components: [...components],
  });
  return {
    flags: FLAGS.components,
    components: [
      frame(body),
      ...fitMenus(
        rows.filter(({ components }) => components.length > 0),
        LIMITS.text - shownSize(body) - shownSize(below),
      ),
      ...(below.length > 0 ? [frame(below)] : []),
    ],
    ...(files.length > 0 && { files: [...files] }),
    allowedMentions: { parse: [], ...pings },
  };
}

export function words(content: string): APITextDisplayComponent {
  return { type: 10, content };
}

export function line(): APISeparatorComponent {
  return { type: 14 };
}

export function picture(name: string, description: string): APIComponentInContainer {
  const alternative = plain(description, LIMITS.alternative);
  return { type: 12, items: [{ media: { url: `attachment://${name}` }, description: alternative }] };
}

export function attached(name: string): APIComponentInContainer {
  return { type: 13, file: { url: `attachment://${name}` } };
}

export function textFile(name: string, text: string): CardFile {
  return { name, attachment: Buffer.from(text, "utf8") };
}

export type Look = "primary" | "secondary" | "success" | "danger";

export function button(customId: string, label: string, look: Look = "secondary"): Button {
  return { type: 2, style: STYLES[look], label: plain(label, LIMITS.label), custom_id: customId };
}

/** Opens an address; no click reaches the bot. */
export function linkButton(url: string, label: string): Button {
  return { type: 2, style: 5, label: plain(label, LIMITS.label), url };
}

const STYLES = { primary: 1, secondary: 2, success: 3, danger: 4 } as const;

export function rowsOf(buttons: readonly Button[]): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < buttons.length; at += LIMITS.buttonsInRow) {
    rows.push({ type: 1, components: buttons.slice(at, at + LIMITS.buttonsInRow) });
  }
  return rows;
}

export interface Choice {
  value: string;
  label: string;
  description?: string;
  isChosen?: boolean;
}

/** A menu of at most 25; `many` may be chosen at once. */
export function menu(customId: string, placeholder: string, choices: readonly Choice[], many = 1): Row {
  const options = choices.slice(0, LIMITS.options).map(optionOf);
  const most = Math.max(1, Math.min(many, options.length));
  return {
    type: 1,
    components: [
      {
        type: 3,
        custom_id: customId,
        placeholder: plain(placeholder, LIMITS.placeholder),
        options,
        min_values: 1,
        max_values: most,
      },
    ],
  };
}

export function optionOf({ value, label, description, isChosen }: Choice): APISelectMenuOption {
  return {
    value,
    label: plain(label, LIMITS.option),
    ...(description !== undefined && { description: plain(description, LIMITS.option) }),
    ...(isChosen && { default: true }),
  };
}
