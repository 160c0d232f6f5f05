import { spelled, visible as visibleAnywhere } from "../../plan/visible.ts";
import { visibleCommand as commandAnywhere } from "../../plan/visible-command.ts";

/**
 * As `visible`, and for terminals: many draw a joined or toned emoji as its parts, wider than its counted width. A full
 * line would then wrap, and the top line leave the screen. So the joining characters are spelled out too.
 */
export function visible(text: string, options?: Parameters<typeof visibleAnywhere>[1]): string {
  return apart(visibleAnywhere(text, options));
}

/** The same for a command. */
export function visibleCommand(command: string, options?: Parameters<typeof commandAnywhere>[1]): string {
  return apart(commandAnywhere(command, options));
}

function apart(shown: string): string {
  return JOINS.test(shown) ? shown.replaceAll(EACH_JOIN, spelled) : shown;
}

const JOIN = String.raw`\u{200D}|(?<=\p{Emoji_Modifier_Base}\u{FE0F}?)\p{Emoji_Modifier}`;
const JOINS = new RegExp(JOIN, "u");
const EACH_JOIN = new RegExp(JOIN, "gu");
