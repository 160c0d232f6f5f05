import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generated } from "../../scripts/write-schemas.ts";
import { type ConfigKey, describeKey, KEYS, noteOn } from "../../src/desk/config/keys.ts";

const src = fileURLToPath(new URL("../../src/", import.meta.url));
const keys = Object.keys(KEYS) as ConfigKey[];

/**
 * Names that a source takes out of the settings: `config.name`, or `const { name } = … config`. Of an object among them
 * (`config.planning`) it takes the parts it names, or all if it hands on the whole.
 */
function readsOf(code: string): string[] {
  const members = [...code.matchAll(/\bconfig\??\.(\w+)(?:\??\.(\w+))?/g)].flatMap(([, name = "", part]) =>
    partsOf(name, part === undefined ? [] : [part]),
  );
  const taken = [...code.matchAll(/\{([^{}]*)\}\s*=\s*[\w.#\s]*\bconfig\b(?!\.)/g)].flatMap(([, names = ""]) =>
    names.split(",").flatMap((written) => {
      const [name = "", alias = name] = written.trim().split(/\s*:\s*/);
      const uses = alias === "" ? [] : [...code.matchAll(new RegExp(`\\b${alias}\\??\\.(\\w+)`, "g"))];
      return partsOf(
        name,
        uses.map(([, part = ""]) => part),
      );
    }),
  );
  return [...members, ...taken];
}

function partsOf(name: string, used: string[]): string[] {
  const parts = keys.filter((key) => key.startsWith(`${name}.`));
  if (parts.length === 0) return [name];
  const named = parts.filter((part) => used.includes(part.slice(name.length + 1)));
  return named.length > 0 ? named : parts;
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
    expect(readsOf("config.planning.network ? 1 : 2")).toEqual(["planning.network"]);
    expect(readsOf("const { planning } = config; f(planning.reveal);")).toEqual(["planning.reveal"]);
    expect(readsOf("sandbox({ ...config.planning })")).toEqual(["planning.network", "planning.reveal"]);
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
    const [outer = "", inner] = key.split(".");
    const schema = inner === undefined ? properties[outer] : properties[outer].properties[inner];
    expect(schema.description).toBe(describeKey(key));
    expect(generated()["docs/configuration.md"]).toContain(`| ${describeKey(key)} |`);
  });
});
