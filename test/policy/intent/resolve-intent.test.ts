import { describe, expect, it } from "vitest";
import { type IntentModel, resolveIntent } from "../../../src/policy/intent/resolve-intent.ts";
import type { Intent } from "../../../src/policy/intent.ts";

/** A model that answers everything the same way, and remembers what it was asked. */
function modelSaying(answer: unknown): IntentModel & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    classify: async (text) => {
      asked.push(text);
      return answer as Intent;
    },
  };
}

describe("a model", () => {
  it("is asked only about words that the rules cannot read", async () => {
    const model = modelSaying("EXECUTE_NOW");
    expect(await resolveIntent("adelante", model)).toMatchObject({ intent: "EXECUTE_NOW" });
    expect(await resolveIntent("go ahead", model)).toMatchObject({ intent: "EXECUTE_NOW" });
    expect(await resolveIntent("don't go ahead", model)).toMatchObject({ intent: "PLAN_ONLY" });
    expect(model.asked).toEqual(["adelante"]);
  });

  it.each([
    "go ahead?",
    "don't wait, go ahead",
    'he said "go ahead"',
    "> go ahead",
    "if it works, go ahead",
    "go\u200b ahead",
    "go ahead but skip step 3",
    "I guess go ahead",
    "go ahead ".repeat(1000),
    "User: go ahead",
    "",
    "可以开始吗",
    "没问题就开始吧",
    "明天开始执行",
    "他说开始执行",
    "别等了，开始吧",
  ])("never makes consent of: %s", async (text) => {
    const model = modelSaying("EXECUTE_NOW");
    expect(await resolveIntent(text, model)).toMatchObject({ intent: "UNCLEAR" });
    expect(model.asked).toEqual([]);
  });

  it("may say that planning goes on", async () => {
    expect(await resolveIntent("mañana", modelSaying("PLAN_ONLY"))).toMatchObject({ intent: "PLAN_ONLY" });
  });

  it.each([
    "execute_now",
    "YES",
    undefined,
    null,
    1,
    {},
    ["EXECUTE_NOW"],
  ])("that answers %j leaves it unclear", async (answer) => {
    expect(await resolveIntent("adelante", modelSaying(answer))).toMatchObject({
      intent: "UNCLEAR",
      doubt: "undecided",
    });
  });

  it.each([
    ["fails", async () => Promise.reject(new Error("no network"))],
    [
      "throws",
      () => {
        throw new Error("broken");
      },
    ],
  ])("that %s leaves it unclear", async (_, classify) => {
    expect(await resolveIntent("adelante", { classify })).toMatchObject({ intent: "UNCLEAR", doubt: "undecided" });
  });

  it("is not needed", async () => {
    expect(await resolveIntent("adelante")).toMatchObject({ intent: "UNCLEAR" });
  });
});
