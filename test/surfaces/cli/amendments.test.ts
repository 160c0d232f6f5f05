import { expect, it } from "vitest";
import { answer } from "../../../src/desk/requests.ts";
import { openRequests } from "../../../src/lifecycle/request.ts";
import { planOf, runStage } from "../../../testing/plan-stages.ts";
import { must } from "../../desk/fixture.ts";
import { RunBench } from "./run-bench.ts";

it("show tells what a person added to a step after the signature, as text and as JSON", async () => {
  const bench = new RunBench();
  const id = await bench.at(async (desk) => {
    const person = must(desk.authenticate({ via: "token", secret: bench.secret }));
    const stage = { run: "asking for more", turn: "goes on", holder: "here" } as const;
    const made = await runStage({ desk, person }, stage);
    if (made === undefined) throw new Error("There is no such state.");
    const asked = openRequests((await planOf({ desk }, made.id)).requests).find(({ kind }) => kind === "amendment");
    expect(bench.run(["show", made.id]).out).not.toContain(" added ");
    must(await answer(desk, asked?.id ?? "", { kind: "amendment", choice: "add" }, person));
    await made.release();
    return made.id;
  });
  expect(bench.run(["show", id]).out).toMatch(/ana added b to step one (?:just now|\d+ s ago|now)/);
  const [amendment, ...others] = bench.run(["show", id, "--json"]).json.plan.amendments;
  expect([amendment, others]).toEqual([
    expect.objectContaining({ step_id: "one", files: ["b"], by: expect.objectContaining({ name: "ana" }) }),
    [],
  ]);
});
