import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Workbench } from "./workbench.ts";

let bench: Workbench;
let id: string;
beforeEach(() => {
  bench = new Workbench();
  const draft = {
    title: "Add modules",
    steps: [
      { id: "auth", title: "Sign in", decision_id: "auth_method" },
      { id: "rest", title: "The rest", decision_id: "modules" },
    ],
    decisions: [
      { decision_id: "auth_method", question: "How?", options: ["jwt", "cookie"] },
      { decision_id: "modules", question: "Which?", options: ["auth", "logging", "metrics"], multi_select: true },
    ],
  };
  bench.write("plan.json", JSON.stringify(draft));
  id = bench.run(["propose", "plan.json", "--json"]).json.plan.id;
  bench.as("ana", ["approve", id]);
});
afterEach(() => bench.remove());

const decisions = () =>
  bench
    .run(["show", id, "--json"])
    .json.plan.decisions.map(({ resolved, selections }: { resolved: boolean; selections: string[] }) => [
      resolved,
      selections,
    ]);

describe("a decision on the command line", () => {
  it("takes one choice, or several with commas between them", () => {
    expect(bench.as("ana", ["answer", `${id}/auth_method`, "jwt"]).code).toBe(0);
    expect(bench.as("ana", ["answer", `${id}/modules`, "auth,logging,metrics"]).code).toBe(0);
    expect(decisions()).toEqual([
      [true, ["jwt"]],
      [true, ["auth", "logging", "metrics"]],
    ]);
  });

  it("is not taken by a choice it does not have, or by too many", () => {
    const refused = (answer: string) =>
      bench.as("ana", ["answer", `${id}/auth_method`, answer, "--json"]).json.error.kind;
    expect(refused("basic")).toBe("unknown_option");
    expect(refused("jwt,cookie")).toBe("wrong_number_of_options");
    expect(bench.run(["inbox", "--json"]).json.requests).toHaveLength(2);
  });
});
