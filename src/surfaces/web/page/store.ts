import { computed, signal } from "@preact/signals";
import type { LiveEvent } from "../api/live.ts";
import type { Access } from "../api/routes.ts";
import type { AnswerOf } from "../api/shapes.ts";
import { call, type Refusal, signedOut } from "./call.ts";
import { type Resource, useResource } from "./resource.ts";

/** Who is signed in, and which projects there are; undefined before the server has said so. */
export const me = signal<AnswerOf<"me"> | undefined>(undefined);
/** Only this project is shown; undefined: all. */
export const person = computed(() => me.value?.person);
export const projects = computed(() => me.value?.projects ?? []);

/** Why the page cannot begin. */
export const meRefusal = signal<Refusal | undefined>(undefined);

export async function fetchMe(): Promise<void> {
  const answer = await call("me");
  meRefusal.value = answer.ok ? undefined : answer.refusal;
  if (!answer.ok) return;
  me.value = answer.value;
  signedOut.value = answer.value.person === undefined;
}

/** The name of a project by its key. */
export function projectName(key: string): string {
  return projects.value.find((one) => one.key === key)?.name ?? key;
}

const LEVELS: Record<Access, number> = { viewer: 0, author: 1, approver: 2, admin: 3 };

export function may(access: Access): boolean {
  const mine = person.value?.access;
  return mine !== undefined && LEVELS[mine] >= LEVELS[access];
}

const aboutRequests = ({ type }: LiveEvent): boolean => ["request", "plan", "agent", "projects"].includes(type);
const aboutPlans = ({ type }: LiveEvent): boolean => ["plan", "projects"].includes(type);

export const useInbox = (): Resource<AnswerOf<"inbox">> => useResource("inbox", {}, aboutRequests);
export const useAnswered = (): Resource<AnswerOf<"answered">> => useResource("answered", {}, aboutRequests);
export const useCounts = (): Resource<AnswerOf<"counts">> => useResource("counts", {}, aboutRequests);

/** The plans that run now, or stand still. */
export const useRunning = (): Resource<AnswerOf<"plans">> =>
  useResource("plans", { query: { status: "executing,paused,stalled", sort: "updated", limit: 100 } }, aboutPlans);

/** All that is shown of one plan. Requests and agents of its project may be about it, too. */
export function usePlan(project: string, plan: string): Resource<AnswerOf<"planPage">> {
  const names = (event: LiveEvent): boolean =>
    "project" in event && event.project === project && "id" in event && event.id.startsWith(plan);
  return useResource("planPage", { params: { project, plan } }, names);
}
