import { join } from "node:path";
import type { Approvers } from "../lifecycle/approvers.ts";
import { canonical } from "../plan/canonical.ts";
import type { Problem } from "../plan/problem.ts";
import { type SomeApprovers, unreachable } from "./config/approvers-setting.ts";
import { checkSetting } from "./config/check-setting.ts";
import { type Config, type ConfigKey, KEYS } from "./config/keys.ts";
import { givenSettings, readSettings, type Settings } from "./config/read-settings.ts";
import { type Tightened, tighten, tightest } from "./config/tighten.ts";

export type { Config, ConfigKey };

/** A problem of a setting, and the file that has it; `HOST_SETTINGS` for settings that a host gives. */
export interface ConfigProblem extends Problem {
  file: string;
}

export interface LoadedConfig {
  /**
   * Always complete and usable. A wrong value is not applied; a setting that matters for safety then takes its
   * tightest value.
   */
  config: Config;
  /** Settings that a file holds in a form that cannot be read in full. */
  unclear: ReadonlySet<ConfigKey>;
  /** Code that acts must refuse while one of them is an error; code that only reads shows them. */
  problems: ConfigProblem[];
  sources: Record<ConfigKey, Source>;
}

type Source = "default" | "user" | "host" | "project";

export interface ConfigPlaces {
  /** Left out, no project has a say. */
  projectDir?: string;
  userFile: string;
  /** Settings that the host gives for its agent, with the keys and the rights of the user's file. */
  settings?: Readonly<Record<string, unknown>>;
}

/** Takes the place of the file name in a problem. */
const HOST_SETTINGS = "settings of the host";

export function projectConfigFile(projectDir: string): string {
  return join(projectDir, ".pi", "plans.json");
}

/**
 * The project's file over the host's settings over the user's file over the defaults. A project can only tighten
 * settings that matter for safety.
 */
export function loadConfig({ projectDir, userFile, settings }: ConfigPlaces): LoadedConfig {
  const loading = defaults();
  apply(loading, "user", { file: userFile, ...readSettings(userFile) }, override, userFile);
  if (settings) apply(loading, "host", { file: HOST_SETTINGS, ...givenSettings(settings) }, override, userFile);
  if (projectDir !== undefined) {
    const projectFile = projectConfigFile(projectDir);
    apply(loading, "project", { file: projectFile, ...readSettings(projectFile) }, tighten, userFile);
  }
  return { ...loading, config: nested(loading.config) };
}

/** The value of a setting by its name, dots included. */
export function settingOf(config: Config, key: ConfigKey): unknown {
  return key.split(".").reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], config);
}

/** Every value was checked against its row, so together they are a Config. */
function nested(values: Record<ConfigKey, unknown>): Config {
  const config: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const [outer = "", inner] = key.split(".");
    config[outer] = inner === undefined ? value : { ...(config[outer] as object), [inner]: value };
  }
  return config as Config;
}

interface Loading extends Omit<LoadedConfig, "config"> {
  config: Record<ConfigKey, unknown>;
  unclear: Set<ConfigKey>;
}

function defaults(): Loading {
  const rows = Object.entries(KEYS);
  return {
    config: Object.fromEntries(rows.map(([key, row]) => [key, structuredClone(row.default)])) as Loading["config"],
    sources: Object.fromEntries(rows.map(([key]) => [key, "default"])) as Loading["sources"],
    problems: [],
    unclear: new Set(),
  };
}

/** A user's file is applied as written, and so are the settings of a host that the user set up. */
function override(key: ConfigKey, base: unknown, wish: unknown): Tightened {
  return { value: key === "approvers" ? { ...(base as Approvers), ...(wish as SomeApprovers) } : wish, looser: [] };
}

function apply(
  loading: Loading,
  source: Exclude<Source, "default">,
  { file, values, problems, unclear, locate }: Settings & { file: string },
  combine: typeof tighten,
  userFile: string,
): void {
  const say = (more: Problem[]) => loading.problems.push(...more.map((problem) => ({ ...locate(problem), file })));
  const set = (key: ConfigKey, value: unknown) => {
    loading.config[key] = value;
    loading.sources[key] = source;
  };
  const distrust = (key: ConfigKey) => {
    loading.unclear.add(key);
    const value = tightest(key);
    if (value !== undefined) set(key, structuredClone(value));
  };
  say(problems);
  for (const [key, written] of values) {
    const checked = checkSetting(key, written);
    say(checked.problems);
    if (checked.problems.length > 0) loading.unclear.add(key);
    if (checked.value === undefined) {
      distrust(key);
      continue;
    }
    const { value, looser } = combine(key, loading.config[key], checked.value);
    say(looser.map((part) => tooLoose(key, part, userFile)));
    if (looser.length > 0 && canonical(value) === canonical(loading.config[key])) continue;
    const stuck = key === "approvers" ? unreachable(value as Approvers) : undefined;
    if (stuck === undefined) set(key, value);
    else say([wrong("no_approval_possible", key, `approvers: no person could countersign, because ${stuck}`)]);
  }
  for (const key of unclear) distrust(key);
}

function tooLoose(key: ConfigKey, part: string, userFile: string): Problem {
  if (KEYS[key].project === "nothing") {
    return wrong("user_only", key, `a project cannot set ${key}`, `only ${userFile} can set it`);
  }
  const message = `${key}: ${part} is looser than what is in force, and a project can only tighten it`;
  return wrong("looser_than_user", key, message, `only ${userFile} can loosen it`);
}

function wrong(kind: string, path: string, message: string, hint?: string): Problem {
  return { severity: "error", kind, message, path, ...(hint && { hint }) };
}
