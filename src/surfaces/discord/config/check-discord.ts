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

/** One thing that was looked at. */
export interface Check {
  result: "good" | "note" | "bad";
  what: string;
  hint?: string;
}

export interface CheckedDiscord {
  /** Nothing is bad: the bot can be started. */
  ok: boolean;
  checks: Check[];
  /** Everything that is wrong or dangerous, for programs. */
  problems: Problem[];
  invite?: string;
  /** Read once, then removed from the environment. */
  token?: string;
}

/** Everything that can be known without connecting. */
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

/** What is wrong with the user's file is wrong for every agent, and is said once. */
function unique(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** The settings that the bot will say for this agent, as its desk would see them. */
function checkSettingsOf(agent: AgentConfig, home: Home): Problem[] {
  const isThere = statSync(agent.directory, { throwIfNoEntry: false })?.isDirectory();
  if (!isThere) return [];
  const places = { projectDir: findProject(agent.directory), userFile: home.config };
  return loadConfig({ ...places, settings: hostSettings(agent, home) }).problems.filter(isError);
}

function agentLine({ name, channel, directory, profile, model, talk, approvers }: AgentConfig): Check {
  const listens = talk === "anyone" ? "listens to anyone" : `listens to ${talk.join(", ")}`;
  const from = approvers?.from ?? "those whom your plans.json names";
  const signers = Array.isArray(from) ? from.join(", ").replaceAll("discord:", "user:") : from;
  const signed = `its plans are signed by ${signers === "requester" ? "who asked for them" : signers}`;
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
  return { result: severity === "error" ? "bad" : "note", what: `${where}${message}`, ...(hint && { hint }) };
}

function partLines(missing: readonly Part[]): Check[] {
  if (missing.length === 0) return [{ result: "good", what: "all parts for Discord are installed" }];
  return missing.map((name) => ({
    result: name === "discord.js" ? "bad" : "note",
    what: `${name} is not installed: it is for ${PARTS[name].for}`,
    hint: `Where Countersign is (with -g if that is global): ${installLine()}`,
  }));
}

const NO_INVITE: Check = {
  result: "note",
  what: "there is no invite link: the token does not tell which application it is of",
  hint: 'Write "application_id" into discord.json: https://discord.com/developers/applications → your application → Application ID',
};

/** The one thing that cannot be known from here, and that everybody forgets. */
function contentIntent(application: string | undefined): Check {
  const page = `https://discord.com/developers/applications${application === undefined ? " → Bot" : `/${application}/bot`}`;
  return {
    result: "note",
    what: "Discord shows a bot the words of a message only if you allow it: the Message Content Intent must be on",
    hint: `${page} → Privileged Gateway Intents → Message Content Intent`,
  };
}
