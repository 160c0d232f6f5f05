import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brokenGroups } from "../../../../src/desk/broken-journal.ts";
import type { PlanRow } from "../../../../src/desk/rows.ts";
import { INACTIVE } from "../../../../src/lifecycle/agent-phase.ts";
import { compareRevisions } from "../../../../src/plan/compare-revisions.ts";
import type { CardMessage } from "../../../../src/surfaces/discord/cards/card-message.ts";
import { detailsPage } from "../../../../src/surfaces/discord/cards/details-message.ts";
import { diffMessage, simulationMessage } from "../../../../src/surfaces/discord/cards/diff-message.ts";
import { plansMessage } from "../../../../src/surfaces/discord/cards/plans-message.ts";
import { statusMessage } from "../../../../src/surfaces/discord/cards/status-message.ts";
import { noticeMessage, refusalMessage } from "../../../../src/surfaces/discord/cards/text-message.ts";
import { ANN, given, givenAgent, planOf, propose, T0 } from "../../../builders.ts";
import { runs } from "../../../runs.ts";
import { cardText } from "./card-text.ts";
import { breakouts, markdownIn } from "./live-text.ts";
import { oddText } from "./odd-plan.ts";
import { problemsOf } from "./problems-of.ts";

const row = (id: string, title: string): PlanRow => ({
  ...{ id, title, status: "proposed", revision: 1, version: 1, digest: "", created_at: T0, updated_at: T0 },
  ...{ requester: "ann", priority: 0, archived: false, steps: 3, steps_done: 0, risk: "low", waiting: 1 },
});

const sound = (message: CardMessage) => {
  expect(problemsOf(message)).toEqual([]);
  expect(markdownIn(message.components).flatMap(breakouts)).toEqual([]);
  return cardText(message);
};

describe("messages of ours", () => {
  it("are within all limits whatever they quote", () => {
    fc.assert(
      fc.property(oddText, (words) => {
        const plan = given(propose({ ...planOf("a"), title: words }));
        const gathering = givenAgent({ type: "enter", task: words });
        const rows = Array.from({ length: 30 }, (_, n) => row(`PLAN-000000${10 + n}`, words));
        sound(noticeMessage(words));
        sound(refusalMessage({ message: words, hint: words, problems: Array(9).fill({ message: words }) }));
        sound(statusMessage({ name: words, agent: gathering, plan, sandbox: "on" }));
        sound(plansMessage({ rows, next: "2026-01-01T00:00:00.000Z PLAN-00000010", total: 99 }));
        sound(simulationMessage("PLAN-0000abcd", words));
        const after = { ...planOf("a"), title: words };
        sound(diffMessage({ id: "PLAN-0000abcd", before: 1, after: 2 }, compareRevisions(planOf("a"), after)));
      }),
      { numRuns: runs(60) },
    );
  });

  it("tell where an agent stands", () => {
    const plan = given(propose(planOf("a")));
    expect(sound(statusMessage({ name: "scout", agent: INACTIVE }))).toBe(
      "scout\nPlan mode is off.\nNo plan yet. /plan start begins one.",
    );
    const shown = sound(statusMessage({ name: "scout", agent: givenAgent({ type: "enter", task: "fix it" }), plan }));
    expect(shown).toContain("Planning: the agent is read-only.");
    expect(shown).toContain("Task: fix it");
    expect(shown).toContain("PLAN-0000abcd A plan: Waits for a signature, revision 1");
    expect(shown).toContain("Waiting for 1 answer:\n• Revision 1 waits for a signature");
    const submitted = [{ type: "enter" }, { type: "submit", plan_id: plan.id }] as const;
    expect(sound(statusMessage({ name: "scout", agent: givenAgent(...submitted), plan }))).toContain(
      "A plan waits for its review; until then the agent is read-only.",
    );
    const executing = givenAgent(...submitted, { type: "begin", approved_by: ANN, approved_at: T0 });
    expect(sound(statusMessage({ name: "scout", agent: executing, plan }))).toContain("An approved plan runs.");
  });

  it("list plans, and lead to older ones", () => {
    const shown = sound(plansMessage({ rows: [row("PLAN-00000001", "One")], next: "x PLAN-00000001" }));
    expect(shown).toContain("PLAN-00000001 One\nWaits for a signature · 3 steps · 1 to answer");
    expect(shown).toContain("[Older plans]");
    expect(sound(plansMessage({ rows: [] }))).toContain("No plans yet");
  });

  it("tell which plans are gone or moved, and the way back on the machine of the bot", () => {
    const broken = { kind: "foreign", cause: "moved", from: "/old place/of *it*", message: "" } as const;
    const moved = { ...row("PLAN-00000001", "One"), status: "broken", problem: broken };
    const groups = brokenGroups([{ journal: moved.id, broken }]);
    const shown = sound(plansMessage({ rows: [moved] }, groups));
    expect(shown).toContain("This project was moved here from /old place/of *it* with 1 plan: PLAN-00000001.");
    expect(shown).toContain("countersign key adopt --from '/old place/of *it*' (on the machine of the bot)");
    expect(shown).toContain("moved here · 3 steps");
  });

  it("count one as one", () => {
    const one = { ...row("PLAN-00000001", "One"), steps: 1 };
    expect(sound(plansMessage({ rows: [one] }))).toContain("Waits for a signature · 1 step · 1 to answer");
  });

  it("show approvers by name, and change no other text", () => {
    const message = "role:100000000000000004 is not among the approvers: role:100000000000000004, discord:17, zoe.";
    expect(cardText(refusalMessage({ kind: "not_an_approver", message }))).toBe(
      "🚫 role:100000000000000004 is not among the approvers: <@&100000000000000004>, discord:17, zoe.",
    );
    expect(sound(refusalMessage({ kind: "stale_revision", message }))).not.toContain("<@");
  });

  it.each([
    [{ move: "plans", what: "list all plans" }, "To list all plans: /plans"],
    [{ move: "inbox", what: "see what waits" }, "To see what waits: /plan status"],
    [{ move: "pause", flag: "now", what: "stop it first" }, "To stop it first: /plan pause now:True"],
    [
      { move: "audit", flag: "verify", what: "check the journal" },
      "To check the journal: countersign audit --verify (on the machine of the bot)",
    ],
  ] as const)("advise what can be done in Discord: %s", (action, here) => {
    const refused = sound(refusalMessage({ message: "No.", hint: "Look at the newest card.", next: [action] }));
    expect(refused).toBe(`🚫 No.\nLook at the newest card.\n${here}`);
  });

  it("attach what is too long to be shown", () => {
    const text = "line\n".repeat(2000);
    const message = simulationMessage("PLAN-0000abcd", text);
    expect(sound(message)).toContain("the attached file has all of it");
    expect(String(message.files?.[0]?.attachment)).toBe(text);
    expect(simulationMessage("PLAN-0000abcd", "short").files).toBeUndefined();
  });

  it("colour what came, went and was widened", () => {
    const comparison = compareRevisions(planOf({ id: "a", tools: ["read"] }), planOf("a", "b"));
    const [content] = markdownIn(diffMessage({ id: "PLAN-0000abcd", before: 1, after: 2 }, comparison).components);
    expect(content).toContain("```diff\n");
    expect(content).toMatch(/^! a is no longer limited to the tools read$/m);
    expect(content).toMatch(/^\+ b: b$/m);
  });
});

describe("the details of a step", () => {
  const plan = given(propose(planOf(...Array.from({ length: 60 }, (_, n) => `s${n}`))));

  it("show one step, and lead to all others, 25 to a page", () => {
    const message = detailsPage(plan, "s30").card;
    const shown = sound(message);
    expect(shown).toContain("Step 31: s30");
    expect(shown).toContain("26. s25 |");
    expect(shown).not.toContain("51. s50");
    expect(shown).toContain("[◀ Step 30] [Step 32 ▶] [◀ Steps 1 to 25] [▶ Steps 51 to 60] [Comment on this step]");
  });

  it("show what it may do", () => {
    const step = {
      id: "a",
      description: "Do it\nwell",
      tools: ["edit"],
      files: ["src/**"],
      commits: true,
      run: "a\nb",
      verify: "npm t",
    };
    const one = given(propose(planOf("z", { ...step, depends_on: ["z"] })));
    const shown = sound(detailsPage(one, "a").card);
    for (const part of [
      "Do it\nwell",
      "Tools: edit",
      "Files: src/**",
      "Commits: yes",
      "a⏎\nb",
      "Checked by: npm t",
      "After: 1. z",
    ])
      expect(shown).toContain(part);
  });

  it("begin with the first step, also where the named one is gone", () => {
    expect(sound(detailsPage(plan).card)).toContain("Step 1: s0");
    expect(sound(detailsPage(plan, "gone").card)).toContain("Step 1: s0");
  });
});
