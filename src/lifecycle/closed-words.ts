import type { Closing } from "./request.ts";

/** Why nobody can answer a request any more, for whoever comes too late. */
export function closedWords(closing: Closing): string {
  return closing.how === "answered" ? `${closing.by.name} has answered already.` : NOT_ANSWERED[closing.how];
}

/** How a request ends that nobody has answered. */
export const NOT_ANSWERED = {
  superseded: "Something newer is asked instead.",
  expired: "The time to answer is over.",
  cancelled: "This is not asked any more.",
} as const;
