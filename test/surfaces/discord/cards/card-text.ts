import type { APIMessageComponent } from "discord.js";
import type { CardMessage } from "../../../../src/surfaces/discord/cards/card-message.ts";

/** What a person reads on a card, as plain text: for notifications, and to be looked at. */
export function cardText({ components }: Pick<CardMessage, "components">): string {
  return components.map(textOf).join("\n");
}

function textOf(component: APIMessageComponent): string {
  switch (component.type) {
    case 1:
      return component.components.map(textOf).join(" ");
    case 2:
      return `[${"label" in component ? component.label : ""}]`;
    case 3:
      return `[${component.placeholder ?? ""} ${component.options.map(({ label }) => label).join(" | ")}]`;
    case 5:
    case 6:
    case 7:
    case 8:
      return `[${component.placeholder ?? ""}]`;
    case 9:
      return [...component.components, component.accessory].map(textOf).join("\n");
    case 10:
      return readable(component.content);
    case 11:
      return `(${component.description ?? ""})`;
    case 12:
      return component.items.map(({ description }) => `(${description ?? "picture"})`).join("\n");
    case 13:
      return `(${component.file.url.replace(/^attachment:\/\//, "")})`;
    case 14:
      return "---";
    case 17:
      return component.components.map(textOf).join("\n");
  }
  // The compiler cannot tell that numbers cover Discord's own names for them.
  return "";
}

/** Markdown without its marks. Escaped characters are unescaped, and code stays as it is. */
function readable(text: string): string {
  return text.replace(MARKS, (_, block?: string, code?: string, kept?: string, seconds?: string) => {
    if (seconds !== undefined) return new Date(Number(seconds) * 1000).toISOString();
    return (block ?? code ?? kept ?? "").replaceAll("\u200B", "");
  });
}

const MARKS = /```\w*\n([\s\S]*?)\n```|`([^`\n]+)`|\\([^\w\s])|<t:(\d+):R>|^(?:#{1,3}|-#|>) |\*\*|\u200B/gm;
