import { describe, expect, it } from "vitest";
import {
  completions,
  type PlanInput,
  readPlanInput,
  SUB_COMMANDS,
} from "../../../../src/surfaces/terminal/commands/plan-input.ts";

const known = {
  plans: ["PLAN-7c1e90ab"],
  steps: ["sign", "both"],
  decisions: ["algorithm"],
  models: ["demo/small", "demo/large"],
};

describe("/plan", () => {
  it.each<[string, PlanInput]>([
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
    ["Status", { kind: "mistyped", command: "status", goal: "Status" }],
    ["stauts", { kind: "mistyped", command: "status", goal: "stauts" }],
    ["resum PLAN-7c1e90ab", { kind: "mistyped", command: "resume PLAN-7c1e90ab", goal: "resum PLAN-7c1e90ab" }],
    ["lists of users by name", { kind: "goal", goal: "lists of users by name" }],
    ["resume", { kind: "command", name: "resume", args: [] }],
    ["resume PLAN-7c1e90ab", { kind: "command", name: "resume", plan: "PLAN-7c1e90ab", args: [] }],
    ["resume plan-7c", { kind: "command", name: "resume", plan: "plan-7c", args: [] }],
    ["resume the upload", { kind: "goal", goal: "resume the upload" }],
    ["retry PLAN-7c anything", { kind: "command", name: "retry", plan: "PLAN-7c", args: ["anything"] }],
    ["pause PLAN-7c --now", { kind: "command", name: "pause", plan: "PLAN-7c", args: [], flagged: true }],
    ["pause", { kind: "command", name: "pause", args: [] }],
    ["pause --now", { kind: "command", name: "pause", args: [], flagged: true }],
    [
      "rollback PLAN-7c sign --everything",
      {
        ...{ kind: "command", name: "rollback", plan: "PLAN-7c", args: ["sign"], flagged: true },
        rest: "--everything",
      },
    ],
    ["rollback --everything", { kind: "command", name: "rollback", args: [], flagged: true }],
    ["archive PLAN-7c --undo", { kind: "command", name: "archive", plan: "PLAN-7c", args: [], flagged: true }],
    ["clone PLAN-7c", { kind: "command", name: "clone", plan: "PLAN-7c", args: [] }],
    ["clone the repository", { kind: "goal", goal: "clone the repository" }],
    ["pause the upload when the network is gone", { kind: "goal", goal: "pause the upload when the network is gone" }],
    ["retry sign", { kind: "command", name: "retry", args: ["sign"] }],
    ["retry uploads three times", { kind: "goal", goal: "retry uploads three times" }],
    ["decide algorithm RS256", { kind: "command", name: "decide", args: ["algorithm", "RS256"], rest: "RS256" }],
    ["decide algorithm a\nb", { kind: "command", name: "decide", args: ["algorithm", "a", "b"], rest: "a\nb" }],
    ["decide algoritm RS256", { kind: "command", name: "decide", args: ["algoritm", "RS256"], rest: "RS256" }],
    ["start decide on a colour", { kind: "goal", goal: "decide on a colour" }],
    ["skip both not needed", { kind: "command", name: "skip", args: ["both", "not", "needed"], rest: "not needed" }],
    ["auto on", { kind: "command", name: "auto", args: ["on"] }],
    ["auto on save", { kind: "goal", goal: "auto on save" }],
    ["diff PLAN-7c1e90ab", { kind: "command", name: "diff", plan: "PLAN-7c1e90ab", args: [] }],
    ["diff view for images", { kind: "goal", goal: "diff view for images" }],
    ["queue", { kind: "command", name: "queue", args: [] }],
    ["queue PLAN-7c1e90ab", { kind: "command", name: "queue", plan: "PLAN-7c1e90ab", args: [] }],
    ["queue PLAN-7c1e90ab -2", { kind: "command", name: "queue", plan: "PLAN-7c1e90ab", args: ["-2"] }],
    ["queue PLAN-7c1e90ab soon", { kind: "goal", goal: "queue PLAN-7c1e90ab soon" }],
    ["queue PLAN-7c1e90ab 1 2", { kind: "goal", goal: "queue PLAN-7c1e90ab 1 2" }],
    ["queue the mails", { kind: "goal", goal: "queue the mails" }],
    ["queue clear", { kind: "command", name: "queue", args: ["clear"] }],
    ["queue clear all mails", { kind: "goal", goal: "queue clear all mails" }],
    ["queue PLAN-7c1e90ab clear", { kind: "goal", goal: "queue PLAN-7c1e90ab clear" }],
    ["model demo/large", { kind: "command", name: "model", args: ["demo/large"] }],
    ["model PLAN-7c other/a/b", { kind: "command", name: "model", plan: "PLAN-7c", args: ["other/a/b"] }],
    ["model", { kind: "command", name: "model", args: [] }],
    ["model users and roles", { kind: "goal", goal: "model users and roles" }],
    ["help", { kind: "command", name: "help", args: [] }],
    ["help queue", { kind: "command", name: "help", args: ["queue"] }],
    ["help users to sign up", { kind: "goal", goal: "help users to sign up" }],
    ["unqueue PLAN-7c1e90ab", { kind: "command", name: "unqueue", plan: "PLAN-7c1e90ab", args: [] }],
    ["cancel", { kind: "command", name: "cancel", args: [] }],
    ["cancel button", { kind: "goal", goal: "cancel button" }],
    ["constructor", { kind: "goal", goal: "constructor" }],
    [" add a cache ", { kind: "goal", goal: "add a cache" }],
  ])("%j", (text, expected) => {
    expect(readPlanInput(text, known)).toEqual(expected);
  });

  it("completes sub-commands, and then what they take", () => {
    expect(completions("", known)).toHaveLength(Object.keys(SUB_COMMANDS).length);
    expect(completions("re", known).map(({ value }) => value)).toEqual(["review", "resume", "retry"]);
    expect(completions("retry s", known).map(({ value }) => value)).toEqual(["retry sign"]);
    expect(completions("auto ", known).map(({ label }) => label)).toEqual(["on", "off"]);
    expect(completions("model demo/l", known).map(({ value }) => value)).toEqual(["model demo/large"]);
    expect(completions("queue ", known).map(({ label }) => label)).toEqual(["clear", "PLAN-7c1e90ab"]);
    expect(completions("help qu", known).map(({ value }) => value)).toEqual(["help queue"]);
    expect(completions("redesign the", known)).toEqual([]);
  });

  it.each([
    "decide algorithm RS",
    "decide algorithm ",
    "skip both not",
    "queue PLAN-7c1e90ab 1",
  ])("leave what follows a name to the person: %j", (typed) => {
    expect(completions(typed, known)).toEqual([]);
  });

  it("end where a word is complete: then Enter sends it, and does not complete it once more", () => {
    const known = { plans: [], steps: ["a", "ab"], decisions: [], models: [] };
    expect(completions("resume", known)).toEqual([]);
    expect(completions("resum", known).map(({ value }) => value)).toEqual(["resume"]);
    expect(completions("retry ab", known)).toEqual([]);
    expect(completions("retry a", known).map(({ value }) => value)).toEqual(["retry a", "retry ab"]);
  });
});
