import type { PolicySettings } from "./situation.ts";

type Level = PolicySettings["level"];

/** What holds for an agent that plans, after "the agent is". Only one level keeps it from changing anything. */
export function restraintWords(level: Level = "enforce"): string {
  return level === "enforce"
    ? "read-only"
    : `only told to read: level ${level} lets forbidden calls run, and records them`;
}
