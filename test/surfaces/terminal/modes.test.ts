import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ScriptedCall, ScriptedStep } from "../../../testing/openai-server.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { openRpc, runJson, runPrint, type UiAnswer, type UiRequest } from "../../agent/bench/rpc.ts";
import { countersign, outsideDesk, PLAN } from "./plan-bench.ts";

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
    expect(ran.code).toBe(3);
    const [row] = (await outsideDesk(ran).plans({ limit: 1 })).rows;
    expect(row?.status).toBe("proposed");
    expect(ran.err).toContain(
      `${row?.id} waits for a person: countersign show ${row?.id}, countersign approve ${row?.id}`,
    );
    expect(ran.project.read("a.txt")).toBe("one\n");
  });

  it("pi --plan -p does so, too, and a question it cannot ask waits in the inbox", async () => {
    const ran = await runPrint(["let a.txt say two"], {
      ...options,
      args: ["--plan"],
      script: [{ calls: [call("ask_user", { question: "Which word?" })] }, { text: "I assume two." }],
    });
    expect(ran.code).toBe(3);
    expect(ran.out).toContain("I assume two.");
    expect(ran.err).toMatch(/A question waits for a person: countersign answer pi-\S+\/question-\d+/);
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
    expect(asked.map((title) => title.split("\n", 1)[0])).toEqual([
      "select: The agent asks",
      expect.stringMatching(/^select: Plan PLAN-\w+, revision 1, planning changed nothing$/),
      "input: What should change?",
      expect.stringMatching(/^select: Plan PLAN-\w+, revision 2, planning changed nothing$/),
    ]);
    // Commands first: the client may cut the rest.
    expect(asked.at(-1)).toMatch(
      /^.*\nYour approval runs these commands\. .*\n {2}step 1: .*\n {2}step 2: cat a\.txt\n\n/,
    );
    // The plan as a person reads it, not as JSON.
    expect(asked.at(-1)).toMatch(
      /\n\[x\] 1 ● low +Write it\n +files a\.txt\n[\s\S]*\n\[x\] 2 ·[\s\S]* +run +cat a\.txt\n/,
    );
    expect(asked.at(-1)).toContain("Your approval signs this digest\nsha256:");
    expect(rpc.project.read("a.txt")).toBe("two\n");
    expect(await rpc.quit()).toBe(0);
  });
});

describe("a client that leaves dialogs open", () => {
  it("is told when somebody else has answered, and its prompt is nobody's word", async () => {
    const rpc = await openRpc({ ...options, script: [SUBMIT] });
    await rpc.send({ type: "prompt", message: "/plan let a.txt say two" });
    const dialog = await rpc.writes((line) => line["method"] === "select");
    expect(dialog["title"]).toContain("revision 1");
    const [row] = (await outsideDesk(rpc).plans({ limit: 1 })).rows;
    rpc.server.says({ text: "I wait." });
    await rpc.prompt("go ahead");
    const desk = outsideDesk(rpc);
    expect((await desk.plans({ limit: 1 })).rows[0]?.status).toBe("proposed");
    countersign(rpc, "reject", row?.id ?? "", "--message", "no");
    await rpc.writes(
      (line) => line["method"] === "notify" && String(line["message"]).includes("rita rejected revision 1"),
    );
    await rpc.quit();
  });

  it("can decline that the agent plans first", async () => {
    const project = makeProject(options);
    writeFileSync(join(project.home, "plans.json"), JSON.stringify({ auto_enter: "ask" }));
    const rpc = await openRpc({
      ...options,
      project,
      script: [
        { calls: [call("enter_plan_mode", { reason: "several files" })] },
        { calls: [call("write", { path: "a.txt", content: "two\n" })] },
        { text: "Written." },
      ],
      answer: ({ method, options }) =>
        method === "select"
          ? { value: options.find((text: string) => /refuse|no|decline|don't/i.test(text)) }
          : { value: "no" },
    });
    await rpc.prompt("let a.txt say two");
    expect(JSON.stringify(rpc.server.requests[1]?.body.messages)).toContain("wants no plan for this");
    expect(rpc.project.read("a.txt")).toBe("two\n");
    expect(rpc.uiRequests.find(({ method }) => method === "select")?.["title"]).toContain("several files");
    await rpc.quit();
  });
});
