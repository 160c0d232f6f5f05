import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ScriptedCall, ScriptedStep } from "../../../src/testing/openai-server.ts";
import { openRpc, runJson, runPrint, type UiAnswer, type UiRequest } from "../../agent/bench/rpc.ts";
import { outsideDesk, PLAN } from "./plan-bench.ts";

const EXTENSION = fileURLToPath(new URL("../../../src/surfaces/terminal/extension.ts", import.meta.url));
const options = { git: true, files: { "a.txt": "one\n" }, extensions: [EXTENSION] };

const call = (name: string, args: object): ScriptedCall => ({ name, arguments: args });
const SUBMIT: ScriptedStep = { calls: [call("submit_plan", { plan: PLAN })] };

describe("without a way to ask", () => {
  it("pi -p plans, approves nothing, and ends with 3 and with how to review it", async () => {
    const ran = await runPrint(["/plan let a.txt say two"], {
      ...options,
      script: [{ calls: [call("write", { path: "a.txt", content: "no" })] }, SUBMIT],
    });
    console.log(ran.code, ran.out, ran.err);
    expect(ran.code).toBe(3);
    const [row] = (await outsideDesk(ran).plans({ limit: 1 })).rows;
    expect(row?.status).toBe("proposed");
    expect(ran.err).toContain(`${row?.id} waits for a person: countersign show ${row?.id}, countersign approve ${row?.id}`);
    expect(ran.project.read("a.txt")).toBe("one\n");
  });

  it("pi --plan -p does so, too, and a question it cannot ask waits in the inbox", async () => {
    const ran = await runPrint(["let a.txt say two"], {
      ...options,
      args: ["--plan"],
      script: [{ calls: [call("ask_user", { question: "Which word?" })] }, { text: "I assume two." }],
    });
    console.log(ran.code, ran.out, ran.err);
    expect(ran.code).toBe(3);
    expect(ran.out).toContain("I assume two.");
    expect(ran.err).toMatch(/A question waits for a person: countersign answer pi-\S+\/\d+/);
  });

  it("pi --mode json tells it on standard error, and its lines stay JSON", async () => {
    const ran = await runJson(["let a.txt say two"], { ...options, args: ["--plan"], script: [SUBMIT] });
    expect(ran.code).toBe(3);
    expect(ran.err).toContain("waits for a person");
    expect(ran.lines.at(-1)?.type).toBe("agent_settled");
  });

  it("ends with 0 where nothing was planned", async () => {
    const ran = await runPrint(["hello"], { ...options, script: [{ text: "Hello." }] });
    expect([ran.code, ran.out, ran.err]).toEqual([0, "Hello.\n", ""]);
    expect(ran.project.has(".pi")).toBe(false);
  });
});

describe("a client that answers dialogs", () => {
  it("is asked, requests changes, allows, approves, and the plan runs", async () => {
    const asked: string[] = [];
    const answers: ((request: UiRequest) => UiAnswer)[] = [
      ({ options }) => ({ value: options[1] }),
      () => ({ value: "Request changes" }),
      () => ({ value: "say why" }),
      () => ({ value: "Approve and run" }),
    ];
    const rpc = await openRpc({
      ...options,
      script: [
        { calls: [call("ask_user", { question: "Which word?", options: ["two", "three"] })] },
        SUBMIT,
        { calls: [call("submit_plan", { plan: { ...PLAN, summary: "Because." } })] },
        { calls: [call("write", { path: "a.txt", content: "two\n" })] },
        { calls: [call("report_step", { step_id: "write", outcome: "done", notes: "" })] },
        { text: "All done." },
      ],
      answer: (request) => {
        asked.push(`${request.method}: ${request["title"]}`);
        return answers.shift()?.(request);
      },
    });
    await rpc.send({ type: "prompt", message: "/plan let a.txt say two" });
    await rpc.writes((line) => JSON.stringify(line).includes("All done."));
    await rpc.writes(({ type }) => type === "agent_settled");
    console.log(asked, rpc.uiRequests.filter(({method}) => method === "notify").map((r) => r["message"]), rpc.errors());
    expect(rpc.project.read("a.txt")).toBe("two\n");
    expect(await rpc.quit()).toBe(0);
  });
});
