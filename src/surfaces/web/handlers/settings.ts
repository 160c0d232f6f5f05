import { type ConfigKey, describeKey, KEYS } from "../../../desk/config/keys.ts";
import { projectConfigFile, settingOf } from "../../../desk/config.ts";
import { yes } from "../../../desk/outcome.ts";
import { canonical } from "../../../plan/canonical.ts";
import { projectSandbox } from "../../../run/project-sandbox.ts";
import { sandboxWords } from "../../../sandbox/sandbox-words.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers, Visitor } from "./handler.ts";
import { servedProject } from "./served.ts";

/** What is configured, where each setting comes from, and what the project made stricter. */
export function settingsHandlers(dashboard: Dashboard): Pick<Handlers, "settings"> {
  return {
    async settings({ params, visitor }) {
      const project = servedProject(dashboard, params["project"]);
      if (!project.ok) return project;
      const { desk } = project.value;
      // As the files are now: a person who looks here may just have changed them.
      const { config, sources, problems } = desk.readConfiguration();
      const without = desk.configurationWithoutProject();
      const settings = (Object.keys(KEYS) as ConfigKey[]).map((key) => {
        const value = settingOf(config, key);
        const otherwise = settingOf(without.config, key);
        const isSafety = KEYS[key].project !== "set";
        const isOther = sources[key] === "project" && canonical(value) !== canonical(otherwise);
        return {
          ...{
            key,
            value: shownTo(visitor, key, value),
            from: sources[key],
            is_safety: isSafety,
            is_tightened: isSafety && isOther,
          },
          ...(isOther && { otherwise: shownTo(visitor, key, otherwise) }),
          what: describeKey(key),
        };
      });
      const sandbox = await projectSandbox(desk, dashboard.env);
      return yes({
        files: { project: projectConfigFile(desk.project), user: desk.home.config },
        settings,
        problems,
        sandbox: `Commands run ${sandboxWords(sandbox)}.`,
      });
    },
  };
}

/** An address or a command that notices go to often holds a key of its service: others than an admin see where they go. */
function shownTo(visitor: Visitor | undefined, key: ConfigKey, value: unknown): unknown {
  if (visitor?.access === "admin") return value;
  if (key === "notify.url" && value !== "") return `${URL.parse(String(value))?.origin ?? "…"}/…`;
  if (key === "notify.command" && Array.isArray(value) && value.length > 1) return [value[0], "…"];
  return value;
}
