import { createHash } from "node:crypto";
import type { Clock } from "../../src/run/clock.ts";

export interface BucketLimit {
  /** So many requests of a route and channel … */
  limit: number;
  /** … in so much time. */
  windowMs: number;
}

export interface BucketState {
  readonly headers: Record<string, string>;
  /** How long to wait, if it was one too many. */
  readonly retryAfterMs: number | undefined;
}

/** Counts requests by route and channel, and says in headers how many are left, as Discord does. */
export class Buckets {
  readonly #clock: Clock;
  readonly #enforced: BucketLimit | undefined;
  readonly #open = new Map<string, { count: number; until: number }>();

  /** Without a limit no request is refused. */
  constructor(clock: Clock, enforced: BucketLimit | undefined) {
    this.#clock = clock;
    this.#enforced = enforced;
  }

  count(route: string, major: string): BucketState {
    const { limit, windowMs } = this.#enforced ?? { limit: 5, windowMs: 1000 };
    const now = this.#clock.now();
    const key = `${route} ${major}`;
    const known = this.#open.get(key);
    const bucket = known && known.until > now && this.#enforced ? known : { count: 0, until: now + windowMs };
    this.#open.set(key, bucket);
    const isOver = bucket.count >= limit;
    if (!isOver) bucket.count += 1;
    const headers = {
      "x-ratelimit-bucket": createHash("sha256").update(route).digest("hex").slice(0, 32),
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(limit - bucket.count),
      "x-ratelimit-reset": (bucket.until / 1000).toFixed(3),
      "x-ratelimit-reset-after": ((bucket.until - now) / 1000).toFixed(3),
    };
    return { headers, retryAfterMs: isOver ? bucket.until - now : undefined };
  }
}
