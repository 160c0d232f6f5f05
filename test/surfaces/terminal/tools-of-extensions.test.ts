import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { localActor } from "../../../src/desk/persons.ts";
import { approve } from "../../agent/bench/approve.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { installExtension, OFFICE } from "../../agent/bench/office-extension.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { must } from "../../desk/fixture.ts";
import { openPlanBench } from "./plan-bench.ts";
import { StepsModel } from "./steps-model.ts";

const PLAN = {
  title: "Bill a customer",
  steps: [
    { id: "bill", title: "Create the invoice", tools: ["odoo_create"] },
    { id: "mail", title: "Send it", tools: ["gmail_send"], depends_on: ["bill"] },
  ],
};

const done = calls(["finish_step", { outcome: "done", summary: "Done." }]);

/** In the session that plans, a judged call is frozen for the tool as well; in a step the tool has a copy. */
const CAREFUL_OFFICE = OFFICE.replace("input.seen = true;", "");

/** Another extension of the user, which rewrites what the model calls. */
const REWRITER = `
export default function (pi) {
  pi.on("tool_call", (event) => { event.input.text = "meddled"; });
}
`;

/** pi with these extensions of the user, loaded as pi loads them. */
async function terminal(settings: object, extensions: Record<string, string>) {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" }, execution: "subagent" });
  writeFileSync(join(project.home, "plans.json"), JSON.stringify(settings));
  const paths = Object.entries(extensions).map(([name, code]) => installExtension(project.agentDir, name, code));
  return openPlanBench({ project, extensionPaths: paths });
}

describe("the terminal, where the user's pi has extensions", () => {
  it("lets the agent read while it plans, and only the approved steps create and send", async () => {
    const bench = await terminal(
      { tools: { odoo_read: "read" }, guardedTools: ["odoo_create"] },
      { office: CAREFUL_OFFICE },
    );
    bench.says(calls(["odoo_create", { text: "too early" }]), says("I may not."));
    await bench.submit("create invoice 7");
    await bench.shows("I may not.");
    const model = new StepsModel();
    bench.says(
      calls(["odoo_read", { text: "customer 7" }], ["odoo_create", { text: "still too early" }]),
      calls(["submit_plan", { plan: PLAN }]),
      ...model.answers(),
    );
    model
      .step("bill", calls(["odoo_create", { text: "invoice 7" }]), done)
      .step("mail", calls(["gmail_send", { text: "to ana" }]), done);
    await bench.submit("/plan bill customer 7");
    await bench.shows("1 approve");
    await approve(bench);
    await bench.shows(/is completed: Bill a customer/);
    expect(bench.project.read("office.log").match(/^(odoo|gmail).*$/gm)).toEqual([
      ...["odoo_read customer 7", "odoo_create invoice 7", "gmail_send to ana"],
    ]);
  });

  it("keeps an extension that rewrites calls from changing those of a step", async () => {
    const bench = await terminal({}, { office: OFFICE, rewriter: REWRITER });
    const model = new StepsModel();
    bench.says(calls(["submit_plan", { plan: PLAN }]), ...model.answers());
    model
      .step("bill", calls(["odoo_create", { text: "invoice 7" }]), done)
      .step("mail", calls(["gmail_send", { text: "to ana" }]), done);
    await bench.submit("/plan bill customer 7");
    await bench.shows("1 approve");
    await approve(bench);
    await bench.shows(/is completed: Bill a customer/);
    expect(bench.project.read("office.log").match(/^(odoo|gmail).*$/gm)).toEqual([
      ...["odoo_create invoice 7", "gmail_send to ana"],
    ]);
  });

  it("names in the review what a step lists and no extension here has, and takes a capability for one", async () => {
    const capabilities = { billing: { tools: ["odoo_create"] } };
    const bench = await terminal({ capabilities }, { office: OFFICE });
    const steps = [
      { id: "bill", title: "Create the invoice", tools: ["billing"] },
      { id: "call", title: "Call them", tools: ["phone_call"], depends_on: ["bill"] },
    ];
    const { plan } = must(await bench.desk.propose({ title: "Bill and call", steps }, localActor({})));
    await bench.submit(`/plan review ${plan.id}`);
    const shown = await bench.shows("Step call lists phone_call, and no extension here has it.");
    expect(shown).not.toContain("lists billing");
    expect(shown).not.toContain("no tool");
  });
});
