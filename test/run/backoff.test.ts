import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { delayOf, IDLE, isTransient, retryAfterOf, transienceOf } from "../../src/run/backoff.ts";

describe("a failure is transient", () => {
  it.each([
    [{ message: "slow down", status: 429 }, "rate_limited"],
    [{ message: "429 Too Many Requests" }, "rate_limited"],
    [{ message: '429: {"message":"slow down","type":"rate_limit_error"}' }, "rate_limited"],
    [{ message: "Provider (429): slow down" }, "rate_limited"],
    [{ message: "You have hit your rate limit" }, "rate_limited"],
    [{ message: "ResourceExhausted: try later" }, "rate_limited"],
    [{ message: "sorry", status: 500 }, "overloaded"],
    [{ message: "502 Bad Gateway" }, "overloaded"],
    [{ message: "", status: 503 }, "overloaded"],
    [{ message: "Overloaded", status: 529 }, "overloaded"],
    // In the middle of an answer that began well.
    [{ message: '{"type":"overloaded_error","message":"Overloaded"}', status: 200 }, "overloaded"],
    [{ message: "The model is currently experiencing high demand" }, "overloaded"],
    [{ message: "read ECONNRESET" }, "disconnected"],
    [{ message: "socket hang up" }, "disconnected"],
    [{ message: "fetch failed" }, "disconnected"],
    [{ message: "terminated", status: 200 }, "disconnected"],
    [{ message: "Connection error." }, "disconnected"],
    [{ message: "Request timed out." }, "disconnected"],
    [{ message: "getaddrinfo EAI_AGAIN api.example.com" }, "disconnected"],
    [{ message: "Anthropic stream ended before message_stop" }, "disconnected"],
    [{ message: "too slow", status: 408 }, "disconnected"],
    [{ message: `${IDLE} for 180 seconds`, status: 200 }, "idle"],
  ] as const)("%j: %s", (failure, why) => {
    expect(transienceOf(failure)).toBe(why);
  });
});

describe("a failure is not transient", () => {
  it.each([
    { message: "bad request", status: 400 },
    { message: "400 this is not what I understand" },
    { message: "invalid x-api-key", status: 401 },
    { message: "no", status: 403 },
    { message: "no such model", status: 404 },
    { message: "not implemented", status: 501 },
    { message: "prompt is too long: 213462 tokens > 200000 maximum", status: 400 },
    { message: "Your input exceeds the context window of this model" },
    { message: "429 insufficient_quota: check your plan and billing details", status: 429 },
    { message: "Monthly usage limit reached", status: 429 },
    { message: "This operation was aborted" },
    { message: "Request aborted" },
    { message: "Something that nobody has ever heard of" },
    { message: "" },
    // Numbers that are no status.
    { message: "it wrote 500 lines and 429 of them were wrong" },
    { message: "No API key for provider: acme" },
  ])("%j", (failure) => {
    expect(isTransient(failure)).toBe(false);
  });
});

describe("the time to wait", () => {
  it("doubles with every attempt, up to a minute", () => {
    const longest = [1, 2, 3, 4, 5, 6, 7, 8, 1000].map((attempt) => delayOf(attempt, { random: () => 1 }));
    expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it("is anything from nothing to that, evenly", () => {
    expect([0, 0.25, 0.5].map((chance) => delayOf(4, { random: () => chance }))).toEqual([0, 2_000, 4_000]);
  });

  it("is never less than what the provider asked for, and hardly more", () => {
    const attempts = fc.integer({ min: 1, max: 50 });
    const chances = fc.double({ min: 0, max: 1, noNaN: true });
    const asked = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(attempts, chances, asked, (attempt, chance, retryAfterMs) => {
        const delay = delayOf(attempt, { retryAfterMs, random: () => chance });
        expect(delay).toBeGreaterThanOrEqual(retryAfterMs);
        expect(delay).toBeLessThanOrEqual(retryAfterMs + 1_000);
      }),
    );
  });
});

describe("what a provider asks for", () => {
  const now = Date.UTC(2026, 10, 16, 8, 0, 0);
  it.each([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "Mon, 16 Nov 2026 08:01:30 GMT" }, 90_000],
    [{ "retry-after": "Mon, 16 Nov 2026 07:59:00 GMT" }, 0],
    [{ "retry-after": "9", "retry-after-ms": "1500" }, 1_500],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "Infinity" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{}, undefined],
  ])("%j: %s", (headers, milliseconds) => {
    expect(retryAfterOf(new Headers(headers), now)).toBe(milliseconds);
  });
});
