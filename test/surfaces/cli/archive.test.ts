import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { localActor } from "../../../src/desk/persons.ts";
import { must } from "../../desk/fixture.ts";
import { Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

const propose = (title: string): string =>
  bench.run(["propose", "-", "--json"], { input: JSON.stringify({ title, steps: ["one"] }) }).json.plan.id;

describe("a plan that had no answer for 30 days", () => {
  it("is told by the command that finds it, and called expired from then on", async () => {
    const then = new Date(Date.now() - 31 * 24 * 3600 * 1000);
    const desk = new Desk({ directory: bench.project, env: bench.env, now: () => then });
    const { plan } = must(await desk.propose({ title: "Old", steps: ["one"] }, localActor({})));
    desk.close();
    const first = bench.run(["plans"]);
    expect(first.err).toBe(`${plan.id} expired after 30 days without an answer.\n`);
    expect(first.out).toMatch(new RegExp(`${plan.id} +expired +Old`));
    expect(bench.run(["plans"]).err).toBe("");
    expect(bench.run(["show", plan.id]).out).toContain("cancelled: expired after 30 days without an answer");
    expect(bench.run(["audit", plan.id]).out).toContain("expired after 30 days without an answer");
    expect(bench.run(["plans", "--json"]).json.plans).toMatchObject([{ status: "cancelled", expired: true }]);
  });
});

describe("the archive", () => {
  it("takes finished plans of a certain age, and no others", () => {
    const [ended, open] = [propose("Ended"), propose("Open")];
    bench.as("ana", ["cancel", ended]);
    const archive = (days: string) => bench.as("ana", ["archive", "--finished", "--older-than", days, "--json"]).json;
    expect(archive("1")).toEqual({ archived: [] });
    expect(archive("0")).toEqual({ archived: [ended] });
    expect(bench.run(["plans", "--json"]).json.plans).toMatchObject([{ id: open }]);
  });

  it("asks a person, and first says which plan cannot be moved", () => {
    const [ended, open] = [propose("Ended"), propose("Open")];
    bench.as("ana", ["cancel", ended]);
    const kind = (args: string[], env = {}) => bench.run(["archive", ...args, "--json"], { env }).json.error?.kind;
    const inside = { COUNTERSIGN_AGENT: "bot", COUNTERSIGN_APPROVER_TOKEN: bench.token("ana") };
    expect([kind([open]), kind([ended]), kind(["--finished"])]).toEqual(["wrong_state", "no_person", "no_person"]);
    expect([kind([ended], inside), kind(["--finished"], inside)]).toEqual(["inside_agent", "inside_agent"]);
    expect(bench.as("ana", ["archive", ended]).code).toBe(0);
    expect([kind([ended, "--undo"]), kind([ended, "--undo"], inside)]).toEqual(["no_person", "inside_agent"]);
    expect(bench.run(["plans", "--archived", "--json"]).json.plans).toMatchObject([{ id: ended }]);
  });
});
