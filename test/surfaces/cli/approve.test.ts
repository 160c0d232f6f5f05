import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { claimAgent } from "../../../src/desk/agent-pid-file.ts";
import { Desk } from "../../../src/desk/desk.ts";
import { HOST } from "../../../src/lifecycle/actor.ts";
import { PLAN, Workbench } from "./workbench.ts";

let bench: Workbench;
let id: string;
beforeEach(() => {
  bench = new Workbench();
  id = bench.run(["propose", bench.write("plan.md", PLAN), "--json"]).json.plan.id;
});
afterEach(() => bench.remove());

const HOW = "countersign run ";

describe("a plan that was approved", () => {
  it("says how it is carried out where nobody waits for it, and says it again when it is shown", () => {
    expect(bench.run(["show", id]).out).not.toContain(HOW);
    expect(bench.as("ann", ["approve", id]).out).toBe(`Approved ${id}, revision 1, by ann.\nTo run it: ${HOW}${id}\n`);
    expect(bench.run(["show", id]).out).toContain(`  ${HOW}${id}\n`);
  });

  it.each([
    ["leaves that to the session that waits for it", true],
    ["leaves nothing to a session that is gone", false],
  ])("%s", async (_, isOpen) => {
    const desk = new Desk({ directory: bench.project, env: bench.env });
    await desk.sendAgent("bot", { type: "enter" }, HOST);
    await desk.sendAgent("bot", { type: "submit", plan_id: id }, HOST);
    const release = claimAgent(desk, "bot");
    if (!isOpen) release?.();
    desk.close();
    const { out } = bench.as("ann", ["approve", id]);
    expect(out).toBe(`Approved ${id}, revision 1, by ann.\n${isOpen ? "" : `To run it: ${HOW}${id}\n`}`);
  });
});

describe("a comment", () => {
  it("on a step that is not there is refused before anybody is asked, with where the steps are", () => {
    const { code, json } = bench.run(["request-changes", id, "-m", "more", "--step", "cpoy=why?", "--json"]);
    expect([code, json.error]).toEqual([
      1,
      { kind: "unknown_step", message: `${id} has no step cpoy.`, hint: `countersign show ${id} lists the steps.` },
    ]);
    expect(bench.as("ann", ["request-changes", id, "-m", "more", "--step", "copy=why?"]).code).toBe(0);
  });
});

describe("a comment on a quote", () => {
  const quote = (more: object) => [
    "--quote",
    JSON.stringify({ field: "title", quote: "Copy", text: "where to?", ...more }),
  ];

  it("is kept, and shown with the plan", () => {
    expect(bench.as("ann", ["request-changes", id, ...quote({ step_id: "copy" })]).code).toBe(0);
    expect(bench.run(["show", id]).out).toContain('│ step copy, title, "Copy": where to?\n');
    const [review] = bench.run(["show", id, "--json"]).json.plan.reviews;
    expect(review.quotes).toEqual([{ step_id: "copy", field: "title", quote: "Copy", text: "where to?" }]);
  });

  it("that is no comment, or that the plan does not say, is refused with what is wrong", () => {
    const ask = (...args: string[]) => bench.as("ann", ["request-changes", id, ...args, "--json"]).json.error;
    expect(ask("--quote", "copy=why?").message).toContain("--quote needs a comment as JSON");
    expect(ask(...quote({ txet: "why?" })).message).toContain('has no key "txet"');
    expect(ask(...quote({ step_id: "copy", quote: "Move" }))).toMatchObject({
      kind: "quote_not_found",
      message: 'step copy, title does not say "Move".',
    });
  });
});

describe("without a terminal", () => {
  it("a token is offered only for what a token may do", () => {
    const hint = (...args: string[]) => bench.run([...args, "--json"]).json.error.hint;
    expect(hint("approve", id)).toContain("token create");
    for (const words of [
      ["token", "create", "ann"],
      ["key", "rotate"],
    ])
      expect(hint(...words)).toBe("Run it in a terminal.");
  });
});
