import { describe, expect, it } from "vitest";
import { type Stand, stand } from "./attacks/stand.ts";

// pi restores the tools that a point of a session had. Those that plan mode hid there are the user's again once it has ended.

const active = ({ bench }: Stand) => bench.session.getActiveToolNames();
const leaf = ({ bench }: Stand) => bench.session.sessionManager.getLeafId() ?? "";

async function entered(options: Parameters<typeof stand>[0] = {}) {
  const here = await stand(options);
  await here.tries(["read", { path: "a.txt" }]);
  const [before, point] = [active(here), leaf(here)];
  await here.tries(["enter_plan_mode", { reason: "x" }]);
  await here.tries(["read", { path: "a.txt" }]);
  expect(active(here)).not.toContain("write");
  return { here, before, point };
}

async function leave(here: Stand): Promise<void> {
  const { agent } = here.session;
  await agent.desk.sendAgent(agent.id, { type: "leave", how: "cancelled" }, here.person());
  await here.session.apply();
}

describe("the tools of a session", () => {
  it("are all there when a person goes back into planning that has ended", async () => {
    const { here, before } = await entered();
    const point = leaf(here);
    await leave(here);
    await here.tries(["read", { path: "a.txt" }]);
    expect(active(here)).toEqual(before);
    await here.bench.session.navigateTree(point);
    expect(active(here).toSorted()).toEqual(before.toSorted());
  });

  it("stay hidden when a person goes back to before the planning that goes on", async () => {
    const { here, before, point } = await entered();
    const planning = active(here);
    await here.bench.session.navigateTree(point);
    expect(active(here).toSorted()).toEqual(planning.toSorted());
    const [refused] = await here.tries(["write", { path: "written", content: "x" }]);
    expect(refused?.[2]).toContain("TOOL_BLOCKED_BY_MODE");
    await leave(here);
    expect(active(here).toSorted()).toEqual(before.toSorted());
  });

  it("are all there when the session is resumed after planning ended elsewhere", async () => {
    const { here, before } = await entered({ session: "file" });
    const { agent } = here.session;
    const file = here.bench.sessionFile();
    here.bench.crash();
    await agent.desk.sendAgent(agent.id, { type: "leave", how: "cancelled" }, here.person());
    const later = await stand({ project: here.project, session: { file } });
    await later.tries(["read", { path: "a.txt" }]);
    expect(active(later).toSorted()).toEqual(before.toSorted());
  });

  it("are all there when the session is resumed after planning ended here, and the model was not asked since", async () => {
    const { here, before } = await entered({ session: "file" });
    await leave(here);
    await here.bench.quit();
    const later = await stand({ project: here.project, session: { file: here.bench.sessionFile() } });
    expect(active(later).toSorted()).toEqual(before.toSorted());
  });

  it("that another extension switched off after planning stay off", async () => {
    const { here, before } = await entered({ session: "file" });
    await leave(here);
    here.bench.session.setActiveToolsByName(before.filter((name) => name !== "edit"));
    await here.tries(["read", { path: "a.txt" }]);
    const point = leaf(here);
    await here.tries(["read", { path: "a.txt" }]);
    await here.bench.session.navigateTree(point);
    expect(active(here)).not.toContain("edit");
  });
});
