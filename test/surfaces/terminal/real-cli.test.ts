import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { ScriptedCall, ScriptedStep } from "../../../testing/openai-server.ts";
import { aMoment, approveInTmux } from "../../agent/bench/approve.ts";
import { hasTmux, openTmux, type TmuxOptions } from "../../agent/bench/tmux.ts";
import { outsideDesk, PLAN } from "./plan-bench.ts";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const EXTENSION = here("../../../src/surfaces/terminal/extension.ts");
const SECOND = here("./second-extension.process.ts");
const QUICK = here("./quick-extension.process.ts");

const call = (name: string, args: object): ScriptedCall => ({ name, arguments: args });
const SUBMIT: ScriptedStep = { calls: [call("submit_plan", { plan: PLAN })] };
const WORK: ScriptedStep[] = [
  { calls: [call("write", { path: "a.txt", content: "two\n" })] },
  { calls: [call("report_step", { step_id: "write", outcome: "done", notes: "wrote it" })] },
  { text: "All done." },
];

function openPi(options: TmuxOptions = {}) {
  return openTmux({ git: true, files: { "a.txt": "one\n" }, extensions: [QUICK], columns: 80, rows: 24, ...options });
}

async function planOf(pi: { project: Parameters<typeof outsideDesk>[0]["project"] }) {
  const desk = outsideDesk(pi);
  const [row] = (await desk.plans({ limit: 1 })).rows;
  return row;
}

describe.skipIf(!hasTmux)("pi itself, in a terminal of 80 by 24", () => {
  it("plans, is kept from writing by every tool, asks, is sent back, approved, and carries it out", async () => {
    const pi = await openPi({
      extensions: [EXTENSION, SECOND],
      script: [
        {
          text: "Looking around.",
          calls: [
            call("write", { path: "a.txt", content: "no" }),
            call("bash", { command: "echo no > a.txt" }),
            call("scribble", { path: "b.txt" }),
          ],
        },
        { calls: [call("ask_user", { question: "Which word?", options: ["two", "three"] })] },
        SUBMIT,
      ],
    });
    await pi.ready();
    pi.type("/plan let a.txt say two");
    pi.press("enter");
    const question = await pi.shows("Which word?");
    expect(question).toContain("bash was refused: > a.txt writes to a file");
    const told = pi.server.requests[1]?.body.messages.filter(({ role }) => role === "tool") ?? [];
    expect(told.map(({ content }) => JSON.stringify(content).split(":")[0])).toEqual([
      expect.stringContaining("TOOL_BLOCKED_BY_MODE"),
      expect.stringContaining("SHELL_NOT_READ_ONLY"),
      expect.stringContaining("UNKNOWN_TOOL"),
    ]);
    expect(pi.project.read("a.txt")).toBe("one\n");
    expect(pi.project.has("b.txt")).toBe(false);
    await aMoment();
    pi.press("1");
    const review = await pi.shows(/revision 1\n[\s\S]*1 approve/);
    expect(review).toContain("✓ planning changed nothing");
    expect(review).toMatch(
      /\[x\] 1 ● low +Write it\n▎ +files a\.txt · tools write · id write\n▎ +check grep -q two a\.txt/,
    );
    expect(review.split("\n").length).toBeLessThanOrEqual(24);
    await aMoment();
    pi.press("c");
    await pi.shows("Enter");
    pi.type("with care");
    pi.press("enter");
    await pi.shows("you: with care");
    pi.server.says({ calls: [call("submit_plan", { plan: { ...PLAN, summary: "One word, with care." } })] });
    pi.press("2");
    await pi.shows("What should change?");
    await aMoment();
    pi.type("say why");
    pi.press("enter");
    const second = await pi.shows(/revision 2\n[\s\S]*1 approve/);
    expect(second).toMatch(/↳ \w+: with care +– unchanged/);
    expect(second).toContain("One word, with care.");
    pi.server.says(...WORK);
    await approveInTmux(pi);
    const done = await pi.shows("All done.");
    expect(done).toMatch(/✓ PLAN-\w+ is completed: Say two\n +2 of 2 steps done.*\n +1 file changed\n +1 check passed/);
    expect(pi.project.read("a.txt")).toBe("two\n");
    expect((await planOf(pi))?.status).toBe("completed");
    expect(done).not.toContain("executing");
  });
});

describe.skipIf(!hasTmux)("pi killed with SIGKILL and started again with -c", () => {
  it("shows the question that was open, and its answer reaches the model", async () => {
    const first = await openPi({
      script: [{ calls: [call("ask_user", { question: "Which word?", options: ["two", "three"] })] }],
    });
    await first.ready();
    first.type("/plan let a.txt say two");
    first.press("enter");
    await first.shows("Which word?");
    await first.kill9();
    const pi = await first.again({ args: ["-c"] });
    await pi.ready();
    await pi.shows("Which word?");
    pi.server.says({ text: "Three it is." });
    pi.press("2");
    await pi.shows("Three it is.");
    expect(JSON.stringify(pi.server.requests.at(-1)?.body.messages)).toContain("three");
  });

  it("shows a submitted plan, interrupts the step that ran, and goes on when told to", async () => {
    const first = await openPi({ script: [SUBMIT] });
    await first.ready();
    first.type("/plan let a.txt say two");
    first.press("enter");
    await first.shows(/revision 1\n[\s\S]*1 approve/);
    await first.kill9();
    const second = await first.again({ args: ["-c"] });
    await second.ready();
    await second.shows(/revision 1\n[\s\S]*1 approve/);
    second.server.says({ hang: true });
    await approveInTmux(second);
    await second.shows("◐ write");
    await second.server.request(2);
    await second.kill9();
    const pi = await second.again({ args: ["-c"] });
    await pi.ready();
    const screen = await pi.shows("No new step starts until: /plan resume");
    expect(screen).toContain("! write");
    pi.server.says(...WORK);
    pi.type("/plan resume");
    pi.press("enter");
    await pi.shows(/Step write was interrupted[\s\S]*Skip it/);
    pi.press("1");
    await pi.shows("All done.");
    expect((await planOf(pi))?.status).toBe("completed");
  });

  it("says what was interrupted before pi had kept the session", async () => {
    const first = await openPi({ script: [{ hang: true }] });
    await first.ready();
    first.type("/plan let a.txt say two");
    first.press("enter");
    await first.server.request(1);
    await first.shows("Planning · let a.txt say two");
    await first.kill9();
    const pi = await first.again({ args: [] });
    await pi.ready();
    await pi.shows(/Planning of "let a\.txt say two" was interrupted/);
    pi.server.says({ text: "I look." });
    pi.type("/plan");
    pi.press("enter");
    await pi.shows("Resume: let a.txt say two");
    pi.press("enter");
    await pi.shows("I look.");
  });
});
