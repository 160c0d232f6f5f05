import { type FauxResponseFactory, getCurrentTools } from "@earendil-works/pi-ai";
import { describe, expect, it } from "vitest";
import type { ModelStep } from "../../../testing/openai-server.ts";
import { calls, says } from "../bench/model.ts";
import { finish, type Stand, stand } from "./stand.ts";

const FINISH: ModelStep = { calls: [{ name: "finish_step", arguments: { outcome: "done", summary: "It is done." } }] };
const WRITE: ModelStep = { calls: [{ name: "write", arguments: { path: "a.txt", content: "two\n" } }] };

const waits = ({ told }: Stand) => told.filter(({ type }) => type === "waiting");

describe("a provider that", () => {
  it("asks to slow down is asked again when it said, and not before", async () => {
    const made = await stand({ server: [{ status: 429, retryAfter: 7, message: "slow down" }, WRITE, FINISH] });
    const claim = made.run();
    await made.clock.asleep(7_000);
    expect(made.server?.requests).toHaveLength(1);
    expect(waits(made)).toMatchObject([
      {
        reason: "scripted/scripted-1 asks to slow down; attempt 2 of 8 follows",
        until: new Date(made.clock.now() + 7_000).toISOString(),
      },
    ]);
    made.clock.advance(6_999);
    expect(made.clock.sleeping).toContain(7_000);
    made.clock.advance(1);
    expect(await claim).toMatchObject({ status: "completed", stats: { duration_seconds: 7 } });
    expect(made.project.read("a.txt")).toBe("two\n");
  });

  it("names the time at which to ask again is taken at its word", async () => {
    const made = await stand({
      server: [{ status: 503, retryAfter: new Date(Date.UTC(2026, 0, 1, 0, 2)).toUTCString() }, FINISH],
    });
    const claim = made.run();
    await made.clock.asleep(120_000);
    made.clock.advance(120_000);
    expect(await claim).toMatchObject({ status: "completed" });
  });

  it("wants more time than the step has is not waited for", async () => {
    const made = await stand({ server: [{ status: 429, retryAfter: 3600, message: "come back later" }] });
    const { status, error } = await made.run();
    expect(status).toBe("interrupted");
    expect(error).toContain("come back later");
    expect(error).toContain("3600 seconds");
    expect(waits(made)).toEqual([]);
  });

  it("is overloaded, breaks off before or in the middle of an answer, is asked until it answers", async () => {
    const made = await stand({
      server: [
        { status: 529, message: "overloaded_error" },
        { drop: "at once" },
        { drop: "midway", text: "half a sentence" },
        WRITE,
        { status: 500 },
        FINISH,
      ],
      options: { random: () => 0 },
    });
    expect(await made.run()).toMatchObject({ status: "completed" });
    expect(made.server?.requests).toHaveLength(6);
    expect(waits(made)).toMatchObject([
      { reason: expect.stringContaining("is overloaded") },
      { reason: expect.stringContaining("cannot be reached") },
      { reason: expect.stringContaining("cannot be reached") },
      { reason: expect.stringContaining("is overloaded") },
    ]);
    // What failed left no trace in the conversation.
    const last = made.server?.requests.at(-1)?.body.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual(["system", "user", "assistant", "tool"]);
    expect(JSON.stringify(last)).not.toContain("half a sentence");
  });

  it.each([true, "at once"] as const)("falls silent (%s) is given up, and asked again", async (hang) => {
    const made = await stand({ server: [{ hang }, FINISH] });
    const claim = made.run();
    const request = await made.server?.request(1);
    await made.clock.asleep(180_000);
    made.clock.advance(180_000);
    expect(await request?.ended).toBe("abandoned");
    expect(await claim).toMatchObject({ status: "completed" });
    expect(waits(made)).toMatchObject([{ reason: expect.stringContaining("has fallen silent") }]);
  });

  it("never comes back has a person asked after as many attempts as were meant", async () => {
    const made = await stand({
      server: Array.from({ length: 9 }, () => ({ status: 500, message: "sorry" })),
      options: { attempts: 3 },
    });
    const error = expect.stringMatching(/is overloaded: .*tried 3 times/);
    expect(await made.run()).toMatchObject({ status: "interrupted", asks: "provider", error });
    expect(made.server?.requests).toHaveLength(3);
  });

  it.each([400, 401, 403, 404])("says %i is not asked again", async (status) => {
    const made = await stand({ server: [{ status, message: "no" }, FINISH] });
    expect(await made.run()).toMatchObject({ status: "failed", error: expect.stringContaining(`${status}`) });
    expect(made.server?.requests).toHaveLength(1);
  });

  it("is waited for is not asked any more once the step is stopped", async () => {
    const made = await stand({ server: [{ status: 429, retryAfter: 60 }, FINISH] });
    const claim = made.run();
    await made.clock.asleep(60_000);
    made.stop.abort();
    expect(await claim).toMatchObject({ status: "interrupted" });
    expect(made.server?.requests).toHaveLength(1);
  });

  it("hangs is left at once when the step is stopped", async () => {
    const made = await stand({ server: [{ hang: true }] });
    const claim = made.run();
    const request = await made.server?.request(1);
    made.stop.abort();
    expect(await claim).toMatchObject({ status: "interrupted" });
    expect(await request?.ended).toBe("abandoned");
  });

  it("the user has chosen is taken for a step that names none", async () => {
    const made = await stand({ server: [FINISH], isModelLeftOut: true });
    expect(await made.run()).toMatchObject({ status: "completed" });
    expect(made.server?.requests[0]?.body.model).toBe("scripted-1");
  });

  it("has prices is paid: tokens and dollars are counted, cached ones, too", async () => {
    const made = await stand({ server: [{ ...FINISH, usage: { input: 1000, output: 50, cached: 400 } }] });
    const { stats } = await made.run();
    expect(stats).toMatchObject({ prompt_tokens: 1000, completion_tokens: 50 });
    expect(stats.cost).toBeCloseTo((600 * 1 + 400 * 0.1 + 50 * 2) / 1_000_000, 9);
  });
});

describe("a context that grows", () => {
  const long = "All work and no play makes Jack a dull boy. ".repeat(220);

  it("is warned about, made shorter, and the step is still known afterwards", async () => {
    // It reads until it is asked for a summary, and finishes after that: when it is asked is pi's affair.
    let isShorter = false;
    const answer: FauxResponseFactory = ({ messages }) => {
      const isSummary = getCurrentTools(messages).length === 0;
      const isDone = isShorter;
      isShorter ||= isSummary;
      if (isSummary) return says("SUMMARY OF WHAT WAS READ");
      return isDone ? calls(finish()) : calls(["read", { path: "long.txt" }]);
    };
    const made = await stand({
      files: { "long.txt": `${long}\n` },
      responses: Array.from({ length: 20 }, () => answer),
      options: { maxContextTokens: 14_000 },
      assignment: { limits: { max_turns: 50, time: 1000 } },
    });
    const claim = await made.run();
    const said = made.told.flatMap((progress) => ("text" in progress ? [progress.text] : []));
    expect(claim.status).toBe("completed");
    expect(said.filter((text) => /(?:8|9)\d % of the context is used\. At 95 %/.test(text)).length).toBeGreaterThan(0);
    expect(said).toContain("Making the context shorter");
    const { systemPrompt, messages } = made.model.saw.requests.at(-1) ?? { systemPrompt: "", messages: [] };
    expect(systemPrompt).toContain("Your step: two.");
    expect(JSON.stringify(messages)).toContain("SUMMARY OF WHAT WAS READ");
  });
});
