import { visible } from "../../plan/visible.ts";

/** What the terminal does when something waits for a person. */
export type AttentionSetting = "desktop" | "bell" | "off";

/**
 * The bytes that call a person to this terminal: its bell, and a desktop notification where the terminal shows one. tmux
 * passes a notification on if it is told to (`allow-passthrough`), and drops it otherwise; it always passes the bell on.
 */
export function attentionBytes(words: string, setting: AttentionSetting, env: NodeJS.ProcessEnv): string {
  if (setting === "off") return "";
  const notification = setting === "desktop" ? notificationBytes(words, env) : "";
  return `${notification}${BELL}`;
}

const BELL = "\x07";
const [ESCAPE, END] = ["\x1b", "\x1b\\"];

function notificationBytes(words: string, env: NodeJS.ProcessEnv): string {
  // A semicolon separates fields, and whatever is hidden in a title must not end the sequence.
  const text = visible(words.replaceAll(/\s+/g, " ").replaceAll(";", ",")).slice(0, 200);
  if (env["TMUX"]) return `${ESCAPE}Ptmux;${osc(`9;${text}`).replaceAll(ESCAPE, ESCAPE + ESCAPE)}${END}`;
  const { TERM = "", TERM_PROGRAM = "" } = env;
  if (OSC_9.test(TERM_PROGRAM) || /kitty|ghostty/.test(TERM)) return osc(`9;${text}`);
  if (/^(?:rxvt|foot)/.test(TERM) || env["VTE_VERSION"]) return osc(`777;notify;Countersign;${text}`);
  return "";
}

const OSC_9 = /^(?:iTerm\.app|WezTerm|ghostty|WarpTerminal)$/i;

function osc(body: string): string {
  return `${ESCAPE}]${body}${END}`;
}
