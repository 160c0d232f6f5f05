import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BINARY, Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

function answers(out: string) {
  return out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("intent", () => {
  it("tells what words say, and why", () => {
    expect(bench.run(["intent", "looks", "good,", "go", "ahead"])).toMatchObject({
      code: 0,
      out: "EXECUTE_NOW: All of it is consent to run the plan.\n",
    });
    expect(bench.run(["intent", "先别执行", "--json"])).toMatchObject({
      code: 0,
      json: { intent: "PLAN_ONLY", matched: "先别执行", language: "zh" },
    });
  });

  it("reads standard input where no words are given", () => {
    expect(bench.run(["intent", "--json"], { input: "go ahead\n" }).json).toMatchObject({ intent: "EXECUTE_NOW" });
    expect(bench.run(["intent", "--json"]).json).toMatchObject({ intent: "UNCLEAR", doubt: "empty" });
  });

  it("answers every line of a batch, and goes on after one that it cannot read", () => {
    const lines = ['{"text": "go ahead"}', "nonsense", '{"words": "go ahead"}', "null", "", '{"text": "如何执行?"}'];
    const { code, out } = bench.run(["intent", "--batch"], { input: `${lines.join("\n")}\r\n` });
    expect(code).toBe(0);
    const error = expect.stringContaining("JSON object");
    expect(answers(out)).toEqual([
      expect.objectContaining({ intent: "EXECUTE_NOW", reason: expect.any(String) }),
      { intent: "UNCLEAR", error },
      { intent: "UNCLEAR", error },
      { intent: "UNCLEAR", error },
      { intent: "UNCLEAR", error },
      expect.objectContaining({ intent: "UNCLEAR", doubt: "question" }),
    ]);
  });

  it("takes a line separator inside a text for a part of it", () => {
    const { out } = bench.run(["intent", "--batch"], { input: '{"text": "go ahead\u2028"}' });
    expect(answers(out)).toEqual([expect.objectContaining({ intent: "UNCLEAR", doubt: "hidden" })]);
  });

  it("answers ten thousand lines", () => {
    const texts = ["go ahead", "先别执行", "how should we proceed?", "好的,开始执行吧"];
    const lines = Array.from({ length: 10_000 }, (_, at) => `${JSON.stringify({ text: texts[at % texts.length] })}\n`);
    const { status, stdout } = spawnSync(process.execPath, [BINARY, "intent", "--batch"], {
      env: bench.env,
      input: lines.join(""),
      encoding: "utf8",
      maxBuffer: 2 ** 24,
    });
    expect(status).toBe(0);
    const intents = answers(stdout).map(({ intent }) => intent);
    expect(intents).toHaveLength(10_000);
    expect(intents.slice(-4)).toEqual(["EXECUTE_NOW", "PLAN_ONLY", "UNCLEAR", "EXECUTE_NOW"]);
  });

  it("answers a line before the next one is sent", async () => {
    const child = spawn(process.execPath, [BINARY, "intent", "--batch"], { cwd: bench.project, env: bench.env });
    const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (const [text, intent] of [
      ["proceed", "EXECUTE_NOW"],
      ["wait", "PLAN_ONLY"],
    ] as const) {
      child.stdin.write(`${JSON.stringify({ text })}\n`);
      expect(JSON.parse((await replies.next()).value ?? "")).toMatchObject({ intent });
    }
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("fails if nothing could be read", () => {
    expect(bench.run(["intent", "--batch"])).toMatchObject({ code: 1, out: "" });
    expect(bench.run(["intent", "--batch"], { input: "nonsense\n" })).toMatchObject({ code: 1 });
  });

  it("does not take words and a batch at once", () => {
    expect(bench.run(["intent", "go ahead", "--batch"])).toMatchObject({ code: 2 });
  });
});
