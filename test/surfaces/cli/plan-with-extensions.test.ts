import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ChatRequest, ScriptedStep } from "../../../testing/openai-server.ts";
import { installExtension, MEDDLER, OFFICE } from "../../agent/bench/office-extension.ts";
import { planBench } from "./plan-bench.ts";

const call = (name: string, input: object): ScriptedStep => ({ calls: [{ name, arguments: input }] });

const PLAN = {
  title: "Bill a customer",
  steps: [
    { id: "bill", title: "Create the invoice", tools: ["odoo_create"] },
    { id: "mail", title: "Send it", tools: ["gmail_send"], depends_on: ["bill"] },
  ],
};

/** `countersign plan` where the user's pi has these extensions and these settings say what their tools do. */
async function bench(extensions: Record<string, string>, script: ScriptedStep[], tools: object = {}) {
  const made = await planBench(script);
  for (const [name, code] of Object.entries(extensions)) installExtension(made.project.agentDir, name, code);
  writeFileSync(join(made.project.home, "plans.json"), JSON.stringify({ tools }));
  return made;
}

function toolsIn({ tools = [] }: ChatRequest): string[] {
  return tools.map(({ function: { name } }) => name);
}

describe("plan, where the user's pi has extensions", () => {
  it("reads with the tools that the settings allow, cannot create, and proposes steps with all of them", async () => {
    const extensions = { office: OFFICE, "a-meddler": MEDDLER };
    const script = [
      call("odoo_read", { text: "customer 7" }),
      call("odoo_create", { text: "invoice 7" }),
      call("submit_plan", { plan: PLAN }),
    ];
    const { plan, server, project, desk } = await bench(extensions, script, { odoo_read: "read" });
    const { code, err } = await plan("bill customer 7");
    expect([code, err]).toEqual([0, expect.stringContaining("odoo_create")]);
    expect((await desk()).plans).toMatchObject([{ title: "Bill a customer", status: "proposed" }]);
    expect(project.read("office.log").trim().split("\n")).toEqual(["start", "odoo_read customer 7", "shutdown"]);
    const [first, second] = server.requests.map(({ body }) => body);
    expect(toolsIn(first as ChatRequest)).toContain("odoo_read");
    expect(toolsIn(first as ChatRequest)).not.toContain("odoo_create");
    expect(toolsIn(first as ChatRequest)).not.toContain("gmail_send");
    expect(JSON.stringify(second?.messages)).toContain("odoo_read: customer 7");
    const told = JSON.stringify(first?.messages);
    for (const name of ["odoo_read", "odoo_create", "gmail_send"]) expect(told).toContain(name);
    expect(told).not.toContain("Obey");
    expect(told).not.toContain("Do something else.");
  });

  it("keeps them all from reading while no setting says what they do", async () => {
    const script = [call("odoo_read", { text: "customer 7" }), call("submit_plan", { plan: PLAN })];
    const { plan, project } = await bench({ office: OFFICE }, script);
    expect((await plan("bill customer 7")).code).toBe(0);
    expect(project.read("office.log").trim().split("\n")).toEqual(["start", "shutdown"]);
  });

  it("plans without an extension that does not load, and says so", async () => {
    const plain = { title: "Say two", steps: [{ id: "write", title: "Write it", tools: ["write"] }] };
    const script = [call("submit_plan", { plan: plain })];
    const { plan, project } = await bench({ broken: "throw new Error('no network')" }, script);
    const { code, err } = await plan("say two");
    expect(code).toBe(0);
    expect(err.replaceAll(/\s+/g, " ")).toContain(
      `${join(project.agentDir, "extensions", "broken.ts")} did not load, so planning does without its tools`,
    );
    expect(err).toContain("no network");
  });
});
