import type { Approvers } from "../../lifecycle/approvers.ts";
import { quoted } from "../../plan/quoted.ts";
import { type SomeApprovers, tightenApprovers } from "./approvers-setting.ts";
import { type ConfigKey, KEYS } from "./keys.ts";

/** The accepted part of a project's setting, and the parts that were looser than its user's. */
export interface Tightened {
  value: unknown;
  looser: string[];
}

/** The only place where a project's setting meets its user's: a project can tighten its safety, never loosen it. */
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

/** The value in place of an unreadable one: the tightest, if the setting matters for safety and has one. */
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
