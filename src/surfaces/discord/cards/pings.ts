import type { Approvers } from "../../../lifecycle/approvers.ts";
import type { LivePlan } from "../../../lifecycle/plan-state.ts";
import type { Ping } from "../config/discord-config.ts";
import { mention } from "./discord-text.ts";

/** Accounts and roles that a message pings. Only these ids are let through: no text of a plan or an agent pings. */
export interface Pings {
  users: readonly string[];
  roles: readonly string[];
}

export interface PingFacts {
  plan: LivePlan;
  approvers: Approvers;
  ping?: Ping;
}

/** The people to ping for a plan that waits for a signature, as mentions. */
export function pingedMentions(facts: PingFacts): string[] {
  return entriesOf(facts).map(mention);
}

/** Undefined without a person to ping. */
export function pingsOf(facts: PingFacts): Pings | undefined {
  const entries = entriesOf(facts);
  const ids = (kind: string) => entries.flatMap((entry) => (entry.startsWith(kind) ? [entry.slice(kind.length)] : []));
  return entries.length === 0 ? undefined : { users: ids("discord:"), roles: ids("role:") };
}

/** Those who may sign; where anyone may, the person who asked for the plan. */
function entriesOf({ plan, approvers: { from, exclude_requester }, ping = "none" }: PingFacts): string[] {
  const isAsked = plan.status === "proposed" || plan.status === "needs_review";
  if (!isAsked || ping === "none") return [];
  const { surface, id } = plan.requester;
  const requester = surface === "discord" ? [`discord:${id}`] : [];
  const signers = Array.isArray(from) ? from : requester;
  const entries = ping === "approvers" ? signers : ping;
  const found = exclude_requester ? entries.filter((entry) => !requester.includes(entry)) : entries;
  return found.filter((entry) => ID.test(entry)).slice(0, MOST);
}

const ID = /^(?:role|discord):\d{15,20}$/;
const MOST = 20;
