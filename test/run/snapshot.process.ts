import { openSnapshots } from "../../src/run/snapshot.ts";

/** Takes snapshots of a project until it is killed, or so many. */
const [project = "", home = "", runId = "", count = "1"] = process.argv.slice(2);
const snapshots = await openSnapshots(project, { env: process.env, home, planId: "PLAN-00000001", runId });
if ("none" in snapshots) throw new Error(snapshots.none);
console.log("open");
for (let attempt = 1; attempt <= Number(count); attempt += 1)
  console.log((await snapshots.take({ step: "s", attempt })).id);
