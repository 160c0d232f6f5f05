import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { calls, says } from "../../agent/bench/model.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { openPlanBench, PLAN } from "./plan-bench.ts";

it("tells the terminal that a person is awaited, and afterwards that the agent works or rests", async () => {
  const bench = await openPlanBench();
  bench.says(calls(["ask_user", { question: "Which\u001b word?", options: ["two", "three"] }]), says("Thanks."));
  const { terminal } = bench;
  expect(terminal.programStatus).toMatchObject({ state: "idle", app: "pi" });
  await bench.submit("/plan let a.txt say two");
  await bench.shows("1  two");
  const question = "The agent asks: Which‹U+001B› word?";
  expect(terminal.programStatus).toEqual({ state: "blocked", app: "pi", kind: "question", message: question });
  const { programStatuses } = terminal;
  const before = programStatuses.length;
  await bench.press("1");
  await bench.shows("Thanks.");
  await bench.settled();
  expect(programStatuses.slice(before).map(({ state }) => state)).toEqual(["working", "done"]);
  bench.says(calls(["submit_plan", { plan: PLAN }]));
  await bench.submit("plan it");
  await bench.shows("1 approve");
  const { id } = await bench.plan();
  expect(terminal.programStatus).toMatchObject({ state: "blocked", message: `${id} waits for your review` });
  await bench.press("escape");
  await bench.hides("1 approve");
  expect(terminal.programStatus).toMatchObject({ state: "idle" });
});

it("tells it of a question that is no request, too", async () => {
  const bench = await openPlanBench();
  await bench.submit("/plan stats");
  const heading = "Did you mean the command or a goal?";
  await bench.shows(heading);
  expect(bench.terminal.programStatus).toMatchObject({ state: "blocked", kind: "question", message: heading });
  await bench.press("escape");
  await bench.hides(heading);
  expect(bench.terminal.programStatus).toMatchObject({ state: "idle" });
});

it("names the key that the person has chosen to unfold a card", async () => {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  writeFileSync(join(project.agentDir, "keybindings.json"), JSON.stringify({ "app.tools.expand": "alt+e" }));
  const bench = await openPlanBench({ project });
  bench.says(calls(["submit_plan", { plan: PLAN }]));
  await bench.submit("/plan let a.txt say two");
  await bench.shows("1 approve");
  await bench.press("escape");
  expect(await bench.shows("waits for review")).toMatch(/… \d+ more \(alt\+e\)/);
});
