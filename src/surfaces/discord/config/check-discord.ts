import { statSync } from "node:fs";
import { loadConfig } from "../../../desk/config.ts";
import type { Home } from "../../../desk/home.ts";
import { findProject } from "../../../desk/project.ts";
import { defined } from "../../../plan/defined.ts";
import { isError, type Problem } from "../../../plan/problem.ts";
import { applicationOf, outOfEnvironment, takeToken } from "./bot-token.ts";
import { checkPlaces } from "./check-places.ts";
import type { AgentConfig, LoadedDiscordConfig } from "./discord-config.ts";
import { hostSettings } from "./host-settings.ts";
import { inviteLink } from "./invite-link.ts";
import { installLine, missingParts, PARTS, type Part } from "./optional-parts.ts";

export interface Check {
  result: "good" | "note" | "bad";
  what: string;
  hint?: string;
}

export interface CheckedDiscord {
  /** No check is bad: the bot can start. */
  ok: boolean;
  checks: Check[];
  /** For programs. */
  problems: Problem[];
  invite?: string;
  /** Read once, then removed from the environment. */
  token?: string;
}

/** All checks that need no connection. */
export function checkDiscord(
  loaded: LoadedDiscordConfig,
  home: Home,
  env: NodeJS.ProcessEnv,
  missing: readonly Part[] = missingParts(),
): CheckedDiscord {
  const { file, config } = loaded;
  if (config === undefined) {
    outOfEnvironment(env);
    const checks = [...loaded.problems.map((problem) => problemLine({ file, ...problem })), ...partLines(missing)];
    return { ok: false, checks, problems: loaded.problems };
  }
  const { problems: ofToken, token, ...found } = takeToken(config.tokenFile, env);
  const problems = unique([
    ...loaded.problems,
    ...checkPlaces(config, home),
    ...config.agents.flatMap((agent) => checkSettingsOf(agent, home)),
    ...ofToken,
  ]);
  const application = config.applicationId ?? (token === undefined ? undefined : applicationOf(token));
  const checks: Check[] = [
    { result: "good", what: `configuration ${file}` },
    ...("from" in found ? [{ result: "good" as const, what: `token from the ${found.from}` }] : []),
    ...config.agents.map(agentLine),
    ...problems.map(problemLine),
    ...partLines(missing),
    ...(token !== undefined && application === undefined ? [NO_INVITE] : []),
    contentIntent(application),
  ];
  return {
    ok: checks.every(({ result }) => result !== "bad"),
    checks,
    problems,
    ...(application !== undefined && { invite: inviteLink(application) }),
    ...defined({ token }),
  };
}

/** A problem of the user's file occurs for every agent, and is reported once. */
function unique(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** Problems of this agent's settings, as its desk will load them. */
function checkSettingsOf(agent: AgentConfig, home: Home): Problem[] {
  const isThere = statSync(agent.directory, { throwIfNoEntry: false })?.isDirectory();
  if (!isThere) return [];
  const places = { projectDir: findProject(agent.directory), userFile: home.config };
  return loadConfig({ ...places, settings: hostSettings(agent, home) }).problems.filter(isError);
}

function agentLine({ name, channel, directory, profile, model, talk, approvers }: AgentConfig): Check {
  const listens = talk === "anyone" ? "listens to anyone" : `listens to ${talk.join(", ")}`;
  const from = approvers?.from ?? "the approvers in your plans.json";
  const signers = Array.isArray(from) ? from.join(", ").replaceAll("discord:", "user:") : from;
  const signed = `its plans are approved by ${signers === "requester" ? "their requester" : signers}`;
  const parts = [
    `channel ${channel}`,
    directory,
    `profile ${profile.name}`,
    ...(model ? [model] : []),
    listens,
    signed,
  ];
  return { result: "good", what: `agent ${name}: ${parts.join(", ")}` };
}

function problemLine(problem: Problem & { file?: string }): Check {
  const { severity, message, hint, file, line, column, path } = problem;
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const where = place !== "" ? `${place}: ` : path !== undefined ? `${path}: ` : "";
  return { result: severity === "error" ? "bad" : "note", what: `${where}${message}`, ...defined({ hint }) };
}

function partLines(missing: readonly Part[]): Check[] {
  if (missing.length === 0) return [{ result: "good", what: "all packages for Discord are installed" }];
  const hint = `Install all of them (with -g if Countersign is installed globally): ${installLine()}`;
  return missing.map((name, index) => ({
    result: name === "discord.js" ? "bad" : "note",
    what: `${name}, for ${PARTS[name].for}, is not installed`,
    ...(index === missing.length - 1 && { hint }),
  }));
}

const NO_INVITE: Check = {
  result: "note",
  what: "there is no invite link: the token does not contain the application id",
  hint: 'Write "application_id" into discord.json: https://discord.com/developers/applications → your application → Application ID',
};

/** It cannot be checked from here, and is often forgotten. */
function contentIntent(application: string | undefined): Check {
  const page = `https://discord.com/developers/applications${application === undefined ? " → Bot" : `/${application}/bot`}`;
  return {
    result: "note",
    what: "the Message Content Intent must be on: without it Discord hides the text of messages from the bot",
    hint: `${page} → Privileged Gateway Intents → Message Content Intent`,
  };
}
