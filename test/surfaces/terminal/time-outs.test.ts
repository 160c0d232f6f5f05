import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { approve } from "../../agent/bench/approve.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { MovableClock } from "../../agent/bench/movable-clock.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { WITH_SCROLLBACK } from "../../agent/bench/runtime.ts";
import { openPlanBench, PLAN } from "./plan-bench.ts";

/** pi on a clock that the test moves, under these settings of the user. */
async function terminal(settings: object) {
  const clock = new MovableClock();
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  writeFileSync(join(project.home, "plans.json"), JSON.stringify({ execution: "session", ...settings }));
  return { clock, bench: await openPlanBench({ clock, project, settings: WITH_SCROLLBACK }) };
}

async function proposed(settings: object = { review_timeout_minutes: 30 }) {
  const { clock, bench } = await terminal(settings);
  bench.says(calls(["submit_plan", { plan: PLAN }]));
  await bench.submit("/plan let a.txt say two");
  await bench.shows(/revision 1\n[\s\S]*1 approve/);
  return { clock, bench };
}

const KEEPS = "You need not answer";

describe("a review in a running pi that nobody answers", () => {
  it("closes when its time is over, and no key signs it then", async () => {
    const { clock, bench } = await proposed();
    clock.forward({ minutes: 29 });
    clock.forward({ minutes: 2 });
    const over = await bench.shows(KEEPS);
    expect(over).toContain("The request expired");
    await bench.press("1");
    await bench.press("enter");
    const screen = (await bench.shows("timed out")).replaceAll(/\s+/g, " ");
    const { id, status } = await bench.plan();
    expect(screen).toContain(`Planning timed out: the review of ${id} had no answer for 30 minutes.`);
    await bench.submit("/plan status");
    await bench.shows(/plans\s+again,\s+\/plan\s+cancel\s+lifts\s+it\./);
    expect(status).toBe("proposed");
    expect(await bench.agents()).toEqual(["inactive"]);
    expect(bench.project.read("a.txt")).toBe("one\n");
  });

  it("takes no key that comes before the screen knows that the time is over, and says so", async () => {
    const { clock, bench } = await proposed();
    clock.forward({ minutes: 31 });
    await approve(bench);
    await bench.shows("The review expired");
    expect((await bench.plan()).status).toBe("proposed");
    expect(bench.project.read("a.txt")).toBe("one\n");
  });

  it("can be opened again: it says so, and a signature begins nothing by itself", async () => {
    const { clock, bench } = await proposed();
    clock.forward({ minutes: 31 });
    await bench.shows(KEEPS);
    await bench.press("enter");
    await bench.shows("timed out");
    const { id } = await bench.plan();
    await bench.submit(`/plan review ${id}`);
    await bench.shows("The review expired and planning ended.");
    await approve(bench);
    await bench.shows("It runs when a person starts it.");
    expect((await bench.plan()).status).toBe("approved");
    expect(bench.project.read("a.txt")).toBe("one\n");
  });

  it("expires with its plan after 30 days: the person and the model are told", async () => {
    const { clock, bench } = await proposed();
    clock.forward({ minutes: 31 });
    await bench.shows(KEEPS);
    await bench.press("enter");
    const { id } = await bench.plan();
    clock.forward({ days: 31 });
    await bench.shows(`${id} expired after 30 days without an answer.`);
    bench.says(says("It is gone."));
    await bench.submit("what now?");
    await bench.shows("It is gone.");
    expect(bench.saw.userTexts.join("\n")).toContain(`${id} expired after 30 days without an answer.`);
    await bench.submit("/plans");
    await bench.shows(/expired/);
  });

  it("that expired while the session was closed is told when it is opened again, once", async () => {
    const { clock, bench } = await proposed();
    const { id } = await bench.plan();
    await bench.close();
    clock.forward({ days: 31 });
    const again = await bench.again();
    const told = `${id} expired after 30 days without an answer.`;
    await again.shows(told);
    await again.close();
    const third = await again.again();
    await third.shows(told);
    expect((await third.scrollback()).split(told)).toHaveLength(2);
  });

  it("waits forever without such a setting", async () => {
    const { clock, bench } = await proposed({});
    clock.forward({ days: 20 });
    bench.says(calls(["write", { path: "a.txt", content: "two\n" }]), () => new Promise(() => {}));
    await approve(bench);
    await bench.until(({ status }) => status === "executing");
  });
});

describe("planning in a running pi in which nothing happens", () => {
  it("ends after an hour: the person and the model are told, and the agent still only reads", async () => {
    const { clock, bench } = await terminal({});
    bench.says(says("Looking."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Looking.");
    clock.forward({ minutes: 59 });
    bench.says(calls(["read", { path: "a.txt" }]), says("Still looking."));
    await bench.submit("go on");
    await bench.shows("Still looking.");
    clock.forward({ minutes: 59 });
    bench.says(calls(["read", { path: "a.txt" }]), says("I see one."));
    await bench.submit("and on");
    await bench.shows("I see one.");
    expect(await bench.agents()).toEqual(["gathering let a.txt say two"]);
    clock.forward({ minutes: 61 });
    await bench.shows(/Planning timed out: nothing happened for 60 minutes\.\s+The agent\s+stays\s+read-only\./);
    bench.says(calls(["write", { path: "a.txt", content: "two" }], ["submit_plan", { plan: PLAN }]), says("I cannot."));
    await bench.submit("then write it");
    await bench.shows("I cannot.");
    expect(bench.saw.systemPrompt).toContain("You can only read now. Planning timed out, so no plan can be submitted.");
    expect(bench.saw.systemPrompt).not.toContain("PLANNING mode");
    expect(bench.saw.results.slice(-2).map(([name, isError]) => [name, isError])).toEqual([
      ["write", true],
      ["submit_plan", true],
    ]);
    expect(bench.project.read("a.txt")).toBe("one\n");
  });
});
