import { setTimeout as pause } from "node:timers/promises";
import { expect, it } from "vitest";
import { plainWatcher } from "../../../../src/surfaces/cli/run/plain-watcher.ts";
import type { Session } from "../../../../src/surfaces/cli/session.ts";
import { styleFor } from "../../../../src/surfaces/cli/style.ts";
import { ANN, approve, as, given, later, planOf, propose, START, start } from "../../../builders.ts";

it("says again and again what a step waits for, until it waits no longer", async () => {
  const PLAN = planOf("a");
  const lines: string[] = [];
  const watcher = plainWatcher({ style: styleFor(false, {}) } as Session, {
    sayEvery: 20,
    write: (text) => lines.push(text),
  });
  watcher.begin(given(propose(PLAN), approve(PLAN), START, start("a")));
  const until = new Date(Date.now() + 45_400).toISOString();
  const news = { type: "progress", step_id: "a", attempt: 1, subagent_id: "s" } as const;
  watcher.tell({ ...news, progress: { type: "waiting", reason: "acme/one asks to slow down", until } });
  const said = () => lines.filter((line) => line === "a waits: acme/one asks to slow down (45 s left)\n").length;
  while (said() < 2) await pause(5);
  watcher.tell({ ...news, progress: { type: "activity", text: "reads" } });
  const before = said();
  await pause(60);
  expect(said()).toBe(before);
  await watcher.close();
});

it("says what a step waits for that runs again by itself, and how to answer otherwise", async () => {
  const PLAN = planOf("a");
  const lines: string[] = [];
  const watcher = plainWatcher({ style: styleFor(false, {}) } as Session, {
    sayEvery: 20,
    write: (text) => lines.push(text),
  });
  const at = new Date(Date.now() + 400).toISOString();
  const running = given(propose(PLAN), approve(PLAN), START, start("a"));
  const refused = later(running, {
    ...({ type: "end_step", step_id: "a", outcome: "interrupted", ask: "provider" } as const),
    notes: "acme/one asks to slow down",
  });
  const [request] = Object.values(refused.requests).filter(({ kind }) => kind === "interruption");
  const answer = { kind: "interruption", choice: "wait" } as const;
  const waits = later(refused, as(ANN, { type: "answer", request_id: request?.id ?? "", answer }, { at }));
  watcher.begin(running);
  watcher.tell({ type: "changed", plan: refused });
  expect(lines.join("")).toMatch(/waits for you: .*provider refuses it.*again\|failed\|skip\|wait\|stop/s);
  watcher.tell({ type: "changed", plan: waits });
  expect(lines.join("")).toMatch(
    /Step a waits for its provider, and runs again at \d\d:\d\d UTC\.\n {2}to answer otherwise: countersign answer /,
  );
  const said = () => lines.filter((line) => line === "a waits: acme/one asks to slow down (5 min left)\n").length;
  while (said() < 2) await pause(5);
  await watcher.close();
});
