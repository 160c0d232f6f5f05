import type { Problem } from "../../plan/problem.ts";
import { checkSetting } from "./check-setting.ts";
import { givenSettings } from "./read-settings.ts";

/** All problems of settings that are at a path of another file. */
export function checkSettings(given: Readonly<Record<string, unknown>>, path: string): Problem[] {
  const { values, problems } = givenSettings(given);
  const wrong = [...problems, ...[...values].flatMap(([key, value]) => checkSetting(key, value).problems)];
  return wrong.map((problem) => ({ ...problem, path: within(path, problem.path) }));
}

function within(path: string, inner = ""): string {
  return inner === "" || inner.startsWith("[") ? `${path}${inner}` : `${path}.${inner}`;
}
