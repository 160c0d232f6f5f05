import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { tellOnBus } from "../../../src/agent/bus.ts";
import { Desk } from "../../../src/desk/desk.ts";
import { watch } from "../../../src/desk/watch.ts";
import { BINARY, PLAN, Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

describe("watch", () => {
  it("prints what other processes do, as it happens, and ends cleanly", async () => {
    bench.write("plan.md", PLAN);
    const { id } = bench.run(["propose", "plan.md", "--json"]).json.plan;
    const watcher = spawn(process.execPath, [BINARY, "watch", "--past", "--json"], {
      cwd: bench.project,
      env: bench.env,
    });
    const names: string[] = [];
    const seen = new Map<string, () => void>();
    const until = (name: string) =>
      new Promise<void>((resolve) => (names.includes(name) ? resolve() : seen.set(name, resolve)));
    createInterface({ input: watcher.stdout }).on("line", (line) => {
      const { event } = JSON.parse(line);
      if (!event) return;
      expect(event.data.text).toBeUndefined();
      names.push(event.name);
      seen.get(event.name)?.();
    });
    await until("plan.proposed");
    bench.as("ana", ["approve", id]);
    await until("decision.requested");
    expect(names).toEqual([
      "plan.proposed",
      "request.opened",
      "plan.signed",
      "request.answered",
      "plan.approved",
      "request.opened",
      "decision.requested",
    ]);
    const ended = new Promise((resolve) => watcher.on("exit", resolve));
    watcher.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  it("applies a time-out when it is due, and prints it", async () => {
    const options = [{ label: "now" }, { label: "later" }];
    const decision = { decision_id: "when", header: "When", question: "When?", options, default: ["later"] };
    const draft = { title: "Waits", steps: [{ id: "one", title: "One", decision_id: "when" }], decisions: [decision] };
    bench.write("../home/plans.json", JSON.stringify({ decision_timeout_seconds: 1 }));
    const { id } = bench.run(["propose", "-", "--json"], { input: JSON.stringify(draft) }).json.plan;
    const watcher = spawn(process.execPath, [BINARY, "watch", id, "--past", "--json"], {
      cwd: bench.project,
      env: bench.env,
    });
    const closed = new Promise((resolve) => {
      createInterface({ input: watcher.stdout }).on("line", (line) => {
        const { event } = JSON.parse(line);
        if (event?.name === "request.closed") resolve([event.data.how, event.by.kind]);
      });
    });
    bench.as("ana", ["approve", id]);
    expect(await closed).toEqual(["expired", "host"]);
    const ended = once(watcher, "exit");
    watcher.kill("SIGINT");
    await ended;
  });

  it("tells programs what the bus tells, event by event, and people which step of which plan became what", async () => {
    const id = ranPlan();
    const bus: unknown[] = [];
    const pi = {
      events: { emit: (name: string, event: unknown) => name.startsWith("countersign:") && bus.push(event) },
    };
    const desk = new Desk({ directory: bench.project, env: bench.env });
    for await (const event of watch(desk, { since: 0 })) {
      tellOnBus(pi as never, event);
      if (event.name === "plan.completed") break;
    }
    desk.close();
    const told = (await watched(["--json"], "plan.completed")).map((line) => JSON.parse(line).event);
    expect(told).toHaveLength(bus.length);
    for (const [at, event] of bus.entries()) {
      const { data, ...rest } = event as { data: { text?: string } };
      const { text: _, ...without } = data;
      expect(told[at]).toMatchObject({ ...rest, data: without });
    }
    const lines = await watched([], "plan.completed");
    expect(lines.filter((line) => line.includes("step.updated"))).toEqual([
      expect.stringMatching(new RegExp(`^\\d\\d:\\d\\d:\\d\\d  ${id}  step.updated  do: pending → in_progress  `)),
      expect.stringMatching(new RegExp(`${id}  step.updated  do: in_progress → completed`)),
    ]);
    expect(lines[0]).toContain("plan.proposed  Do it once");
  });
});

function ranPlan(): string {
  const draft = { title: "Do it once", steps: [{ id: "do", title: "Do it", run: "true" }] };
  const { id } = bench.run(["propose", "-", "--json"], { input: JSON.stringify(draft) }).json.plan;
  bench.as("ana", ["approve", id]);
  expect(bench.run(["run", id]).code).toBe(0);
  return id;
}

/** The lines of `watch --past`, up to the one that names this event. */
async function watched(options: string[], last: string): Promise<string[]> {
  const watcher = spawn(process.execPath, [BINARY, "watch", "--past", ...options], {
    cwd: bench.project,
    env: bench.env,
  });
  const ended = once(watcher, "exit");
  const lines: string[] = [];
  for await (const line of createInterface({ input: watcher.stdout })) {
    lines.push(line);
    if (line.includes(last)) break;
  }
  watcher.kill("SIGINT");
  await ended;
  return lines;
}
