import { type ConfigKey, KEYS, noteOn } from "../../../desk/config/keys.ts";
import { projectConfigFile, settingOf } from "../../../desk/config.ts";
import { nearest } from "../../../plan/nearest.ts";
import type { Run } from "../commands.ts";
import { reply, usage } from "../reply.ts";
import { settingsProblems } from "../settings-problems.ts";
import { problemsText } from "../text/problems-text.ts";

export const run: Run = async (session, args) => {
  const [key] = args.words;
  const desk = await session.desk();
  const { config, sources } = desk.configuration;
  const problems = await settingsProblems(desk);
  const names = Object.keys(KEYS) as ConfigKey[];
  // `approvers` names all of `approvers.*`.
  const keys = names.filter((name) => key === undefined || name === key || name.startsWith(`${key}.`));
  if (keys.length === 0) {
    const close = nearest(key ?? "", names);
    return usage(`There is no setting "${key}".`, close ? `Did you mean ${close}?` : "countersign config lists them.");
  }
  const { style } = session;
  const widest = Math.max(...keys.map((name) => name.length));
  const lines = keys.map((name) => {
    const source = sources[name] === "default" ? "" : style.cyan(`  (${sources[name]})`);
    const note = noteOn(name);
    return `${name.padEnd(widest)}  ${JSON.stringify(settingOf(config, name))}${source}${note ? style.dim(`  ${note}`) : ""}`;
  });
  const files = `project: ${projectConfigFile(desk.project)}\nuser:    ${desk.home.config}`;
  const wrong = problems.length > 0 ? `\n${style.red("Problems:")}\n${problemsText(problems)}` : "";
  const unused = keys.filter((name) => noteOn(name) !== undefined);
  const shown = key === undefined ? config : Object.fromEntries(keys.map((name) => [name, settingOf(config, name)]));
  const json = { config: shown, sources, problems, unused };
  return reply(
    json,
    key === undefined ? `${lines.join("\n")}\n\n${style.dim(files)}\n${wrong}` : `${lines.join("\n")}${wrong}`,
  );
};
