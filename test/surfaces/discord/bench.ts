import { join } from "node:path";
import type { FauxResponseStep } from "@earendil-works/pi-ai";
import { type Bot, startBot } from "../../../src/surfaces/discord/bot.ts";
import type { AgentConfig, DiscordConfig } from "../../../src/surfaces/discord/config/discord-config.ts";
import { PROFILES } from "../../../src/surfaces/discord/config/profiles.ts";
import type { LocalChannel } from "../../../testing/discord/channel.ts";
import { type DiscordOptions, type LocalDiscord, startDiscord } from "../../../testing/discord/discord.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import type { ScriptedModel } from "../../agent/bench/model.ts";
import { MovableClock } from "../../agent/bench/movable-clock.ts";
import { makeProject, type Project, type ProjectOptions } from "../../agent/bench/project.ts";
import { type ScriptedPi, scriptedPi } from "../../agent/bench/scripted-pi.ts";

export interface DiscordBenchOptions extends ProjectOptions {
  responses?: FauxResponseStep[];
  /** More about the agent of #general. */
  agent?: Partial<AgentConfig>;
  discord?: DiscordOptions;
}

/** A bot in this process, a Discord on this machine, and a scripted model. */
export class DiscordBench {
  readonly discord: LocalDiscord;
  readonly project: Project;
  readonly model: ScriptedModel;
  readonly log: string[] = [];
  readonly clock = new MovableClock();
  readonly #pi: ScriptedPi;
  readonly #agent: Partial<AgentConfig>;
  #bot: Bot | undefined;

  static async start(options: DiscordBenchOptions = {}): Promise<DiscordBench> {
    const bench = await DiscordBench.prepare(options);
    await bench.startBot();
    return bench;
  }

  /** All but the bot itself. */
  static async prepare(options: DiscordBenchOptions = {}): Promise<DiscordBench> {
    const discord = await startDiscord(options.discord);
    afterTest(() => discord.close());
    const project = makeProject({ git: true, files: { "README.md": "# Sample\n" }, ...options });
    const pi = await scriptedPi(project.agentDir, options.responses);
    return new DiscordBench({ discord, project, pi, agent: options.agent ?? {} });
  }

  constructor(parts: { discord: LocalDiscord; project: Project; pi: ScriptedPi; agent: Partial<AgentConfig> }) {
    this.discord = parts.discord;
    this.project = parts.project;
    this.model = parts.pi.model;
    this.#pi = parts.pi;
    this.#agent = parts.agent;
  }

  get general(): LocalChannel {
    return this.discord.guild.channel("general");
  }

  get bot(): Bot {
    if (this.#bot === undefined) throw new Error("The bot is not started.");
    return this.#bot;
  }

  agentConfig(channel: LocalChannel, more: Partial<AgentConfig> = {}): AgentConfig {
    return {
      ...{ path: "agents[0]", channel: channel.id, name: "Builder", directory: this.project.cwd, talk: "anyone" },
      ...{ model: this.#pi.modelName, settings: {}, startInPlanMode: false, ping: "none" },
      profile: PROFILES["developer"] ?? { name: "developer", tools: [], settings: {} },
      ...more,
    };
  }

  /** The scripted model is gone. Comes back with how many there still are: this machine may have keys of its own. */
  async noModels(): Promise<number> {
    const { models, model } = this.#pi;
    models.unregisterProvider(model.provider.id);
    return (await models.getAvailable()).length;
  }

  async startBot(agents: readonly AgentConfig[] = [this.agentConfig(this.general, this.#agent)]): Promise<Bot> {
    const config: DiscordConfig = { file: join(this.project.agentDir, "discord.json"), tokenFile: "", agents };
    const { models, piSettings } = this.#pi;
    const bot = await startBot({
      ...{ config, token: this.discord.token, env: { ...process.env, ...this.project.env }, api: this.discord.api },
      ...{ models, piSettings, log: (line) => void this.log.push(line), clock: this.clock },
    });
    this.#bot = bot;
    afterTest(() => bot.close());
    return bot;
  }

  async restart(): Promise<Bot> {
    await this.bot.close();
    return this.startBot();
  }
}
