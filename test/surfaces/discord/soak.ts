import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Desk } from "../../../src/desk/desk.ts";
import type { Actor } from "../../../src/lifecycle/actor.ts";
import type { PlanEvent } from "../../../src/lifecycle/plan-event.ts";
import type { PlanId } from "../../../src/plan/plan.ts";
import { agentIdOf } from "../../../src/surfaces/discord/agent-session.ts";
import { planLook } from "../../../src/surfaces/discord/cards/status-look.ts";
import { approversOf } from "../../../src/surfaces/discord/config/approvers.ts";
import type { AgentConfig } from "../../../src/surfaces/discord/config/discord-config.ts";
import { PROFILES } from "../../../src/surfaces/discord/config/profiles.ts";
import type { LocalChannel } from "../../../testing/discord/channel.ts";
import { type LocalDiscord, startDiscord } from "../../../testing/discord/discord.ts";
import { InteractionFailed } from "../../../testing/discord/interaction.ts";
import type { LocalMember } from "../../../testing/discord/member.ts";
import type { LocalMessage } from "../../../testing/discord/message.ts";
import { Chance } from "../../desk/chance.ts";
import type { SoakAsk, SoakStart, SoakTold } from "./soak.process.ts";

export interface SoakOptions {
  channels: number;
  plans: number;
  seed: number;
  /** No further plan is proposed after so many milliseconds. */
  patience?: number;
  onTenth?: (soFar: Soak) => void;
}

export interface Soak {
  startMs: number;
  plans: number;
  clicks: number;
  signed: number;
  rejected: number;
  refused: number;
  /** Clicks that fell into an interruption: the person was told that it did not work. */
  failed: number;
  drops: number;
  /** After each tenth of the plans. */
  rss: number[];
  cpuMs: number;
  log: string[];
  wrong: string[];
}

const AT_ONCE = 4;

/** Many channels, many plans, many people who click what they may and may not, while the connection is a bad one. */
export async function soakDiscord(options: SoakOptions): Promise<Soak> {
  const soak = await Soaking.start(options);
  try {
    await soak.run();
  } finally {
    await soak.close();
  }
  return soak.sum;
}

/** What came of a plan, as far as people were told. */
interface Followed {
  id: PlanId;
  desk: Desk;
  card: LocalMessage;
  /** Who was told that they signed it, and that they rejected it. */
  signed: string[];
  rejected: string[];
}

class Soaking {
  readonly sum: Soak;
  readonly #options: SoakOptions;
  readonly #root: string;
  readonly #discord: LocalDiscord;
  readonly #bot: BotProcess;
  readonly #chance: Chance;
  readonly #approvers: LocalMember[];
  readonly #others: LocalMember[];
  readonly #places: { channel: LocalChannel; desk: Desk; by: Actor }[];

  static async start(options: SoakOptions): Promise<Soaking> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-soak-")));
    const env = environment(root);
    const discord = await startDiscord();
    const owner = discord.addMember({ name: "owner" });
    const role = discord.guild.role("approver");
    const channels = Array.from({ length: options.channels }, (_, index) => discord.guild.addChannel(`agent-${index}`));
    const agents = channels.map((channel, index) => agentOf(channel, role.id, project(root, index % 5)));
    const bot = new BotProcess({ ...process.env, ...env });
    bot.send({ config: { file: "", tokenFile: "", agents }, token: discord.token, api: discord.api });
    const { ready } = await bot.told("ready");
    const places = channels.map((channel, index) => ({
      channel,
      desk: new Desk({ directory: agents[index]?.directory ?? root, env: { ...process.env, ...env } }),
      by: { kind: "agent", surface: "discord", id: agentIdOf(channel.id), name: "agent", person: "local" } as const,
    }));
    return new Soaking(options, { root, discord, bot, places, startMs: ready?.tookMs ?? 0, others: [owner] });
  }

  constructor(
    options: SoakOptions,
    parts: {
      root: string;
      discord: LocalDiscord;
      bot: BotProcess;
      places: { channel: LocalChannel; desk: Desk; by: Actor }[];
      startMs: number;
      others: LocalMember[];
    },
  ) {
    const { root, discord, bot, places, startMs, others } = parts;
    this.#options = options;
    this.#root = root;
    this.#discord = discord;
    this.#bot = bot;
    this.#places = places;
    this.#chance = new Chance(options.seed);
    this.#approvers = ["ada", "bob", "cleo"].map((name) => discord.addMember({ name, roles: ["approver"] }));
    this.#others = [...others, ...["dan", "eve"].map((name) => discord.addMember({ name }))];
    this.sum = {
      ...{ startMs, plans: 0, clicks: 0, signed: 0, rejected: 0, refused: 0, failed: 0, drops: 0 },
      ...{ rss: [], cpuMs: 0, log: bot.log, wrong: [] },
    };
  }

  async run(): Promise<void> {
    const { plans, patience = Number.POSITIVE_INFINITY, onTenth } = this.#options;
    const begun = Date.now();
    const tenth = Math.ceil(plans / 10);
    while (this.sum.plans < plans && this.sum.wrong.length === 0 && Date.now() - begun < patience) {
      const count = Math.min(AT_ONCE, plans - this.sum.plans, tenth - (this.sum.plans % tenth));
      this.#makeTrouble();
      const followed = await Promise.all(Array.from({ length: count }, (_, index) => this.#onePlan(index)));
      this.sum.plans += count;
      for (const plan of followed) await this.#judge(plan);
      if (this.sum.plans % tenth !== 0) continue;
      await this.#quiet();
      onTenth?.(this.sum);
    }
  }

  async close(): Promise<void> {
    await this.#bot.close();
    for (const { desk } of this.#places) desk.close();
    await this.#discord.close();
    rmSync(this.#root, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Something goes wrong in two rounds of three. */
  #makeTrouble(): void {
    const discord = this.#discord;
    const times = 1 + this.#chance.below(3);
    const route = this.#chance.pick([/^POST \/channels/, /^PATCH \/channels/, /callback/, /^PATCH \/webhooks/]) ?? /./;
    switch (this.#chance.below(6)) {
      case 0:
        this.sum.drops += 1;
        // Sometimes a click is lost with the connection, and the person is told so.
        void discord.drop({ resumable: this.#chance.below(4) > 0 });
        break;
      case 1:
        discord.rateLimit({ route, retryAfterMs: 50 + this.#chance.below(200), times });
        break;
      case 2:
        discord.fail({ route, times, status: 502, afterEffect: this.#chance.below(2) === 0 });
        break;
      case 3:
        discord.fail({ route, times, status: "lost", afterEffect: this.#chance.below(2) === 0 });
        break;
      default:
    }
  }

  async #onePlan(index: number): Promise<Followed> {
    // Each in a channel of its own.
    const place = this.#places[(this.sum.plans + index) % this.#places.length];
    if (place === undefined) throw new Error("There is no channel.");
    const { desk, channel, by } = place;
    const title = `Plan ${this.sum.plans + index}`;
    const proposed = await desk.propose({ ...DRAFT, title }, by);
    if (!proposed.ok) throw new Error(proposed.refusal.message);
    const card = await channel.next(`${title}`);
    const followed: Followed = { id: proposed.value.plan.id, desk, card, signed: [], rejected: [] };
    const everybody = [...this.#approvers, ...this.#others];
    const people = Array.from({ length: 2 + this.#chance.below(3) }, () => this.#chance.pick(everybody));
    const clicks = people.map((person) => ({ person, what: this.#chance.below(5) }));
    await Promise.all(clicks.map(({ person, what }) => person && this.#click(person, what, followed)));
    return followed;
  }

  async #click(person: LocalMember, what: number, followed: Followed): Promise<void> {
    const { card } = followed;
    this.sum.clicks += 1;
    try {
      const label = what === 0 ? "Details" : what === 1 ? "Reject" : "Approve";
      const button = card.buttons.find((one) => one.label === label && one.disabled !== true);
      if (button === undefined) return;
      const click = await person.click(card, label);
      const form = click.modal === undefined ? click : await person.submit(click.modal, {});
      const asked = await form.answered();
      const confirm = asked.buttons.find((one) => one.label?.startsWith("Approve revision"));
      const { text } = confirm?.label ? await (await person.click(asked, confirm.label)).answered() : asked;
      const isApprover = this.#approvers.includes(person);
      if (/You signed/.test(text)) {
        followed.signed.push(person.id);
        this.sum.signed += 1;
        if (!isApprover) this.sum.wrong.push(`${person.name} may not sign ${followed.id}, and did`);
      } else if (/You rejected/.test(text)) {
        followed.rejected.push(person.id);
        this.sum.rejected += 1;
        if (!isApprover) this.sum.wrong.push(`${person.name} may not reject ${followed.id}, and did`);
      } else this.sum.refused += 1;
    } catch (error) {
      if (!(error instanceof InteractionFailed)) throw error;
      this.sum.failed += 1;
    }
  }

  /** What people were told is what the journal says, and the other way round. */
  async #judge({ id, desk, card, signed, rejected }: Followed): Promise<void> {
    const found = await desk.plan(id);
    if (!found.ok || found.value.kind !== "standing") {
      this.sum.wrong.push(`${id} does not stand`);
      return;
    }
    const { state } = found.value;
    const shown = card.channel.messages.filter(({ text }) => text.includes(id)).length;
    if (shown !== 1) this.sum.wrong.push(`${id} is shown ${shown} times`);
    const recorded = (await desk.store.loadJournal(id)).records.flatMap(({ events, by }) =>
      (events as PlanEvent[]).flatMap(({ type }) => (isWord(type) ? [`${type} ${(by as Actor).id}`] : [])),
    );
    const told = [...signed.map((who) => `signed ${who}`), ...rejected.map((who) => `rejected ${who}`)];
    if (new Set(recorded).size !== recorded.length) this.sum.wrong.push(`${id} counts twice: ${recorded}`);
    for (const one of told) if (!recorded.includes(one)) this.sum.wrong.push(`${id} has lost: ${one}`);
    for (const one of recorded) {
      // Also what fell into an interruption: it is acknowledged before it is done.
      if (!told.includes(one)) this.sum.wrong.push(`${id} has an entry that no person was told of: ${one}`);
    }
    await card.changed(planLook(state.status).words).catch((error: Error) => {
      this.sum.wrong.push(`${id} is ${state.status}, but ${error.message}`);
    });
  }

  async #quiet(): Promise<void> {
    this.#discord.heal();
    await this.#discord.online();
    this.#bot.send("settle");
    await this.#bot.told("settled");
    const { unanswered, thinking, errors } = this.#discord;
    if (unanswered.length > this.sum.failed) this.sum.wrong.push(`${unanswered.length} clicks were not answered`);
    if (thinking.length > 0) this.sum.wrong.push(`${thinking.length} answers never came`);
    for (const error of errors) this.sum.wrong.push(String(error));
    this.#discord.forget();
    this.#bot.send("memory");
    const { rss = 0, cpuMs = 0 } = await this.#bot.told("rss");
    this.sum.rss.push(rss);
    this.sum.cpuMs = cpuMs;
  }
}

/** A person's answer about a plan. */
function isWord(type: string): boolean {
  return type === "signed" || type === "rejected";
}

const DRAFT = {
  summary: "Something that is to be done, in a few steps.",
  steps: [
    { id: "look", title: "Look", tools: ["read"], risk: "low" },
    { id: "write", title: "Write", tools: ["write"], files: ["NOTES.md"], depends_on: ["look"], risk: "high" },
  ],
};

function environment(root: string): Record<string, string> {
  const [home, agentDir] = [join(root, "home"), join(root, "agent")];
  for (const path of [home, agentDir]) mkdirSync(path, { mode: 0o700 });
  writeFileSync(join(home, "plans.json"), JSON.stringify({ execution: "session" }));
  return {
    ...{ COUNTERSIGN_HOME: home, PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: "1", PI_TELEMETRY: "0" },
    ...{ PI_SKIP_VERSION_CHECK: "1", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null", NODE_OPTIONS: "" },
  };
}

function project(root: string, index: number): string {
  const directory = join(root, `project-${index}`);
  mkdirSync(directory, { recursive: true });
  execFileSync("git", ["init", "--quiet"], { cwd: directory });
  return directory;
}

function agentOf(channel: LocalChannel, role: string, directory: string): AgentConfig {
  return {
    ...{ path: "", channel: channel.id, name: channel.name, directory, talk: "anyone", settings: {} },
    ...{
      startInPlanMode: false,
      ping: "none",
      approvers: approversOf({ from: [`role:${role}`], quorum: 2 }, "").some,
    },
    profile: PROFILES["developer"] ?? { name: "developer", tools: [], settings: {} },
  };
}

/** The bot's process, and what it says. */
class BotProcess extends EventEmitter {
  readonly log: string[] = [];
  readonly #child: ChildProcess;

  constructor(env: NodeJS.ProcessEnv) {
    super();
    const file = fileURLToPath(new URL("soak.process.ts", import.meta.url));
    this.#child = fork(file, [], { env, execArgv: ["--expose-gc", "--no-warnings"] });
    this.#child.on("message", (told: SoakTold) => {
      if (told.log !== undefined) this.log.push(told.log);
      for (const key of Object.keys(told)) this.emit(key, told);
    });
    this.#child.on("exit", (code) => this.emit("error", new Error(`The bot's process ended with ${code}.`)));
  }

  send(message: SoakStart | SoakAsk): void {
    this.#child.send(message);
  }

  async told(what: keyof SoakTold): Promise<SoakTold> {
    const [told] = (await once(this, what)) as [SoakTold];
    return told;
  }

  async close(): Promise<void> {
    this.#child.removeAllListeners("exit");
    if (this.#child.exitCode !== null) return;
    const ended = once(this.#child, "exit");
    this.send("close");
    const late = setTimeout(() => this.#child.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(late);
  }
}
