import { describe, expect, it } from "vitest";
import {
  completions,
  type PlanWords,
  readPlanWords,
  SUB_COMMANDS,
} from "../../../../src/surfaces/terminal/commands/plan-words.ts";

const known = { plans: ["PLAN-7c1e90ab"], steps: ["sign", "both"], decisions: ["algorithm"] };

describe("/plan", () => {
  it.each<[string, PlanWords]>([
    ["", { kind: "bare" }],
    ["  ", { kind: "bare" }],
    ["start", { kind: "bare" }],
    ["start status", { kind: "goal", goal: "status" }],
    ["start the engine", { kind: "goal", goal: "the engine" }],
    ["started too early", { kind: "goal", goal: "started too early" }],
    ["-- cancel", { kind: "goal", goal: "cancel" }],
    ["list", { kind: "command", name: "list", args: [] }],
    ["list all users", { kind: "goal", goal: "list all users" }],
    ["status", { kind: "command", name: "status", args: [] }],
    ["status page redesign", { kind: "goal", goal: "status page redesign" }],
    ["Status", { kind: "goal", goal: "Status" }],
    ["pause", { kind: "command", name: "pause", args: [] }],
    ["pause --now", { kind: "command", name: "pause", args: ["--now"] }],
    ["pause the upload when the network is gone", { kind: "goal", goal: "pause the upload when the network is gone" }],
    ["retry sign", { kind: "command", name: "retry", args: ["sign"] }],
    ["retry uploads three times", { kind: "goal", goal: "retry uploads three times" }],
    ["decide algorithm RS256,ES256", { kind: "command", name: "decide", args: ["algorithm", "RS256,ES256"] }],
    ["decide on a colour", { kind: "goal", goal: "decide on a colour" }],
    ["skip both not needed", { kind: "command", name: "skip", args: ["both", "not", "needed"] }],
    ["auto on", { kind: "command", name: "auto", args: ["on"] }],
    ["auto on save", { kind: "goal", goal: "auto on save" }],
    ["diff PLAN-7c1e90ab", { kind: "command", name: "diff", args: ["PLAN-7c1e90ab"] }],
    ["diff view for images", { kind: "goal", goal: "diff view for images" }],
    ["queue", { kind: "command", name: "queue", args: [] }],
    ["queue PLAN-7c1e90ab", { kind: "command", name: "queue", args: ["PLAN-7c1e90ab"] }],
    ["queue PLAN-7c1e90ab -2", { kind: "command", name: "queue", args: ["PLAN-7c1e90ab", "-2"] }],
    ["queue PLAN-7c1e90ab soon", { kind: "goal", goal: "queue PLAN-7c1e90ab soon" }],
    ["queue PLAN-7c1e90ab 1 2", { kind: "goal", goal: "queue PLAN-7c1e90ab 1 2" }],
    ["queue the mails", { kind: "goal", goal: "queue the mails" }],
    ["unqueue PLAN-7c1e90ab", { kind: "command", name: "unqueue", args: ["PLAN-7c1e90ab"] }],
    ["cancel", { kind: "command", name: "cancel", args: [] }],
    ["cancel button", { kind: "goal", goal: "cancel button" }],
    ["constructor", { kind: "goal", goal: "constructor" }],
    [" add a cache ", { kind: "goal", goal: "add a cache" }],
  ])("%j", (text, expected) => {
    expect(readPlanWords(text, known)).toEqual(expected);
  });

  it("completes sub-commands, and then what they take", () => {
    expect(completions("", known)).toHaveLength(Object.keys(SUB_COMMANDS).length);
    expect(completions("re", known).map(({ value }) => value)).toEqual(["review", "resume", "retry"]);
    expect(completions("retry s", known).map(({ value }) => value)).toEqual(["retry sign"]);
    expect(completions("auto ", known).map(({ label }) => label)).toEqual(["on", "off"]);
    expect(completions("redesign the", known)).toEqual([]);
  });

  it("end where a word is complete: then Enter sends it, and does not complete it once more", () => {
    const known = { plans: [], steps: ["a", "ab"], decisions: [] };
    expect(completions("resume", known)).toEqual([]);
    expect(completions("resum", known).map(({ value }) => value)).toEqual(["resume"]);
    expect(completions("retry ab", known)).toEqual([]);
    expect(completions("retry a", known).map(({ value }) => value)).toEqual(["retry a", "retry ab"]);
  });
});
