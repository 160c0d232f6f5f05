import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

const propose = (title: string): string =>
  bench.run(["propose", "-", "--json"], { input: JSON.stringify({ title, steps: ["one"] }) }).json.plan.id;

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
