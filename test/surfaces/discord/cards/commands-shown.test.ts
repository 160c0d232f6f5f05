import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANYONE } from "../../../../src/lifecycle/approvers.ts";
import type { LivePlan } from "../../../../src/lifecycle/plan-state.ts";
import { commandsToRun } from "../../../../src/plan/commands-to-run.ts";
import type { Plan, Step } from "../../../../src/plan/plan.ts";
import { visibleCommand } from "../../../../src/plan/visible-command.ts";
import { commandsPage } from "../../../../src/surfaces/discord/cards/commands-message.ts";
import { parseCustomId } from "../../../../src/surfaces/discord/cards/custom-id.ts";
import { detailsPage } from "../../../../src/surfaces/discord/cards/details-message.ts";
import { planCard } from "../../../../src/surfaces/discord/cards/plan-card.ts";
import { given, planOf, propose, T0 } from "../../../builders.ts";
import { runs } from "../../../runs.ts";
import { cardText } from "./card-text.ts";
import { markdownIn } from "./live-text.ts";

const HIDING = `true${" ".repeat(150)}; touch pwned`;
const shown = (command: string) => visibleCommand(command, { inline: true });
const cardOf = (plan: LivePlan) => planCard({ plan, approvers: ANYONE, at: T0 });

/** What the Approve button of the card says that the card shows. */
function carried(plan: LivePlan): number | undefined {
  const ids = [...JSON.stringify(cardOf(plan).components).matchAll(/"custom_id":"([^"]+)"/g)].map(([, id = ""]) =>
    parseCustomId(id),
  );
  return ids.flatMap((id) => (id?.on === "plan" && id.verb === "approve" ? (id.about ?? []) : []))[0];
}

describe("the card of a proposed plan", () => {
  it("shows what runs and what checks, whole, with its spaces counted", () => {
    const plan = given(propose(planOf({ id: "a", run: HIDING, verify: `npm test -- ${"x".repeat(300)}` })));
    const text = cardText(cardOf(plan));
    expect(text).toContain("↳ runs true·×150·; touch pwned");
    expect(text).toContain(`↳ checked by npm test -- ${"x".repeat(300)}`);
    expect(carried(plan)).toBe(2);
  });

  it("shows questions and risks of a long plan below its buttons", () => {
    const steps = Array.from({ length: 30 }, (_, index) => ({ id: `s${index}` }));
    const rest = { questions: ["Which region?"], risks: ["Data may be lost"], assumptions: ["Node 24"] };
    const text = cardText(cardOf(given(propose({ ...planOf(...steps), ...rest }))));
    expect(text).toMatch(/\[Approve\][\s\S]*Which region\?[\s\S]*Assumptions: Node 24[\s\S]*Risks: Data may be lost/);
  });

  it("names all who are to be pinged, also on the card of a long plan", () => {
    const from = Array.from({ length: 18 }, (_, index) => `discord:${100000000000000100n + BigInt(index)}`);
    const plan = given(propose(planOf(...Array.from({ length: 30 }, (_, index) => ({ id: `s${index}` })))));
    const card = planCard({ plan, approvers: { ...ANYONE, from }, at: T0, ping: "approvers" });
    expect(from.filter((who) => !cardText(card).includes(`<@${who.slice(8)}>`))).toEqual([]);
  });

  it("is a summary also for few steps with much to read, so that Approve is on the first screen", () => {
    const steps = Array.from({ length: 4 }, (_, index) => ({
      id: `s${index}`,
      run: `echo ${index} ${"x".repeat(500)}`,
    }));
    const text = cardText(cardOf(given(propose(planOf(...steps)))));
    expect(text).toContain("press What will run");
    expect(text.slice(0, text.indexOf("[Approve]")).length).toBeLessThan(900);
  });

  it("says of a step that it may change git", () => {
    expect(cardText(cardOf(given(propose(planOf({ id: "a", commits: true })))))).toContain("may change git");
  });

  it("says where files and tools are that it has no room for", () => {
    const files = Array.from({ length: 5 }, (_, index) => `${"x".repeat(50)}${index}.ts`);
    const steps = Array.from({ length: 8 }, (_, index) => ({
      id: `s${index}`,
      files,
      tools: files,
      run: "true ".repeat(30),
    }));
    expect(cardText(cardOf(given(propose(planOf(...steps)))))).toContain("Files and tools: press Details.");
  });

  it("shows files and tools, then assumptions, risks, validation and context notes, while there is room", () => {
    const scoped = { id: "a", files: ["src/**"], tools: ["read", "edit"] };
    const rest = { assumptions: ["Node 24"], risks: ["slow"], validation: "npm test", context: { notes: "as agreed" } };
    const text = cardText(cardOf(given(propose({ ...planOf(scoped), ...rest }))));
    const parts = ["↳ files src/**; tools read, edit", "Assumptions: Node 24", "Risks: slow"];
    const places = [...parts, "Validation: npm test", "Context notes: as agreed"].map((part) => text.indexOf(part));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it("says how many commands there was no room for, and leads to them", () => {
    const plan = given(propose(planOf({ id: "a", run: `echo ${"y".repeat(5000)}` }, { id: "b", run: "true" })));
    const text = cardText(cardOf(plan));
    expect(text).toContain("Approval runs 2 commands:\n… 2 to read: press What will run.");
    expect(text).toContain("[What will run]");
    expect(carried(plan)).toBe(0);
  });

  it("never claims to show a command that it does not show whole", { timeout: 60_000 }, () => {
    const command = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.integer({ min: 1, max: 900 }).map((n) => "z".repeat(n)),
    );
    const step = fc.record<Partial<Step>>(
      { run: command, verify: command, risk: fc.constantFrom("low", "medium", "high"), files: fc.array(fc.string()) },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), fc.string({ maxLength: 3000 }), (steps, summary) => {
        const plan = {
          ...planOf(...steps.map((one, n) => ({ ...cleaned(one), id: `s${n}` }))),
          summary: `s ${summary}`,
        };
        const state = given(propose(plan));
        const text = markdownIn(cardOf(state).components).join("\n");
        const claimed = commandsToRun(plan).slice(0, carried(state) ?? 0);
        const plainly = claimed.filter(({ command }) => /^[\w -]+$/.test(command));
        expect(plainly.filter(({ command }) => !text.includes(`\`${shown(command)}\``))).toEqual([]);
      }),
      { numRuns: runs(150) },
    );
  });
});

function cleaned({ run, verify, ...step }: Partial<Step>): Partial<Step> {
  return { ...step, ...(run?.trim() && { run }), ...(verify?.trim() && { verify }) };
}

const MANY: Plan = planOf(
  ...Array.from({ length: 30 }, (_, n) => ({
    ...({ id: `s${n}`, title: `Step number ${n}`, risk: n === 17 ? "high" : "low" } as const),
    run: n === 3 ? `echo ${"q".repeat(6000)}` : `echo ${n} ${"w".repeat(200)}`,
  })),
);

describe("the card of a long plan", () => {
  it("has counts, commands and buttons first, the dangerous steps and the order below them, and no picture", () => {
    const reliesOnChanged = [{ step: "s1", files: ["src/api.ts"] }];
    const plan = planOf(
      ...Array.from({ length: 30 }, (_, n) => ({
        ...({ id: `s${n}`, title: `Step number ${n + 1}`, risk: n === 17 ? "high" : "low" } as const),
        ...{ run: n % 2 ? "npm test" : "npm run build", ...(n > 2 && { depends_on: [`s${n - 3}`] }) },
      })),
    );
    const state = given(propose(plan));
    const card = planCard({ plan: state, approvers: ANYONE, at: T0, reliesOnChanged });
    expect(card.components.map(({ type }) => type)).toEqual([17, 1, 1, 17]);
    const text = cardText(card);
    const parts = [
      "30 steps · 🔴 1 high risk · 🟢 29 low risk",
      "Approval runs 30 commands:",
      "2, 4, 6, 8",
      "Files of these steps changed after the plan's base commit",
      "[Approve]",
      "18. 🔴 Step number 18",
      "more steps: press Details.",
      "Order, in 10 waves: 1 to 3 → 4 to 6 →",
    ];
    const places = parts.map((part) => text.indexOf(part));
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(carried(state)).toBe(30);
    expect(text.indexOf("[Approve]")).toBeLessThan(900);
  });
});

describe("the pages of what will run", () => {
  it("show all of it, the riskiest first, or attach it", () => {
    const state = given(propose(MANY));
    const all = commandsToRun(MANY);
    expect(all[0]?.step).toBe("s17");
    let from = 0;
    const opened: string[] = [];
    while (from < all.length) {
      const page = commandsPage(state, from);
      const text = cardText(page.card);
      const files = (page.card.files ?? []).map(({ attachment }) => String(attachment)).join("\n");
      for (const { command } of page.opened) expect(`${text}\n${files}`).toContain(command);
      expect(text.includes("[Approve]")).toBe(from + page.opened.length === all.length);
      opened.push(...page.opened.map(({ step }) => step));
      from += page.opened.length;
    }
    expect(opened).toEqual(all.map(({ step }) => step));
  });
});

describe("the details of a step", () => {
  it("show its commands whole, or attach them", () => {
    const long = `echo ${"v".repeat(1200)}`;
    const longer = `echo ${"u".repeat(5000)}\n${HIDING}`;
    const state = given(
      propose(planOf({ id: "a", run: long, verify: "true" }, { id: "b", run: "id", verify: longer })),
    );
    expect(cardText(detailsPage(state, "a").card)).toContain(long);
    const { card, opened } = detailsPage(state, "b");
    expect(cardText(card)).toContain("Runs: id");
    expect(cardText(card)).toContain("Too long to show here");
    expect(card.files?.map(({ name, attachment }) => [name, String(attachment)])).toEqual([
      ["b-verify.txt", `${visibleCommand(longer)}\n`],
    ]);
    expect(opened.map(({ field }) => field)).toEqual(["run", "verify"]);
  });
});
