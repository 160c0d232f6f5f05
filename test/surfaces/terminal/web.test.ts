import { describe, expect, it } from "vitest";
import { runningServers } from "../../../src/desk/server-file.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { calls } from "../../agent/bench/model.ts";
import { openPlanBench, PLAN } from "./plan-bench.ts";

const ADDRESS = /(http:\/\/127\.0\.0\.1:\d+)\/(\S*)#code=([\w-]{32})/;

describe("/plan web", () => {
  it("starts a dashboard that outlives the session, and signs a browser in at the plan, once", async () => {
    const bench = await openPlanBench({ rows: 60 });
    const { home } = bench.desk;
    afterTest(() => {
      for (const { process: started } of runningServers(home)) process.kill(started.pid, "SIGKILL");
    });
    bench.says(calls(["submit_plan", { plan: PLAN }]));
    await bench.submit("/plan let a.txt say two");
    await bench.shows(/revision 1\n[\s\S]*1 approve/);
    bench.press("escape");
    await bench.submit("/plan web");
    const shown = await bench.shows("once, within 60 seconds");
    // The address is longer than a line.
    const joined = `${shown}${await bench.shows("#code=")}`.replace(/\s*\n\s*/g, "");
    const [, address = "", place = "", code = ""] = ADDRESS.exec(joined) ?? [];
    const { id } = await bench.plan();
    expect(place).toMatch(new RegExp(`^p/[\\w-]+/${id}$`));
    const signIn = () =>
      fetch(`${address}/api/sign-in`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: address },
        body: JSON.stringify({ code }),
      });
    const answer = await signIn();
    expect(await answer.json()).toMatchObject({ person: { is_local: true, access: "admin" } });
    expect((await signIn()).status).toBe(401);
  }, 90_000);
});
