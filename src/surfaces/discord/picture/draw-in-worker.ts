// The drawing thread: gets a subject, returns a picture.
import { parentPort } from "node:worker_threads";
import type { GraphSubject } from "../../../picture/graph-subject.ts";
import { drawGraph } from "./graph-png.ts";

parentPort?.on("message", async (subject: GraphSubject) => {
  parentPort?.postMessage(await drawGraph(subject));
});
