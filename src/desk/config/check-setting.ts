import { checkShape, type Shape } from "../../plan/check-shape.ts";
import { indexPath, keyPath } from "../../plan/data-path.ts";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import { parseApprovers } from "./approvers-setting.ts";
import { parseCapabilities } from "./capabilities-setting.ts";
import { type ConfigKey, KEYS } from "./keys.ts";
import { parseTools } from "./tools-setting.ts";

/** A written value as the engine may use it, or everything that is wrong with it. Of approvers the right parts remain. */
export function checkSetting(key: ConfigKey, written: unknown): { value?: unknown; problems: Problem[] } {
  if (key === "approvers") {
    const { some, problems } = parseApprovers(written, key);
    return Object.keys(some).length === 0 ? { problems } : { value: some, problems };
  }
  if (key === "tools") {
    const { tools, problems } = parseTools(written, key);
    return problems.length === 0 ? { value: tools, problems } : { problems };
  }
  if (key === "capabilities") {
    const { capabilities, problems } = parseCapabilities(written, key);
    return problems.length === 0 ? { value: capabilities, problems } : { problems };
  }
  const row = KEYS[key];
  const meant = key === "enable_persistence" ? row.description : whatWasMeant(row.schema, written);
  const problems = checkShape(row.schema, written, key).map((problem) => ({
    ...(meant && { hint: meant }),
    ...problem,
    ...("hint" in row && problem.kind === "wrong_value" && { hint: row.hint }),
  }));
  if (key === "persons" && problems.length === 0) problems.push(...checkPersons(written as Record<string, string[]>));
  return problems.length === 0 ? { value: written, problems } : { problems };
}

/** The two slips of the pen that no typing mistake explains: quotes too many, brackets too few. */
function whatWasMeant(shape: Shape, written: unknown): string | undefined {
  if (typeof written !== "string") return undefined;
  if (checkShape(shape, [written]).length === 0) return `write [${quoted(written)}]`;
  if (!/^(?:true|false|\d{1,15})$/.test(written)) return undefined;
  return checkShape(shape, JSON.parse(written)).length === 0 ? `write ${written} without quotes` : undefined;
}

const NAME = new RegExp(KEYS.persons.schema.propertyNames.pattern, "u");

/** A name must not look like an account, and an account of two persons would let one answer as the other. */
function checkPersons(persons: Record<string, string[]>): Problem[] {
  const owners = new Map<string, string>();
  const problems: Problem[] = [];
  const say = (path: string, kind: string, message: string, hint: string): void => {
    problems.push({ severity: "error", kind, message: `${path} ${message}`, path, hint });
  };
  for (const [name, accounts] of Object.entries(persons)) {
    const path = keyPath("persons", name);
    if (!NAME.test(name)) say(path, "wrong_value", "is no name for a person", "a name has no colon and no spaces");
    for (const [index, account] of accounts.entries()) {
      const owner = owners.get(account) ?? name;
      owners.set(account, owner);
      if (owner === name) continue;
      say(
        indexPath(path, index),
        "shared_account",
        `belongs to ${quoted(owner)} already`,
        "an account is one person's",
      );
    }
  }
  return problems;
}
