import { once } from "node:events";
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Step } from "../../src/plan/plan.ts";
import { checkByCommand } from "../../src/run/check-by-command.ts";
import { keptAgent } from "../../src/run/end-kept-processes.ts";
import { processesOf } from "../../src/run/end-processes.ts";
import { KeptProcesses } from "../../src/run/kept-processes.ts";
import { SWITCHED_OFF } from "../../src/sandbox/sandbox.ts";
import { fixture } from "../desk/fixture.ts";

const left: KeptProcesses[] = [];
afterEach(async () => {
  for (const kept of left.splice(0)) await kept.endAll();
});

/** A process that runs, and its check. */
async function begun(fields: Partial<Step> = {}) {
  const f = fixture();
  const env = { ...process.env, ...f.env };
  const step = {
    id: "server",
    title: "Serve",
    keeps: "web",
    run: "touch begun; sleep 1000",
    verify: "true",
    ...fields,
  };
  const plan = { id: "PLAN-a1b2c3d4", title: "Serve", steps: [step] };
  const agent = `kept-${f.root.slice(-6)}`;
  const told: string[] = [];
  const where = { desk: f.desk, env, sandbox: async () => SWITCHED_OFF, plan };
  const kept = new KeptProcesses({ ...where, output: () => {}, tell: (words) => void told.push(words) });
  left.push(kept);
  const check = checkByCommand(where);
  const seen = once(watch(f.project), "change");
  await kept.run({
    ...{ plan_id: plan.id, run_id: "run", plan, step, attempt: 1, subagent_id: agent, selections: {}, notes: {} },
    limits: { max_turns: 1, time: 60_000 },
  });
  if (!existsSync(join(f.project, "begun"))) await seen;
  const ready = (limit: number, signal = new AbortController().signal) =>
    kept.ready(step, { signal, limit }, (over) => check(step, step.verify, over, agent));
  return { f, kept, told, ready, living: () => processesOf(keptAgent(agent)) };
}

describe("a kept process", () => {
  it.each([
    "echo not yet; false",
    "sleep 1000",
  ])("that is not ready in time has failed, and is ended: %s", async (verify) => {
    const { ready, living } = await begun({ verify });
    expect(living()).not.toEqual([]);
    const { ok, said } = await ready(400);
    expect(ok).toBe(false);
    expect(said).toMatch(/^web was not ready after .*\. verify_minutes in the step, or the setting/);
    if (verify.startsWith("echo")) expect(said).toContain("not yet");
    expect(living()).toEqual([]);
  });

  it("is ended when a person stops the step before it is ready", async () => {
    const { ready, living } = await begun({ verify: "sleep 1000" });
    const stop = new AbortController();
    const checked = ready(60_000, stop.signal);
    stop.abort();
    expect(await checked).toMatchObject({ ok: false, said: "It was stopped." });
    expect(living()).toEqual([]);
  });

  it("that ends at the moment in which its check passes was never ready", async () => {
    const { ready, told } = await begun({
      run: "touch begun; until test -e passed; do :; done; exit 4",
      verify: "touch passed",
    });
    expect(await ready(60_000)).toMatchObject({ ok: false, said: "web ended before it was ready: exit code 4" });
    expect(told).toEqual([]);
  });
});
