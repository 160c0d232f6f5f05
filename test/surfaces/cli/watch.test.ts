import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
    bench.write("plan.md", PLAN);
    bench.write("../home/plans.json", JSON.stringify({ decision_timeout_seconds: 1 }));
    const { id } = bench.run(["propose", "plan.md", "--json"]).json.plan;
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
});
