import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DiscordOptions, type LocalDiscord, startDiscord } from "../../../testing/discord/discord.ts";
import { OpenAiServer, writeModelsJson } from "../../../testing/index.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { makeProject, type Project } from "../../agent/bench/project.ts";
import { childEnvironment } from "../../desk/child-environment.ts";

const BIN = fileURLToPath(new URL("../../../bin/countersign.js", import.meta.url));

/** `countersign discord` as people run it. */
export class Bot {
  readonly #child: ChildProcess;
  text = "";

  constructor(project: Project, [node, ...program]: [string, ...string[]] = [process.execPath, BIN]) {
    const env = { ...childEnvironment(project.home), ...project.env, NO_COLOR: "1" };
    const args = [...program, "discord", "--config", join(project.root, "discord.json")];
    this.#child = spawn(node, args, { cwd: project.cwd, env, stdio: ["ignore", "pipe", "pipe"] });
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

export async function prepareBot(options: DiscordOptions = {}, token?: string): Promise<[LocalDiscord, Project]> {
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
