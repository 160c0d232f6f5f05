import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findHome, type Home } from "../../../../src/desk/home.ts";
import { checkDiscord } from "../../../../src/surfaces/discord/config/check-discord.ts";
import { discordConfigFile, loadDiscordConfig } from "../../../../src/surfaces/discord/config/discord-config.ts";
import type { Part } from "../../../../src/surfaces/discord/config/optional-parts.ts";
import { afterTest } from "../../../agent/bench/after-test.ts";

export const ID = (last: number) => `1000000000000000${String(last).padStart(2, "0")}`;
/** Looks like a token, and belongs to no bot. */
export const TOKEN = `${Buffer.from(ID(99)).toString("base64")}.abcdef.${"x".repeat(38)}`;

/** A home of Countersign, a project, and a configuration that is right but for what a test says. */
export class ConfigBench {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-discord-")));
  readonly project = join(this.root, "project");
  readonly env: NodeJS.ProcessEnv = { COUNTERSIGN_HOME: join(this.root, "home") };
  readonly home: Home = findHome(this.env);
  readonly tokenFile = join(this.home.directory, "discord-token");

  constructor() {
    mkdirSync(this.project);
    mkdirSync(this.home.directory, { mode: 0o700 });
    writeFileSync(this.tokenFile, `${TOKEN}\n`, { mode: 0o600 });
    afterTest(() => rmSync(this.root, { recursive: true, force: true }));
  }

  agent(more: object = {}): Record<string, unknown> {
    const approvers = [`role:${ID(3)}`];
    return { channel: ID(1), name: "backend", directory: this.project, talk: [`user:${ID(2)}`], approvers, ...more };
  }

  write(config: unknown): void {
    const text = typeof config === "string" ? config : JSON.stringify(config, undefined, 2);
    writeFileSync(discordConfigFile(this.home), text);
  }

  load(config: unknown) {
    this.write(config);
    return loadDiscordConfig(this.home);
  }

  /** `kind path`, or the kind alone. */
  kinds(config: unknown): string[] {
    return this.load(config).problems.map(({ kind, path }) => `${kind} ${path ?? ""}`.trim());
  }

  check(config: unknown, ...missing: Part[]) {
    return checkDiscord(this.load(config), this.home, this.env, missing);
  }
}
