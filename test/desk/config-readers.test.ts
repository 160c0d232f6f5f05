import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generated } from "../../scripts/write-schemas.ts";
import { type ConfigKey, describeKey, KEYS, noteOn } from "../../src/desk/config/keys.ts";

const src = fileURLToPath(new URL("../../src/", import.meta.url));
const keys = Object.keys(KEYS) as ConfigKey[];

/** Names that a source takes out of the settings: `config.name`, or `const { name } = … config`. */
function readsOf(code: string): string[] {
  const members = [...code.matchAll(/\bconfig\??\.(\w+)/g)].map(([, name = ""]) => name);
  const taken = [...code.matchAll(/\{([^{}]*)\}\s*=\s*[\w.#\s]*\bconfig\b(?!\.)/g)].flatMap(([, names = ""]) =>
    names.split(",").map((name) => name.trim().split(":")[0] ?? ""),
  );
  return [...members, ...taken];
}

// The loader reads every key, and uses none.
const sources = globSync("**/*.ts", { cwd: src }).filter((file) => !/^desk\/config(?:\/|\.ts$)/.test(file));
const read = new Set(sources.flatMap((file) => readsOf(readFileSync(join(src, file), "utf8"))));

/** One that can have only one value need not be read. */
const isFixed = (key: ConfigKey) => {
  const { schema } = KEYS[key];
  return "enum" in schema && schema.enum.length === 1;
};

describe("a setting", () => {
  it("is found where it is read, however it is read", () => {
    expect(readsOf("desk.configuration.config.level")).toContain("level");
    expect(readsOf("const { shell: how, scope } =\n  this.configuration.config;")).toEqual(["shell", "scope"]);
    expect(readsOf("const { project } = configuration;")).toEqual([]);
  });

  it.each(
    keys.filter((key) => noteOn(key) === undefined && !isFixed(key)),
  )("that is said to work is used: %s", (key) => {
    expect(read).toContain(key);
  });

  it.each(
    keys.filter((key) => noteOn(key) !== undefined),
  )("that nothing uses yet says so, as long as it is so: %s", (key) => {
    expect(read).not.toContain(key);
    expect(describeKey(key)).toContain("nothing uses it yet");
    const { properties } = JSON.parse(generated()["schema/plans-config.json"] ?? "");
    expect(properties[key].description).toBe(describeKey(key));
    expect(generated()["docs/configuration.md"]).toContain(`| ${describeKey(key)} |`);
  });
});
