import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { InteractionFailed, type LocalInteraction } from "../../../testing/discord/interaction.ts";
import type { LocalMember } from "../../../testing/discord/member.ts";
import type { LocalMessage } from "../../../testing/discord/message.ts";
import { Chance } from "../../desk/chance.ts";
import type { DiscordBench } from "./bench.ts";
import type { BotProcessOptions } from "./bot.process.ts";
import { labels } from "./planned.ts";

export interface KillsOptions {
  seed: number;
  /** So many at the most. */
  kills: number;
  /** No further one after so many milliseconds. */
  patience: number;
}

export interface Kills {
  kills: number;
  said: number;
  clicks: number;
  /** Clicks of which people were told that they did not work. */
  failed: number;
  wrong: string[];
}

const PLAN = {
  title: "Three lines",
  steps: [1, 2, 3].map((line) => ({
    ...{ id: `line-${line}`, title: `Line ${line}`, run: `sleep 0.2; echo ${line} >> lines.txt; sleep 0.2` },
    ...(line > 1 && { depends_on: [`line-${line - 1}`] }),
  })),
};

/** How long the plan may still take after the last kill. */
const AFTERWARDS = 60_000;

/** A plan's life with a bot that is killed again and again, at any instant. People try again what did not work. */
export async function killAgainAndAgain(bench: DiscordBench, options: KillsOptions): Promise<Kills> {
  const { general, discord } = bench;
  const chance = new Chance(options.seed);
  const ada = discord.addMember({ name: "ada" });
  const sum: Kills = { kills: 0, said: 0, clicks: 0, failed: 0, wrong: [] };
  // From now on it has commands, and reads the channel.
  const first = startProcess(bench);
  await first.ready;
  await first.end("SIGKILL");
  const begun = Date.now();
  const isOver = () => cards(bench).some(({ text }) => text.includes("**Completed**"));
  const words: string[] = [];
  const attempt = async (doing: () => Promise<LocalInteraction>): Promise<void> => {
    sum.clicks += 1;
    try {
      await doing();
    } catch (error) {
      if (!(error instanceof InteractionFailed)) throw error;
      sum.failed += 1;
    }
  };
  const person = async (): Promise<void> => {
    while (!isOver()) {
      if (Date.now() - begun > options.patience + AFTERWARDS)
        throw new Error(`The plan does not come to its end:\n${general.transcript}`);
      if (chance.below(3) === 0) {
        const word = `word ${words.length + 1}.`;
        words.push(word);
        ada.say(general, word);
      }
      await discord.online();
      const card = cards(bench).at(-1);
      const label = card && ["Approve", "Resume", "Retry", "Start"].find((one) => labels(card).includes(one));
      const lost = general.messages.find((message) => labels(message).includes(AGAIN));
      if (lost !== undefined && label !== "Resume") await attempt(() => ada.click(lost, AGAIN));
      else if (card === undefined) await attempt(() => ada.slash(general, "plan start", { task: "Write three lines" }));
      else if (label === "Approve") await attempt(() => approveSoon(ada, card));
      else if (label !== undefined) await attempt(() => ada.click(card, label));
      await sleep(100 + chance.below(300));
    }
  };
  const doing = person();
  // It is waited for in the end.
  doing.catch(() => {});
  while (sum.kills < options.kills && Date.now() - begun < options.patience && !isOver()) {
    const bot = startProcess(bench);
    // At any instant, also while it starts.
    if (chance.below(4) > 0) await bot.ready;
    await sleep(chance.below(1_500));
    await bot.end("SIGKILL");
    sum.kills += 1;
  }
  const last = startProcess(bench);
  await doing;
  const unheard = () => words.filter((word) => heardIn(bench, word) === 0);
  await general.until(
    () => unheard().length === 0 || undefined,
    () => `these to be heard: ${unheard()}`,
  );
  await last.end("SIGTERM");
  sum.said = words.length;
  judge(bench, words, sum.wrong);
  return sum;
}

/** Approve, and its confirmation, unless the bot is killed in between. */
async function approveSoon(person: LocalMember, card: LocalMessage): Promise<LocalInteraction> {
  const pressed = await person.click(card, "Approve");
  const asked = await Promise.race([pressed.answered().catch(() => undefined), sleep(1_000)]);
  const confirm = asked?.buttons.find(({ label = "" }) => label.startsWith("Approve revision"));
  return asked && confirm?.label !== undefined ? person.click(asked, confirm.label) : pressed;
}

/** The answer to a step that a kill interrupted. */
const AGAIN = "Run it again";

/** Those of plans; requests have cards of their own. */
function cards({ general }: DiscordBench): LocalMessage[] {
  return general.messages.filter(
    ({ author, text, buttons }) => author.bot && /^## [\s\S]*PLAN-/.test(text) && buttons.length > 0,
  );
}

function judge(bench: DiscordBench, words: readonly string[], wrong: string[]): void {
  const shown = cards(bench).length;
  if (shown !== 1) wrong.push(`the plan is shown ${shown} times`);
  for (const word of words) {
    const times = heardIn(bench, word);
    if (times !== 1) wrong.push(`${word} was heard ${times} times`);
  }
  const said = bench.general.messages.filter(({ author }) => author.bot).map(({ text }) => text);
  for (const once of ["is completed:", "waits for a review"]) {
    const times = said.filter((text) => text.includes(once)).length;
    if (times > 1) wrong.push(`"${once}" was said ${times} times`);
  }
  // A line may be there twice if a person resumed after its step was interrupted; none is missing.
  for (const line of ["1", "2", "3"])
    if (!bench.project.read("lines.txt").split("\n").includes(line)) wrong.push(`line ${line} is missing`);
  for (const error of bench.discord.errors) wrong.push(String(error));
}

/** How often the session was given these words. */
function heardIn({ project, general }: DiscordBench, word: string): number {
  const place = join(project.home, "discord", general.id);
  const lines = readdirSync(place).flatMap((name) => readFileSync(join(place, name), "utf8").split("\n"));
  const users = lines.filter((line) => line.includes('"role":"user"'));
  return users.reduce((sum, line) => sum + line.split(`\\n${word}\\n`).length - 1, 0);
}

interface Process {
  ready: Promise<unknown>;
  end(signal: NodeJS.Signals): Promise<void>;
}

function startProcess({ discord, project, general }: DiscordBench): Process {
  const { cwd: directory, agentDir, env } = project;
  const { api, token } = discord;
  const options: BotProcessOptions = {
    api,
    token,
    channel: general.id,
    directory,
    agentDir,
    responses: [],
    plans: PLAN,
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, "bot.process.ts"), JSON.stringify(options)], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  return {
    ready: Promise.race([once(child.stdout, "data"), ended]),
    end: async (signal) => {
      child.kill(signal);
      await ended;
    },
  };
}
