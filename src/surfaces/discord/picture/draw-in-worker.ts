// What runs in the thread that draws: a subject comes in, a picture goes out.
import { parentPort } from "node:worker_threads";
import { drawGraph } from "./graph-png.ts";
import type { GraphSubject } from "./graph-subject.ts";

parentPort?.on("message", async (subject: GraphSubject) => {
  parentPort?.postMessage(await drawGraph(subject));
});
