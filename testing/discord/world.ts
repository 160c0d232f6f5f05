import { type Clock, systemClock } from "../../src/run/clock.ts";
import { Commands } from "./commands.ts";
import { FileHost } from "./files.ts";
import { Gateway, type Privileged } from "./gateway.ts";
import { LocalGuild, type User } from "./guild.ts";
import type { LocalInteraction } from "./interaction.ts";
import { Snowflakes } from "./snowflakes.ts";

export interface WorldOptions {
  /** What three seconds and fifteen minutes are counted by; the clock of this machine if none is given. */
  clock?: Clock;
  /** What the bot must log in with. */
  token?: string;
  botName?: string;
  guildName?: string;
  /** The privileged intents that were switched on for the bot; `["MessageContent"]` if nothing is said. */
  privileged?: readonly Privileged[];
  heartbeatMs?: number;
}

/** Everything that is so in this Discord, for those who act on it: the gateway, the API and the people. */
export class World {
  readonly clock: Clock;
  readonly ids: Snowflakes;
  token: string;
  readonly bot: User;
  readonly startedAt: number;
  readonly files: FileHost;
  readonly gateway: Gateway;
  readonly commands: Commands;
  readonly guild: LocalGuild;
  readonly interactions: LocalInteraction[] = [];
  privileged: readonly Privileged[];

  constructor({ clock = systemClock, token = "local-discord-token", ...options }: WorldOptions) {
    this.clock = clock;
    this.token = token;
    this.startedAt = clock.now();
    this.ids = new Snowflakes(clock);
    this.privileged = options.privileged ?? ["MessageContent"];
    // Bot and application share their id, as they do since 2017.
    this.bot = this.newUser(options.botName ?? "countersign", true);
    this.files = new FileHost(clock, this.ids);
    this.gateway = new Gateway(this, options.heartbeatMs ?? 41_250);
    this.commands = new Commands(this.ids, this.bot.id);
    this.guild = new LocalGuild(this, options.guildName ?? "Local guild");
  }

  newUser(username: string, bot: boolean): User {
    return { id: this.ids.next(), username, global_name: null, discriminator: "0", avatar: null, bot };
  }

  get application(): object {
    const flags = this.privileged.includes("MessageContent") ? 1 << 19 : 0;
    const { id, username: name } = this.bot;
    return {
      id,
      name,
      icon: null,
      description: "",
      flags,
      bot: this.bot,
      bot_public: true,
      bot_require_code_grant: false,
    };
  }
}
