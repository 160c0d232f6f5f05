import { noteOn } from "../../../desk/config/keys.ts";
import { projectConfigFile } from "../../../desk/config.ts";
import { nearest } from "../../../plan/nearest.ts";
import type { Run } from "../commands.ts";
import { reply, usage } from "../reply.ts";
import { problemsText } from "../text/problems-text.ts";

export const run: Run = async (session, args) => {
  const [key] = args.words;
  const desk = await session.desk();
  const { config, sources, problems } = desk.configuration;
  if (key !== undefined && !Object.hasOwn(config, key)) {
    const close = nearest(key, Object.keys(config));
    return usage(`There is no setting "${key}".`, close ? `Did you mean ${close}?` : "countersign config lists them.");
  }
  const keys = (Object.keys(config) as (keyof typeof config)[]).filter((name) => key === undefined || name === key);
  const { style } = session;
  const widest = Math.max(...keys.map((name) => name.length));
  const lines = keys.map((name) => {
    const source = sources[name] === "default" ? "" : style.cyan(`  (${sources[name]})`);
    const note = noteOn(name);
    return `${name.padEnd(widest)}  ${JSON.stringify(config[name])}${source}${note ? style.dim(`  ${note}`) : ""}`;
  });
  const files = `project: ${projectConfigFile(desk.project)}\nuser:    ${desk.home.config}`;
  const wrong = problems.length > 0 ? `\n${style.red("What is wrong:")}\n${problemsText(problems)}` : "";
  const unused = keys.filter((name) => noteOn(name) !== undefined);
  const json = { config: Object.fromEntries(keys.map((name) => [name, config[name]])), sources, problems, unused };
  return reply(
    json,
    key === undefined ? `${lines.join("\n")}\n\n${style.dim(files)}\n${wrong}` : `${lines.join("\n")}${wrong}`,
  );
};
