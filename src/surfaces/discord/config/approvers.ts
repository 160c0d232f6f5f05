import { parseApprovers, type SomeApprovers, unreachable } from "../../../desk/config/approvers-setting.ts";
import { ANYONE } from "../../../lifecycle/approvers.ts";
import { isObject } from "../../../plan/check-shape.ts";
import { keyPath } from "../../../plan/data-path.ts";
import type { Problem } from "../../../plan/problem.ts";
import { checkWordOrList } from "./entries.ts";

/** An agent's approvers as the desk has them, where an account of Discord is `discord:<id>`. */
export function approversOf(written: unknown, path: string): { some: SomeApprovers; problems: Problem[] } {
  const from = isObject(written) ? written["from"] : written;
  const place = isObject(written) ? keyPath(path, "from") : path;
  const wrong = from === undefined ? [] : checkWordOrList(from, ["anyone", "requester"], place);
  const isList = wrong.length === 0 && Array.isArray(from);
  const accounts = isList ? from.map((entry) => String(entry).replace(/^user:/, "discord:")) : from;
  const parts = isObject(written) ? { ...written, from: wrong.length > 0 ? undefined : accounts } : accounts;
  const parsed = wrong.length > 0 && !isObject(written) ? { some: {}, problems: [] } : parseApprovers(parts, path);
  const some: SomeApprovers = parsed.some;
  const problems = [...wrong, ...parsed.problems];
  const stuck = problems.length === 0 ? unreachable({ ...ANYONE, ...some }) : undefined;
  if (stuck === undefined) return { some, problems };
  const message = `${path}: no plan could be approved, because ${stuck}`;
  return { some: {}, problems: [{ severity: "error", kind: "no_approval_possible", message, path }] };
}
