import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative } from "node:path";
import { samplePlan } from "./sample-plan.ts";

// Records every call that brings something to the disk, and prints them for each act, after its call has returned.

export interface Call {
  act: string;
  call: "fsync" | "fdatasync" | "rename";
  /** In the project; the directory of a commit under way is X. */
  path: string;
}

const [directory = ""] = process.argv.slice(2);
const root = fs.realpathSync(directory);
const calls: Omit<Call, "act">[] = [];
const paths = new Map<number, string>();

const { openSync, fsyncSync, fdatasyncSync, renameSync } = fs;
fs.openSync = (path, ...rest) => {
  const fd = openSync(path, ...rest);
  paths.set(fd, String(path));
  return fd;
};
fs.fsyncSync = (fd) => {
  fsyncSync(fd);
  note("fsync", paths.get(fd));
};
fs.fdatasyncSync = (fd) => {
  fdatasyncSync(fd);
  note("fdatasync", paths.get(fd));
};
fs.renameSync = (from, to) => {
  renameSync(from, to);
  note("rename", String(to));
};
syncBuiltinESMExports();

function note(call: Call["call"], path = ""): void {
  const inside = relative(root, path).replace(/\.unfinished\/[^/]+/, ".unfinished/X") || ".";
  if (!inside.startsWith("..")) calls.push({ call, path: inside });
}

const { Desk } = await import("../../src/desk/desk.ts");
const desk = new Desk({ directory: root });
const claim = desk.authenticate({ via: "surface", surface: "test", id: "ada", name: "Ada" });
if (!claim.ok) throw new Error(claim.refusal.message);
const person = claim.value;
const id = "PLAN-00000001";

await act("propose", () => desk.propose(samplePlan(id), person));
await act("reject", () => desk.send(id, { type: "reject", revision: 1 }, person));
await act("archive", () => desk.send(id, { type: "archive" }, person));
await act("restore", () => desk.send(id, { type: "restore" }, person));
await act("ask", () => desk.sendAgent("agent", { type: "ask", question: "Why?" }, person));

async function act(name: string, work: () => Promise<{ ok: boolean }>): Promise<void> {
  calls.length = 0;
  const outcome = await work();
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  const lines = calls.map((call) => JSON.stringify({ act: name, ...call }));
  fs.writeSync(1, `${lines.join("\n")}\n`);
}
