import { describe, expect, it } from "vitest";
import { queueEntries } from "../../../src/run/read-queue.ts";
import { hands } from "../../agent/bench/extension.ts";
import { must } from "../../desk/fixture.ts";
import { countersign, openPlanBench, type PlanBench } from "./plan-bench.ts";

/** A plan of one command, signed by this user, and its id. */
async function signed({ desk }: PlanBench, title: string, more: object = {}): Promise<string> {
  const me = must(desk.authenticate({ via: "terminal" }));
  const draft = { title, steps: [{ id: "do", title: "Do it", run: "true" }], ...more };
  const { plan } = must(await desk.propose(draft, me));
  must(await desk.send(plan.id, { type: "approve", revision: 1, digest: plan.proposal.digest }, me));
  return plan.id;
}

const order = async ({ desk }: PlanBench) => (await queueEntries(desk)).map(({ title }) => title);

describe("/plans and the queue", () => {
  it("puts plans into it, moves them, gives them another priority, and takes them out, all in the list", async () => {
    const bench = await openPlanBench({ rows: 30 });
    for (const title of ["Third", "Second", "First"]) await signed(bench, title);
    await bench.submit("/plans");
    await bench.shows(/Approved\n › ▷ First/);
    await bench.press("q");
    await bench.shows(/Queue · running now: 0 of at most 1\n › 1\. First .*may run now/);
    await bench.shows(/PLAN-\w+ is in the queue: number 1 of 1, priority 0\./);
    await bench.press("down", "q");
    await bench.shows(/› 2\. Second .*others first/);
    await bench.press("down", "q");
    await bench.shows(/› 3\. Third/);
    expect(await order(bench)).toEqual(["First", "Second", "Third"]);
    await bench.press("K");
    await bench.shows(/1\. ↑1 First[\s\S]*› 2\. ↑1 Third[\s\S]*3\. Second/);
    await bench.press("1");
    await bench.shows(/› 1\. ↑2 Third/);
    await bench.press("J");
    await bench.shows(/› 2\. ↑2 Third/);
    await bench.press("-", "-", "-");
    await bench.shows(/› 3\. ↓1 Third/);
    await bench.press("J");
    await bench.shows(/PLAN-\w+ is the last already\./);
    await bench.press("q");
    await bench.shows(/PLAN-\w+ is no longer in the queue; it stays approved\./);
    await bench.shows(/Approved\n › ▷ Third/);
    expect(await order(bench)).toEqual(["First", "Second"]);
  });

  it("refuses in words to bring a plan before the one that it waits for", async () => {
    const bench = await openPlanBench({ rows: 30 });
    const first = await signed(bench, "First");
    const second = await signed(bench, "Second", { depends_on_plans: [first] });
    for (const id of [first, second]) countersign(bench, "queue", "add", id);
    await bench.submit("/plans");
    await bench.shows(`waits for ${first}, which is in the queue: First`);
    await bench.press("down", "1");
    await bench.shows(`${second} cannot come before ${first}: it waits for`);
    expect(await order(bench)).toEqual(["First", "Second"]);
  });

  it("follows what others do to it, also where nobody plans", async () => {
    const bench = await openPlanBench({ rows: 30 });
    const [first, second] = [await signed(bench, "First"), await signed(bench, "Second")];
    await bench.submit("/plans");
    await bench.shows(/Approved\n › ▷ Second/);
    countersign(bench, "queue", "add", first, "--priority", "7");
    await bench.shows(/1\. ↑7 First/);
    countersign(bench, "queue", "add", second);
    // What was selected stays so, wherever it goes.
    await bench.shows(/1\. ↑7 First[\s\S]*› 2\. Second/);
    countersign(bench, "queue", "run");
    await bench.shows(/Done\n[\s\S]*✓ First .*1\/1 +completed/);
    await bench.shows(/› ✓ Second .*1\/1 +completed/);
    await bench.hides("Queue ·");
  });

  it("is where it was when somebody comes back from a plan", async () => {
    const bench = await openPlanBench({ rows: 30 });
    for (const title of ["Third", "Second", "First"]) await signed(bench, title);
    await bench.submit("/plans");
    await bench.shows(/› ▷ First/);
    await bench.press("down", "enter");
    await bench.shows("revision 1");
    await bench.press("escape");
    await bench.shows(/› ▷ Second/);
  });

  it("leaves the way free to what it was asked to show", async () => {
    const bench = await openPlanBench({ rows: 30 });
    await signed(bench, "First");
    await bench.submit("/plans");
    await bench.shows(/› ▷ First/);
    await bench.press("s");
    await bench.shows(/Total: about/);
    await bench.hides("esc close");
  });
});

describe("/plan queue", () => {
  it("puts a plan into the queue and tells its place; alone it shows all; unqueue takes it out", async () => {
    const bench = await openPlanBench({ rows: 40 });
    await bench.submit("/plan queue");
    await bench.shows(/The queue is empty\. \/plan queue <plan> adds an approved plan\./);
    const [first, second] = [await signed(bench, "First"), await signed(bench, "Second")];
    await bench.submit(`/plan queue ${first}`);
    await bench.shows(`${first} is in the queue: number 1 of 1, priority 0.`);
    await bench.submit(`/plan queue ${second} 5`);
    await bench.shows(`${second} is in the queue: number 1 of 2, priority 5.`);
    await bench.submit("/plan queue");
    await bench.shows(`1. ${second}  Second  priority 5, queued just now`);
    await bench.shows(`2. ${first}  First  priority 0, queued just now`);
    await bench.submit(`/plan unqueue ${second}`);
    await bench.shows(`${second} is no longer in the queue; it stays approved.`);
    await bench.submit(`/plan unqueue ${second}`);
    await bench.shows("The plan is not in the queue.");
    expect(await order(bench)).toEqual(["First"]);
  });

  it("clear takes all plans out, and says so of an empty queue", async () => {
    const bench = await openPlanBench({ rows: 40 });
    for (const title of ["First", "Second"]) countersign(bench, "queue", "add", await signed(bench, title));
    await bench.submit("/plan queue clear");
    await bench.shows("Took 2 plans out of the queue; they stay approved.");
    expect(await order(bench)).toEqual([]);
    await bench.submit("/plan queue clear");
    await bench.shows("The queue was empty.");
  });

  it.each(["/plan queue PLAN", "/plan queue clear"])("is asked about when an extension sends %s", async (command) => {
    const { held, pi } = hands();
    const bench = await openPlanBench({ extensions: [held] });
    const id = await signed(bench, "First");
    const other = await signed(bench, "Other");
    countersign(bench, "queue", "add", other);
    await bench.submit("/plan queue");
    pi().sendUserMessage(command.replace("PLAN", id), { expandPromptTemplates: true });
    await bench.shows("Run this command?");
    await bench.press("2");
    await bench.hides("Run this command?");
    expect(await order(bench)).toEqual(["Other"]);
  });
});
