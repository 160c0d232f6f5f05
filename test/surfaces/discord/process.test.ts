import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { type DiscordOptions, type LocalDiscord, startDiscord } from "../../../src/testing/discord/discord.ts";
import { OpenAiServer, writeModelsJson } from "../../../src/testing.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { makeProject, type Project } from "../../agent/bench/project.ts";
import { childEnvironment } from "../../desk/child-environment.ts";

const BIN = fileURLToPath(new URL("../../../bin/countersign.js", import.meta.url));

/** `countersign discord` as people run it. */
class Bot {
  readonly #child: ChildProcess;
  text = "";

  constructor(project: Project) {
    const env = { ...childEnvironment(project.home), ...project.env, NO_COLOR: "1" };
    const args = [BIN, "discord", "--config", join(project.root, "discord.json")];
    this.#child = spawn(process.execPath, args, { cwd: project.cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on("data", (bytes) => {
        this.text += bytes;
        this.#child.emit("text");
      });
    }
    afterTest(() => this.#child.kill("SIGKILL"));
  }

  async says(words: string): Promise<void> {
    while (!this.text.includes(words)) {
      if (this.#child.exitCode !== null) throw new Error(`It ended with ${this.#child.exitCode}:\n${this.text}`);
      await Promise.race([once(this.#child, "text"), once(this.#child, "exit")]);
    }
  }

  async ends(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals | null> {
    if (signal) this.#child.kill(signal);
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, "exit");
    return this.#child.exitCode ?? this.#child.signalCode;
  }
}

async function prepare(options: DiscordOptions = {}, token?: string): Promise<[LocalDiscord, Project]> {
  const discord = await startDiscord(options);
  afterTest(() => discord.close());
  const project = makeProject({ git: true });
  const model = await OpenAiServer.start([{ text: "Hello from the model." }]);
  afterTest(() => model.close());
  writeModelsJson(project.agentDir, { url: model.url });
  writeFileSync(join(project.home, "discord-token"), token ?? discord.token, { mode: 0o600 });
  const agent = { channel: discord.guild.channel("general").id, name: "Builder", directory: project.cwd };
  const agents = [{ ...agent, talk: "anyone", approvers: "anyone", model: "scripted/scripted-1" }];
  writeFileSync(join(project.root, "discord.json"), JSON.stringify({ api: discord.api, agents }));
  return [discord, project];
}

it.each(["SIGINT", "SIGTERM"] as const)("answers in its channel until it is stopped by %s", async (signal) => {
  const [discord, project] = await prepare();
  const bot = new Bot(project);
  await bot.says("Connected: Builder.");
  const general = discord.guild.channel("general");
  discord.addMember({ name: "ada" }).say(general, "Hello");
  await general.next("Hello from the model.");
  expect(await bot.ends(signal)).toBe(0);
});

it("refuses to listen where another bot does, and follows one that was killed", async () => {
  const [, project] = await prepare();
  const first = new Bot(project);
  await first.says("Connected: Builder.");
  const second = new Bot(project);
  expect(await second.ends()).toBe(1);
  expect(second.text).toMatch(/A bot listens in one of these channels already: process \d+\. Stop that one first/);
  expect(await first.ends("SIGKILL")).toBe("SIGKILL");
  const third = new Bot(project);
  await third.says("Connected: Builder.");
  expect(await third.ends("SIGTERM")).toBe(0);
});

it("says what to do about a wrong token", async () => {
  const [, project] = await prepare({}, "another-token");
  const bot = new Bot(project);
  expect(await bot.ends()).toBe(1);
  expect(bot.text).toContain("Discord refuses the token: reset it in the Developer Portal");
});

it("says what to do about an intent that is not switched on", async () => {
  const [, project] = await prepare({ privileged: [] });
  const bot = new Bot(project);
  expect(await bot.ends()).toBe(1);
  expect(bot.text).toContain("switch on the Message Content intent");
});

it.each([
  ["its token is reset", "resetToken", "Discord refuses the token: reset it in the Developer Portal"],
  ["its intent is switched off", "switchOffIntents", "switch on the Message Content intent"],
] as const)("ends with a word on what to do when %s while it works, and leaves nothing half done", async (_, how, words) => {
  const [discord, project] = await prepare();
  const bot = new Bot(project);
  await bot.says("Connected: Builder.");
  const general = discord.guild.channel("general");
  const ada = discord.addMember({ name: "ada" });
  ada.say(general, "Hello");
  await general.next("Hello from the model.");
  await (await ada.slash(general, "plan start")).answered("Planning");
  discord[how]();
  expect(await bot.ends()).toBe(1);
  expect(bot.text.trim().split("\n").at(-1)).toContain(words);
  expect(bot.text).not.toMatch(/at .*\.[jt]s:\d+/);
  // Whoever is started next finds the channel free.
  expect(existsSync(join(project.home, "discord", `${general.id}.pid`))).toBe(false);
  expect(discord.unanswered).toEqual([]);
});
