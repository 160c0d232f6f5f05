// The drawing thread: gets a subject, returns a picture.
import { parentPort } from "node:worker_threads";
import { drawGraph } from "./graph-png.ts";
import type { GraphSubject } from "./graph-subject.ts";

parentPort?.on("message", async (subject: GraphSubject) => {
  parentPort?.postMessage(await drawGraph(subject));
});
