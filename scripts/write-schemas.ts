// Writes what is generated from the shapes: the JSON Schemas for editors and the table of settings in the documentation.
import { readFileSync, writeFileSync } from "node:fs";
import { type ConfigKey, describeKey, KEYS, type ProjectMay } from "../src/desk/config/keys.ts";
import { Plan } from "../src/plan/plan.ts";
import { AGENT_KEYS, BOT_KEYS, PROFILE_KEYS } from "../src/surfaces/discord/config/keys.ts";
import { ROUTES } from "../src/surfaces/web/api/routes.ts";

const root = new URL("../", import.meta.url);

/** Path in the repository → its content, as it should be. */
export function generated(): Record<string, string> {
  return {
    "schema/plan.json": json(Plan),
    "schema/plans-config.json": json(configSchema()),
    "schema/discord-config.json": json(discordSchema()),
    "docs/configuration.md": withTables(page("docs/configuration.md"), [
      ["settings", settingsTable()],
      ["discord", discordTable(BOT_KEYS)],
      ["discord agents", discordTable(AGENT_KEYS)],
      ["discord profiles", discordTable(PROFILE_KEYS)],
    ]),
    "docs/api.md": withTables(page("docs/api.md"), [["routes", routesTable()]]),
  };
}

function configSchema(): object {
  const properties: Record<string, object> = {};
  for (const [key, row] of Object.entries(KEYS)) {
    const [outer = "", inner] = key.split(".");
    const schema = { description: describeKey(key as ConfigKey), default: written(key), ...row.schema };
    if (inner === undefined) properties[key] = schema;
    else {
      const { properties: others } = (properties[outer] ?? {}) as { properties?: object };
      properties[outer] = { type: "object", additionalProperties: false, properties: { ...others, [inner]: schema } };
    }
  }
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Countersign settings",
    description: ".pi/plans.json of a project, or the user's plans.json",
    type: "object",
    additionalProperties: false,
    properties: { $schema: { type: "string" }, ...properties },
  };
}

type DiscordKeys = Record<string, { schema: object; required?: boolean; description: string; default?: string }>;

function discordSchema(): object {
  const object = (keys: DiscordKeys, special: Record<string, object>) => ({
    type: "object",
    additionalProperties: false,
    required: Object.keys(keys).filter((key) => keys[key]?.required),
    properties: Object.fromEntries(
      Object.entries(keys).map(([key, { schema, description }]) => [key, { description, ...schema, ...special[key] }]),
    ),
  });
  const settings = { $ref: "plans-config.json" };
  const bot = object(BOT_KEYS, {
    agents: { items: object(AGENT_KEYS, { settings }) },
    profiles: { additionalProperties: object(PROFILE_KEYS, { settings }) },
  });
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Countersign on Discord",
    description: "discord.json beside the user's plans.json",
    ...bot,
    properties: { $schema: { type: "string" }, ...bot.properties },
  };
}

/** A default as somebody would write it. */
function written(key: string): unknown {
  return key === "approvers" ? KEYS.approvers.default.from : KEYS[key as ConfigKey].default;
}

const PROJECT_MAY: Record<ProjectMay, string> = {
  set: "set it",
  tighten: "only tighten it",
  lower: "only lower it",
  add: "only add",
  remove: "only remove",
  nothing: "not set it",
};

function page(file: string): string {
  return readFileSync(new URL(file, root), "utf8");
}

function settingsTable(): string {
  const rows = Object.entries(KEYS).map(([key, row]) => {
    const order = "loosestFirst" in row ? `: ${row.loosestFirst.map(code).join(" → ")}` : "";
    return `| \`${key}\` | ${code(written(key))} | ${PROJECT_MAY[row.project]}${order} | ${describeKey(key as ConfigKey)} |`;
  });
  return ["| key | default | a project may | what it says |", "|---|---|---|---|", ...rows].join("\n");
}

function routesTable(): string {
  const rows = Object.values(ROUTES).map(({ method, path, needs, summary }) => {
    const at = path.replace(/:(\w+)/g, "{$1}");
    return `| \`${method} ${at}\` | ${needs} | ${summary} |`;
  });
  return ["| address | needs | what it does |", "|---|---|---|", ...rows].join("\n");
}

function withTables(page: string, tables: readonly [name: string, rows: string][]): string {
  return tables.reduce(
    (text, [name, rows]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`),
        (_, start, end) => `${start}${rows}\n${end}`,
      ),
    page,
  );
}

function discordTable(keys: DiscordKeys): string {
  const rows = Object.entries(keys).map(
    ([key, { required, description, default: without }]) =>
      `| \`${key}\` | ${required ? "must be there" : (without ?? "")} | ${description} |`,
  );
  return ["| key | without it | what it says |", "|---|---|---|", ...rows].join("\n");
}

function code(value: unknown): string {
  return `\`${JSON.stringify(value)}\``;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (import.meta.main) {
  for (const [path, content] of Object.entries(generated())) writeFileSync(new URL(path, root), content);
}
