import { checkSettings } from "../../../desk/config/check-settings.ts";
import { checkShape, isObject } from "../../../plan/check-shape.ts";
import { indexPath, keyPath } from "../../../plan/data-path.ts";
import { nearest } from "../../../plan/nearest.ts";
import type { Problem } from "../../../plan/problem.ts";
import { quoted } from "../../../plan/quoted.ts";
import { approversOf } from "./approvers.ts";
import { looksLikeToken } from "./bot-token.ts";
import { checkWordOrList, HOW_TO_COPY } from "./entries.ts";
import { AGENT_KEYS, BOT_KEYS, PROFILE_KEYS, shapeOf } from "./keys.ts";
import { PROFILES } from "./profiles.ts";

/** All problems of the file's content. `tokenFile` is the file for the token. */
export function checkConfig(written: unknown, tokenFile: string): Problem[] {
  if (!isObject(written)) return checkShape({ type: "object" }, written);
  const { $schema, ...bot } = written;
  const tokens = tokensIn(bot, tokenFile);
  // A token that was written here must not appear in a message.
  const others = checkBot(bot).filter(({ path }) => !tokens.some((token) => token.path === path));
  return [...tokens, ...others];
}

function checkBot(bot: Record<string, unknown>): Problem[] {
  const { agents, profiles, api } = bot;
  const own = isObject(profiles) ? profiles : {};
  const names = [...Object.keys(own), ...Object.keys(PROFILES)];
  const list = Array.isArray(agents) ? agents : [];
  return [
    ...checkShape(shapeOf(BOT_KEYS), bot).map(withIdHint),
    ...(typeof api === "string" ? checkApi(api) : []),
    ...Object.entries(own).flatMap(([name, profile]) => checkProfile(profile, keyPath("profiles", name))),
    ...list.flatMap((agent, index) => checkAgent(agent, indexPath("agents", index), names)),
    ...repeated(list, "channel", "a channel has one agent"),
    ...repeated(list, "name", "people must be able to tell them apart"),
  ];
}

/** The token goes there with every request. */
function checkApi(api: string): Problem[] {
  const { protocol, hostname } = URL.parse(api) ?? {};
  if (protocol !== "http:" || /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname ?? "")) return [];
  const message = `api: the token goes to ${hostname} without encryption, and can be read on the way`;
  return [{ severity: "warning", kind: "token_in_clear", message, path: "api", hint: "Use https." }];
}

function checkProfile(profile: unknown, path: string): Problem[] {
  const settings = isObject(profile) ? profile["settings"] : undefined;
  return [
    ...checkShape(shapeOf(PROFILE_KEYS), profile, path),
    ...(isObject(settings) ? checkHostSettings(settings, keyPath(path, "settings")) : []),
  ];
}

function checkAgent(agent: unknown, path: string, profiles: readonly string[]): Problem[] {
  const problems = checkShape(shapeOf(AGENT_KEYS), agent, path).map(withIdHint);
  if (!isObject(agent)) return problems;
  const { talk, approvers, profile, settings, ping } = agent;
  if (ping !== undefined) problems.push(...checkWordOrList(ping, ["approvers", "none"], keyPath(path, "ping")));
  if (talk !== undefined) problems.push(...checkWordOrList(talk, ["anyone"], keyPath(path, "talk")));
  if (approvers !== undefined) problems.push(...approversOf(approvers, keyPath(path, "approvers")).problems);
  if (isObject(settings)) problems.push(...checkHostSettings(settings, keyPath(path, "settings")));
  if (typeof profile === "string" && !profiles.includes(profile)) {
    const close = nearest(profile, profiles);
    const hint = close ? `did you mean ${quoted(close)}?` : `there are: ${profiles.join(", ")}`;
    problems.push(wrong("wrong_value", keyPath(path, "profile"), `there is no profile ${quoted(profile)}`, hint));
  }
  return problems;
}

/** All keys of plans.json except those in `ELSEWHERE`. */
function checkHostSettings(settings: Record<string, unknown>, path: string): Problem[] {
  const elsewhere = Object.entries(ELSEWHERE)
    .filter(([key]) => key in settings)
    .map(([key, hint]) => wrong("wrong_place", keyPath(path, key), `${quoted(key)} cannot stand here`, hint));
  const { persons, approvers, ...rest } = settings;
  return [...elsewhere, ...checkSettings(rest, path)];
}

const ELSEWHERE = {
  persons: "it belongs to your plans.json: a person is the same on every surface",
  approvers: 'write "approvers" beside "channel" of the agent, with role:<id> and user:<id>',
};

function repeated(agents: readonly unknown[], key: "channel" | "name", why: string): Problem[] {
  const seen = new Map<unknown, number>();
  return agents.flatMap((agent, index) => {
    const value = isObject(agent) ? agent[key] : undefined;
    const first = seen.get(value);
    if (value === undefined || first === undefined) {
      seen.set(value, index);
      return [];
    }
    const path = keyPath(indexPath("agents", index), key);
    const message = `${path} is that of ${indexPath("agents", first)} already: ${quoted(value)}`;
    return [wrong(`repeated_${key}`, path, message, why)];
  });
}

const IDS = /(?:^|\.)(?:channel|application_id)$/;

function withIdHint(problem: Problem): Problem {
  return IDS.test(problem.path ?? "") && problem.kind !== "missing_key" ? { ...problem, hint: HOW_TO_COPY } : problem;
}

/** A token does not belong in a file that people edit and share. */
function tokensIn(value: unknown, tokenFile: string, path = ""): Problem[] {
  const hint = `Write it to ${tokenFile}, for you alone (chmod 600), and reset it if others have seen this file.`;
  const found = (at: string) =>
    wrong("token_in_config", at, `${at} holds the token of a bot, which does not belong here`, hint);
  if (typeof value === "string") return looksLikeToken(value) ? [found(path)] : [];
  if (Array.isArray(value)) return value.flatMap((item, index) => tokensIn(item, tokenFile, indexPath(path, index)));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const at = keyPath(path, key);
    return path === "" && /^(?:bot_?)?token$/i.test(key) ? [found(at)] : tokensIn(item, tokenFile, at);
  });
}

function wrong(kind: string, path: string, message: string, hint: string): Problem {
  return { severity: "error", kind, message, path, hint };
}
