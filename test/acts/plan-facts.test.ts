import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planFacts } from "../../src/acts/plan-facts.ts";
import { yes } from "../../src/desk/outcome.ts";
import { keepTree, lookAtTree } from "../../src/desk/tree.ts";
import { agent } from "../builders.ts";
import { approve, draft, type Fixture, fixture, ID, must, propose } from "../desk/fixture.ts";

const BOT = agent("bot");
const tools = async () => yes({ tools: [] });

/** A plan that an agent proposed, with the tree from when it began to plan. */
async function planned(): Promise<Fixture> {
  const f = fixture({ approvers: { from: "anyone", quorum: 2 } });
  writeFileSync(join(f.project, "a.ts"), "1");
  must(await f.desk.sendAgent("bot", { type: "enter", task: "Replace the cache" }, f.local));
  keepTree(f.desk, "bot", await lookAtTree(f.project));
  must(await f.desk.propose(draft(), BOT));
  must(await f.desk.sendAgent("bot", { type: "submit", plan_id: ID }, BOT));
  return f;
}

const plan = async (f: Fixture) => must(await f.desk.propose(draft({ summary: "It is slow." }), BOT)).plan;

describe("the facts of a plan", () => {
  it("hold what its reviewers should know: who may sign, what planning changed, what another revision changed", async () => {
    const f = await planned();
    writeFileSync(join(f.project, "a.ts"), "2");
    const facts = await planFacts(f.desk, await plan(f), { tools });
    expect(facts).toMatchObject({
      approvers: { quorum: 2 },
      holder: "none",
      tree: { kind: "changed", files: [{ path: "a.ts" }] },
      previous: { revision: 1, comparison: { fields: [expect.objectContaining({ field: "summary" })] } },
      reliesOnChanged: [],
      warnings: [],
    });
  });

  it("say nothing of a tree that was kept for another plan, or for another agent", async () => {
    const f = await planned();
    const { proposal, ...rest } = await plan(f);
    const other = { ...rest, proposal, id: "PLAN-00000002" };
    expect(await planFacts(f.desk, other, { tools, plannedBy: "bot" })).not.toHaveProperty("tree");
    expect(await planFacts(f.desk, { ...rest, proposal }, { tools, plannedBy: "../bot" })).not.toHaveProperty("tree");
    expect(await planFacts(f.desk, { ...rest, proposal }, { tools, plannedBy: "other" })).not.toHaveProperty("tree");
  });

  it("are fewer once it is signed: the run itself changes files", async () => {
    const f = fixture();
    await propose(f);
    const facts = await planFacts(f.desk, await approve(f), { tools });
    expect(Object.keys(facts)).toEqual(["plan", "approvers", "at", "holder"]);
  });
});
