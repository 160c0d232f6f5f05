import type { SharedPlan } from "../../src/lifecycle/shared-plan.ts";

/** A shared run in which every text is made by the same function. */
export function sharedSample(text: (name: string) => string = (name) => name): SharedPlan {
  const at = "2026-11-15T09:00:00.000Z";
  const who = (name: string, kind: SharedPlan["signatures"][number]["by"]["kind"] = "person") => {
    return { name: text(name), kind, surface: text("surface") };
  };
  return {
    format: 1,
    exported_at: at,
    project: text("project"),
    plan: {
      id: "PLAN-7c1e90ab",
      title: text("title"),
      goal: text("goal"),
      summary: text("summary"),
      steps: [
        {
          ...{ id: "one", title: text("step title"), description: text("description"), mode: "code", risk: "high" },
          ...{
            owner: text("owner"),
            tools: [text("tool")],
            denied_tools: [text("denied")],
            operation: text("operation"),
          },
          ...{
            target: text("target"),
            model: text("model"),
            system_prompt_suffix: text("prompt"),
            files: [text("glob")],
          },
          ...{ run: text("run"), keeps: "server", verify: text("verify"), undo: text("undo"), decision_id: "which" },
          ...{ estimate: { minutes: 3, tokens: 5, cost: 1 }, commits: true, max_tokens: 7, max_turns: 2 },
        },
        { id: "two", title: text("other title"), depends_on: ["one"] },
        { id: "three", title: text("third title"), depends_on: ["one", "gone"] },
      ],
      decisions: [
        {
          ...{ decision_id: "which", header: text("header"), question: text("question"), recommended: text("label") },
          options: [{ label: text("label"), description: text("about") }, { label: text("other label") }],
        },
      ],
      questions: [text("open question")],
      assumptions: [text("assumption")],
      risks: [text("danger")],
      validation: text("validation"),
      context: {
        notes: text("context notes"),
        tool_outputs: {
          [text("output name")]: { tool: text("its tool"), operation: text("its operation"), data: [text("data")] },
        },
        artifacts: [{ name: "a.txt", sha256: "0".repeat(64) }],
      },
      sections: [{ heading: text("heading"), body: text("body") }],
      tools_required: [text("required")],
      base_commit: text("commit"),
      planner_model: text("planner"),
      executor_model: text("executor"),
    },
    status: "failed",
    journal: { records: 12, verified: false, problem: text("problem") },
    revision: 2,
    digest: `sha256:${"5b0f7e21".repeat(8)}`,
    requester: who("requester"),
    proposed_by: who("proposer", "agent"),
    proposed_at: text("proposed at"),
    seal: { share: 0.5, is_void: false, words: text("seal words") },
    signatures: [{ by: who("signer"), at, notes: text("signer notes") }],
    needed: 2,
    left_out: [text("left out")],
    executor_model: text("chosen model"),
    voided: { by: [who("voided signer")], revision: 1 },
    reviews: [
      {
        ...{ by: who("reviewer"), at: text("review at"), revision: 1, verdict: "changes_requested" },
        ...{
          feedback: text("feedback"),
          comments: [{ on: text("comment place"), quote: text("quote"), text: text("comment"), state: "lost" }],
        },
      },
    ],
    answers: [{ question: text("request"), at, answer: text("answer"), by: who("answerer"), answered_at: at }],
    selections: { which: [text("label")] },
    run: { started_at: at, ended_at: at, seconds: 61, by: who("host", "host"), words: text("reason") },
    steps: [
      {
        ...{
          id: "one",
          status: "failed",
          attempts: 2,
          seconds: 61,
          tokens: 1200,
          cost: 0.5,
          notes: text("step notes"),
        },
        ...{ error: text("error"), output: text("output"), surprises: [text("surprise")] },
        files: [{ path: text("path"), how: "changed" }],
        patch: `diff --git a/${text("old path")} b/x\n+${text("added line")}\n-${text("removed line")}\n`,
        patch_left_out: text("patch left out"),
      },
      { id: "two", status: "blocked", attempts: 0, notes: text("blocked notes") },
      { id: "three", status: "pending", attempts: 0 },
    ],
    amendments: [{ step: text("amended step"), by: who("amender"), at, adds: text("adds") }],
    rolled_back: [{ by: who("roller"), at, steps: [text("rolled step")] }],
    history: [{ at, words: text("history words"), tone: "person", detail: text("detail") }],
    history_left_out: 3,
  };
}
