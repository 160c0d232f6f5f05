import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { loadConfig } from "../../../desk/config.ts";
import type { Home } from "../../../desk/home.ts";
import { findProject } from "../../../desk/project.ts";
import { keyPath } from "../../../plan/data-path.ts";
import type { Problem } from "../../../plan/problem.ts";
import { isWithin } from "../../../sandbox/within.ts";
import type { AgentConfig, DiscordConfig } from "./discord-config.ts";

/** Problems and dangers of directories and rights, as far as they show without asking Discord. */
export function checkPlaces(config: DiscordConfig, home: Home): Problem[] {
  return [...config.agents.flatMap((agent) => checkAgent(agent, config, home)), ...tokenPlace(config, home)];
}

function checkAgent(agent: AgentConfig, { file, tokenFile }: DiscordConfig, home: Home): Problem[] {
  const path = keyPath(agent.path, "directory");
  if (!statSync(agent.directory, { throwIfNoEntry: false })?.isDirectory()) {
    return [error("no_directory", path, `there is no directory ${agent.directory}`, "Make it, or name another one.")];
  }
  // The agent may change the whole project, even if its directory is a part of it.
  const project = findProject(agent.directory);
  const problems: Problem[] = [];
  const isHolding = (one: string) => isWithin(real(one), project);
  if (isWithin(project, real(home.directory))) {
    problems.push(
      error("secret_directory", path, `${agent.directory} holds the key`, "Give the agent another directory."),
    );
  }
  for (const [what, one] of [
    ["the bot's token", tokenFile],
    ["this configuration", file],
    ["your own directory of Countersign", home.directory],
  ] as const) {
    if (!isHolding(one)) continue;
    const message = `${agent.name} works in ${project}, where ${what} is (${one})`;
    problems.push(error("exposed_to_agent", path, message, "Give it a directory of its own, or move the file."));
  }
  if (project === "/" || project === real(homedir())) {
    const message = `${agent.name} works in ${project}: the agent may change everything in it`;
    problems.push(warning("wide_directory", path, message, "Name the directory of one project."));
  }
  return [...problems, ...checkAuthority(agent, home)];
}

function checkAuthority(agent: AgentConfig, home: Home): Problem[] {
  const problems: Problem[] = [];
  const { config, sources } = loadConfig({ projectDir: findProject(agent.directory), userFile: home.config });
  const from = agent.approvers?.from ?? config.approvers.from;
  if (from === "anyone") {
    const hint = `Name them: "approvers": ["role:<id>", "user:<id>"]`;
    const message = `everyone who can see its channel could approve plans of ${agent.name}`;
    problems.push(warning("anyone_signs", keyPath(agent.path, "approvers"), message, hint));
  } else if (Array.isArray(from) && agent.approvers?.from === undefined && !from.some(isOfDiscord(config.persons))) {
    const message = `plans of ${agent.name} could not be approved here: ${sources.approvers === "user" ? home.config : "its project"} names no account of Discord`;
    problems.push(warning("nobody_signs_here", keyPath(agent.path, "approvers"), message, "Name them for this agent."));
  }
  if (agent.talk === "anyone" && agent.profile.tools.includes("bash")) {
    const message = `everyone who can write in its channel could make ${agent.name} run commands outside plan mode`;
    const hint = 'Name who may talk to it: "talk": ["role:<id>", "user:<id>"]';
    problems.push(warning("anyone_talks", keyPath(agent.path, "talk"), message, hint));
  }
  return problems;
}

function isOfDiscord(persons: Readonly<Record<string, readonly string[]>>): (entry: string) => boolean {
  return (entry) =>
    /^(?:role|discord):/.test(entry) || (persons[entry] ?? []).some((account) => account.startsWith("discord:"));
}

/** Agents cannot read COUNTERSIGN_HOME; they can read any other directory. */
function tokenPlace({ tokenFile }: DiscordConfig, home: Home): Problem[] {
  if (isWithin(real(tokenFile), real(home.directory))) return [];
  const message = `an agent's commands can read the token in ${tokenFile}`;
  const hint = `Only ${home.directory} is hidden from them: keep it there.`;
  return [warning("readable_token", "token_file", message, hint)];
}

/** Follows links, also of a path that does not exist yet. */
function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? resolve(path) : join(real(above), path.slice(above.length).replace(/^\/+/, ""));
  }
}

function error(kind: string, path: string, message: string, hint: string): Problem {
  return { severity: "error", kind, message, path, hint };
}

function warning(kind: string, path: string, message: string, hint: string): Problem {
  return { severity: "warning", kind, message, path, hint };
}
