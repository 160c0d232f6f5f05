/** A failed request to a provider. */
export interface Failure {
  /** The message of the provider or of the network. */
  message: string;
  /** Of HTTP, if an answer came at all. */
  status?: number;
}

/** Why the same request may succeed later. */
export type Transience = "rate_limited" | "overloaded" | "disconnected" | "idle";

/** Our own message for a provider that stopped sending. */
export const IDLE = "The provider stopped sending";

/** Why to retry; nothing if a retry cannot help. */
export function transienceOf({ message, status = statusIn(message) }: Failure): Transience | undefined {
  if (FOREVER.test(message)) return undefined;
  if (message.startsWith(IDLE)) return "idle";
  if (status !== undefined && status >= 400) return byStatus(status, message);
  return byWords(message);
}

export function isTransient(failure: Failure): boolean {
  return transienceOf(failure) !== undefined;
}

export interface BackoffOptions {
  /** The provider's own wait time: a lower limit. */
  retryAfterMs?: number;
  /** From 0 to 1. */
  random(): number;
}

const FIRST = 1_000;
const LONGEST = 60_000;

/**
 * Milliseconds to wait after the attempt of this number (the first is 1) has failed: random, up to a bound that doubles, so
 * that clients that failed together do not retry together.
 */
export function delayOf(attempt: number, { retryAfterMs, random }: BackoffOptions): number {
  const bound = Math.min(LONGEST, FIRST * 2 ** Math.min(attempt - 1, 30));
  const jitter = Math.round(random() * bound);
  if (retryAfterMs === undefined) return jitter;
  return Math.max(0, retryAfterMs) + Math.min(jitter, FIRST);
}

/** Reads `Retry-After` (seconds or a date) and `retry-after-ms`; nothing without either. */
export function retryAfterOf(headers: Pick<Headers, "get">, now: number): number | undefined {
  const exact = numberIn(headers.get("retry-after-ms"));
  if (exact !== undefined) return exact;
  const said = headers.get("retry-after")?.trim() ?? "";
  const seconds = numberIn(said);
  if (seconds !== undefined) return seconds * 1000;
  // Dates begin with the name of a day. `Date` accepts other texts that are no dates.
  const date = /^[A-Za-z]{3}/.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

function byStatus(status: number, message: string): Transience | undefined {
  if (status === 429) return "rate_limited";
  if (status === 408) return "disconnected";
  if (status >= 500 && status !== 501 && status !== 505) return "overloaded";
  // Some gateways report an overload with a status of their own.
  return /overloaded/i.test(message) ? "overloaded" : undefined;
}

function byWords(message: string): Transience | undefined {
  if (/rate.?limit|too many requests|resource.?exhausted/i.test(message)) return "rate_limited";
  if (
    /overloaded|high demand|(?:service|temporarily).?unavailable|internal.?(?:server.?)?error|bad gateway/i.test(
      message,
    )
  )
    return "overloaded";
  return DISCONNECTED.test(message) ? "disconnected" : undefined;
}

/** `429 …`, `429: …` at the beginning, or `(429)`, `status 429` further on. */
function statusIn(message: string): number | undefined {
  const found = /^\s*([45]\d\d)\b|\((?:HTTP )?([45]\d\d)\)|\bstatus(?: code)?[ :=]+([45]\d\d)\b/i.exec(message);
  const digits = found?.[1] ?? found?.[2] ?? found?.[3];
  return digits === undefined ? undefined : Number(digits);
}

/** A retry helps against none of these, regardless of their status. */
const FOREVER = new RegExp(
  [
    ["\\baborted\\b", "operation was aborted"],
    // No money, or a limit of weeks.
    ["insufficient.?quota", "quota exceeded", "out of budget", "billing", "credit balance", "usage limit reached"],
    ["invalid.?api.?key", "authentication.?error", "permission.?(?:denied|error)"],
    // The context is too long.
    ["prompt is too long", "prompt too long", "context.?length.?exceeded", "maximum context length", "context window"],
    ["request.?too.?large", "exceeds the maximum", "reduce the length"],
  ]
    .flat()
    .join("|"),
  "i",
);

const DISCONNECTED = new RegExp(
  [
    ["ECONNRESET", "ECONNREFUSED", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH"],
    ["EHOSTUNREACH", "UND_ERR_", "getaddrinfo", "socket hang up", "other side closed", "socket.*closed"],
    ["fetch failed", "network.?error", "connection.?(?:error|reset|refused|lost|closed)", "\\bterminated\\b"],
    [
      "premature close",
      "timed? ?out",
      "stream ended",
      "ended without",
      "did not get a response",
      "websocket.?(?:closed|error)",
    ],
  ]
    .flat()
    .join("|"),
  "i",
);
