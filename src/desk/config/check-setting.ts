import { checkShape, isObject, type Shape } from "../../plan/check-shape.ts";
import { indexPath, keyPath } from "../../plan/data-path.ts";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import { isLocalSurface } from "../local-surfaces.ts";
import { parseApprovers } from "./approvers-setting.ts";
import { parseCapabilities } from "./capabilities-setting.ts";
import { type ConfigKey, KEYS } from "./keys.ts";
import { parseTools } from "./tools-setting.ts";

/**
 * Checks a written value: the part of it that can be used, and all its problems. A list or map keeps its valid
 * entries.
 */
export function checkSetting(key: ConfigKey, written: unknown): { value?: unknown; problems: Problem[] } {
  if (key === "approvers") {
    const { some, problems } = parseApprovers(written, key);
    return Object.keys(some).length === 0 ? { problems } : { value: some, problems };
  }
  if (key === "tools") {
    const { tools, problems } = parseTools(written, key);
    return { value: tools, problems };
  }
  if (key === "capabilities") {
    const { capabilities, problems } = parseCapabilities(written, key);
    return { value: capabilities, problems };
  }
  if (key === "persons") return checkPersons(written);
  const row = KEYS[key];
  const meant = key === "enable_persistence" ? row.description : whatWasMeant(row.schema, written);
  const problems = checkShape(row.schema, written, key).map((problem) => ({
    ...(meant && { hint: meant }),
    ...problem,
    ...("hint" in row && problem.kind === "wrong_value" && { hint: row.hint }),
  }));
  if (problems.length === 0) return { value: written, problems };
  // The words of a program are one command: if one is wrong, none is used.
  if (!Array.isArray(written) || key === "notify.command") return { problems };
  return { value: rightEntries(row.schema, written), problems };
}

function rightEntries({ items = {} }: Shape, written: readonly unknown[]): unknown[] {
  return written.filter((item) => checkShape(items, item).length === 0);
}

/** Two common mistakes that are not misspellings: quotes around a value, and brackets missing around a list. */
function whatWasMeant(shape: Shape, written: unknown): string | undefined {
  if (typeof written !== "string") return undefined;
  if (checkShape(shape, [written]).length === 0) return `write [${quoted(written)}]`;
  if (!/^(?:true|false|\d{1,15})$/.test(written)) return undefined;
  return checkShape(shape, JSON.parse(written)).length === 0 ? `write ${written} without quotes` : undefined;
}

const NAME = new RegExp(KEYS.persons.schema.propertyNames.pattern, "u");

/** A name must not look like an account, and an account of two persons would let one sign as the other. */
function checkPersons(written: unknown): { value?: unknown; problems: Problem[] } {
  if (!isObject(written)) return { problems: checkShape(KEYS.persons.schema, written, "persons") };
  const owners = new Map<string, string>();
  const persons: Record<string, string[]> = Object.create(null);
  const problems: Problem[] = [];
  const say = (path: string, kind: string, message: string, hint: string): void => {
    problems.push({ severity: "error", kind, message: `${path} ${message}`, path, hint });
  };
  for (const [name, said] of Object.entries(written)) {
    const path = keyPath("persons", name);
    if (!NAME.test(name)) say(path, "wrong_value", "is no name for a person", "a name has no colon and no spaces");
    problems.push(...checkShape(ACCOUNTS, said, path));
    if (!Array.isArray(said) || !NAME.test(name)) continue;
    persons[name] = (rightEntries(ACCOUNTS, said) as string[]).filter((account) => {
      const user = userOf(account);
      const owner = owners.get(user) ?? name;
      owners.set(user, owner);
      if (owner === name) return true;
      const at = indexPath(path, said.indexOf(account));
      say(at, "shared_account", `belongs to ${quoted(owner)} already`, "an account is one person's");
      return false;
    });
  }
  return { value: persons, problems };
}

/** A user of this machine has an account at each local surface, and is one person at all of them. */
function userOf(account: string): string {
  const [surface = ""] = account.split(":", 1);
  return isLocalSurface(surface) ? `local${account.slice(surface.length)}` : account;
}

const ACCOUNTS = KEYS.persons.schema.additionalProperties;
