import type { Approvers } from "../../lifecycle/approvers.ts";
import { quoted } from "../../plan/quoted.ts";
import { type SomeApprovers, tightenApprovers } from "./approvers-setting.ts";
import { type ConfigKey, KEYS } from "./keys.ts";

/** What remains of a project's wish, and which parts of it were looser than what its user has. */
export interface Tightened {
  value: unknown;
  looser: string[];
}

/** The one place where a project's setting meets its user's: what a project says about its safety is believed downwards only. */
export function tighten(key: ConfigKey, base: unknown, wish: unknown): Tightened {
  const { project } = KEYS[key];
  switch (project) {
    case "set":
      return { value: wish, looser: [] };
    case "add":
      return { value: [...new Set([...(base as string[]), ...(wish as string[])])], looser: [] };
    case "remove": {
      const wished = new Set(wish as string[]);
      const known = new Set(base as string[]);
      return {
        value: (base as string[]).filter((entry) => wished.has(entry)),
        looser: [...wished].filter((entry) => !known.has(entry)).map(quoted),
      };
    }
    case "lower": {
      const isLower = limit(wish) <= limit(base);
      return isLower ? { value: wish, looser: [] } : { value: base, looser: [quoted(wish)] };
    }
    case "nothing":
      return { value: base, looser: [quoted(wish)] };
    case "tighten": {
      if (key === "approvers") {
        const { approvers, looser } = tightenApprovers(base as Approvers, wish as SomeApprovers);
        return { value: approvers, looser };
      }
      return rank(key, wish) >= rank(key, base) ? { value: wish, looser: [] } : { value: base, looser: [quoted(wish)] };
    }
  }
}

/** What holds in place of a value that cannot be read: the tightest, where safety hangs on it and there is such a value. */
export function tightest(key: ConfigKey): unknown {
  const row = KEYS[key];
  if ("loosestFirst" in row) return row.loosestFirst.at(-1);
  return row.project === "remove" ? [] : undefined;
}

/** Zero is no limit. */
function limit(value: unknown): number {
  return value === 0 ? Number.POSITIVE_INFINITY : Number(value);
}

function rank(key: ConfigKey, value: unknown): number {
  const row = KEYS[key];
  const order: readonly unknown[] = "loosestFirst" in row ? row.loosestFirst : [];
  return order.indexOf(value);
}
