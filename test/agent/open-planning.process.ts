import { type NewPlanning, openPlanning } from "../../src/agent/planner/open-planning.ts";
import { Desk } from "../../src/desk/desk.ts";
import { calls } from "./bench/model.ts";
import { scriptedPi } from "./bench/scripted-pi.ts";

/** Plans in the directory that is given, and waits for persons; the test kills it. */
const [directory = "", agentDir = "", submits = ""] = process.argv.slice(2);
const plan = { title: "Say two", steps: [{ id: "write", title: "Write it", run: "echo two > a.txt" }] };
const pi = await scriptedPi(agentDir, [
  submits === "" ? calls(["ask_user", { question: "Which two?" }]) : calls(["submit_plan", { plan: plan as never }]),
]);
const { COUNTERSIGN_AGENT: _, ...env } = process.env;
const desk = new Desk({ directory, env });
const ana = desk.authenticate({ via: "surface", surface: "web", id: "ana", name: "ana" });
if (!ana.ok) throw new Error(ana.refusal.message);
const onProgress: NewPlanning["onProgress"] = ({ type }) => {
  if (type === "asked" || type === "proposed") process.stdout.write(`${type}\n`);
};
const planning = await openPlanning({
  ...{ directory, env, goal: "say two", by: ana.value, surface: "web", onProgress },
  ...{ model: pi.modelName, models: pi.models, settings: pi.piSettings },
});
if (!planning.ok) throw new Error(planning.refusal.message);
