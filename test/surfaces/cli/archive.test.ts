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
    const archive = (days: string) => bench.run(["archive", "--finished", "--older-than", days, "--json"]).json;
    expect(archive("1")).toEqual({ archived: [] });
    expect(archive("0")).toEqual({ archived: [ended] });
    expect(bench.run(["plans", "--json"]).json.plans).toMatchObject([{ id: open }]);
  });
});
