import { findHome } from "../../desk/home.ts";
import { visible } from "../../plan/visible.ts";
import { type Check, type CheckedDiscord, checkDiscord } from "./config/check-discord.ts";
import { loadDiscordConfig } from "./config/discord-config.ts";

/** Colours of a terminal; a pipe has none. */
export type Paint = Record<"green" | "yellow" | "red" | "dim", (text: string) => string>;

export interface DiscordOptions {
  /** Left out: discord.json beside the user's plans.json. */
  config?: string;
  /** Only check, and do not connect. */
  check: boolean;
  json: boolean;
  /** The token is deleted from it. */
  env: NodeJS.ProcessEnv;
  paint: Paint;
  print(text: string): void;
  /** Progress and errors. */
  tell(text: string): void;
}

/** `countersign discord`: checks the configuration and runs the bot until it is stopped. Returns the exit code. */
export async function main({ config: given, check, json, env, paint, print, tell }: DiscordOptions): Promise<number> {
  const home = findHome(env);
  const loaded = loadDiscordConfig(home, given);
  const { token, ...checked } = checkDiscord(loaded, home, env);
  if (check) {
    print(json ? `${JSON.stringify(checked, undefined, 2)}\n` : checkText(checked, paint));
    return checked.ok ? 0 : 1;
  }
  tell(checkText(worthSaying(checked), paint));
  const { config } = loaded;
  if (!checked.ok || config === undefined || token === undefined) return 1;
  const { runBot } = await import("./run-bot.ts");
  return runBot({ config, token, env, log: (line) => tell(`${line}\n`) });
}

/** The errors; if there are none, everything except the invite link. */
function worthSaying({ ok, checks }: Pick<CheckedDiscord, "ok" | "checks">): Pick<CheckedDiscord, "checks"> {
  return { checks: checks.filter(({ result }) => ok || result === "bad") };
}

/** One line for each check with its hint, and the invite link. */
export function checkText({ checks, invite }: Pick<CheckedDiscord, "checks" | "invite">, paint: Paint): string {
  const marks: Record<Check["result"], string> = {
    good: paint.green("ok   "),
    note: paint.yellow("note "),
    bad: paint.red("WRONG"),
  };
  const spelled = (text: string) => visible(text, { spelled: true });
  const lines = checks.flatMap(({ result, what, hint }) => [
    `${marks[result]}  ${spelled(what)}`,
    ...(hint === undefined ? [] : [`       ${paint.dim(spelled(hint))}`]),
  ]);
  if (invite !== undefined) lines.push("", "To add the bot to a server, open:", invite);
  return `${lines.join("\n")}\n`;
}
