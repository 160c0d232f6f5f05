import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { runPlan } from "../src/agent/run-in-program.ts";
import { signingWarnings } from "../src/agent/signing-warnings-in-program.ts";
import { stepToolsHere } from "../src/agent/step-tools-here.ts";
import { Desk } from "../src/desk/desk.ts";
import { type ProgramTool, programTools } from "../src/desk/program-tools.ts";
import { situationOf } from "../src/desk/situation.ts";
import { judge } from "../src/policy/judge.ts";
import { standingOf } from "../src/policy/offered-tool.ts";
import type { ScriptedStep } from "../testing/openai-server.ts";
import { calls } from "./agent/bench/model.ts";
import { prepareCli } from "./agent/bench/pi-cli.ts";
import { finish } from "./agent/step-runner/stand.ts";
import { must, refusalOf } from "./desk/fixture.ts";
import { Story } from "./stories/run-bench.ts";

const PROGRAM = fileURLToPath(new URL("library-program.process.ts", import.meta.url));
const call = (name: string, input: object): ScriptedStep => ({ calls: [{ name, arguments: input }] });
const DONE = call("finish_step", { outcome: "done", summary: "Done.", notes: "" });

/** The program of the example, with a model that follows a script. */
async function program(steps: object[], script: ScriptedStep[]) {
  const { project, env, server } = await prepareCli({ script });
  const draft = JSON.stringify({ title: "Bill them", steps });
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, project.cwd, draft], { env });
  const requests = server.requests.map(({ body }) => ({
    tools: (body.tools ?? []).map((tool) => tool.function.name),
    said: body.messages.flatMap(({ role, content }) => (role === "tool" ? [JSON.stringify(content)] : [])),
  }));
  return { ...(JSON.parse(stdout) as { end: string; created: string[] }), requests };
}

describe("the tools of a program", () => {
  it("are there for a step that was signed for them, in a program that has only the library", async () => {
    const step = { id: "bill", title: "Bill Acme", tools: ["invoice_find", "invoice_create"] };
    const { end, created, requests } = await program(
      [step],
      [call("invoice_find", { customer: "Acme" }), call("invoice_create", { customer: "Acme", amount: 12 }), DONE],
    );
    expect([end, created]).toEqual(["completed", ["Acme 12"]]);
    expect(requests[0]?.tools).toEqual(expect.arrayContaining(["invoice_find", "invoice_create"]));
    expect(requests[1]?.said.join()).toContain("number");
    expect(requests[2]?.said.join()).toContain("Invoice 1 is there.");
  });

  it("are not offered to a step that was not signed for them, and none of its calls reaches them", async () => {
    const step = { id: "look", title: "Look at Acme", tools: ["invoice_find"] };
    const { end, created, requests } = await program(
      [step],
      [call("invoice_create", { customer: "Acme", amount: 12 }), DONE, DONE],
    );
    expect([end, created]).toEqual(["completed", []]);
    expect(requests[0]?.tools).toContain("invoice_find");
    expect(requests[0]?.tools).not.toContain("invoice_create");
    expect(requests[1]?.said.join()).toMatch(/not found/i);
  });

  it("are what a proposal is checked against", async () => {
    const { end, created } = await program([{ id: "bill", title: "Bill", tools: ["invoice_creat"] }], []);
    expect(end).toBe("This is not a plan yet: 1 problem.");
    expect(created).toEqual([]);
  });
});

function recorded(more: Partial<ProgramTool> = {}) {
  const inputs: object[] = [];
  const tool: ProgramTool = {
    name: "note",
    description: "Writes a note",
    ...{ category: "write", risk: "medium" },
    paths: ["path"],
    parameters: {
      type: "object",
      properties: { path: { type: "string" }, operation: { enum: ["add", "remove"] }, more: { type: "object" } },
      required: ["path"],
    },
    execute: (input) => {
      inputs.push(input);
      return { written: input["path"] };
    },
    ...more,
  };
  return { inputs, tools: programTools([tool]) };
}

const STEP = { id: "note", title: "Note it", tools: ["note", "read"], files: ["notes/**"] };

describe("a call of a program's tool", () => {
  it("is judged by what the program says of it, before it runs", async () => {
    const { inputs, tools } = recorded();
    const story = await Story.signed({
      ...{ tools, plan: { steps: [STEP] } },
      responses: [
        calls(["note", { path: "elsewhere/a.md" }]),
        calls(["note", { path: "notes/a.md" }]),
        calls(finish("done", "Noted.")),
      ],
    });
    const ran = story.run();
    await story.answer({ kind: "amendment", choice: "refuse" });
    expect(must(await ran)).toMatchObject({ how: "completed" });
    expect(inputs).toEqual([{ path: "notes/a.md" }]);
    expect(story.model.saw.results).toMatchObject([
      ["note", true, expect.stringContaining("refused this call")],
      ["note", false, '{"written":"notes/a.md"}'],
    ]);
  });

  it("has the judged input, which it cannot change, and an error of it goes to the agent", async () => {
    const { tools } = recorded({
      execute: (input) => {
        (input["more"] as { deep: string }).deep = "changed";
        return "";
      },
    });
    const story = await Story.signed({
      ...{ tools, plan: { steps: [STEP] } },
      responses: [calls(["note", { path: "notes/a.md", more: { deep: "as it was" } }]), calls(finish("failed", "No."))],
    });
    must(await story.run());
    expect(story.model.saw.results[0]).toMatchObject(["note", true, expect.stringMatching(/read only|read-only/)]);
  });

  it("is refused in a step that changes nothing, unless it only reads", async () => {
    const { tools } = recorded();
    const story = await Story.signed({ tools, plan: { steps: [{ ...STEP, mode: "research" }] } });
    const step = { ...STEP, mode: "research" } as const;
    const situation = situationOf(story.desk, "executing", { sandbox: "on" }, { step });
    const offered = { tool: "note", source: "program" };
    expect(standingOf(offered, situation)).toBe("forbidden");
    expect(judge({ ...offered, input: { path: "notes/a.md" } }, situation).verdict).toBe("deny");
  });

  it("is guarded outside of a plan, by its operation", async () => {
    const { tools } = recorded();
    const story = await Story.signed({
      ...{ tools, plan: { steps: [STEP] }, settings: { guardedTools: ["note:remove"] } },
    });
    const of = (operation: string) => ({ tool: "note", source: "program", input: { path: "notes/a.md", operation } });
    const outside = situationOf(story.desk, "none", { sandbox: "on" });
    expect(judge(of("remove"), outside).verdict).toBe("deny");
    expect(judge(of("add"), outside).verdict).toBe("allow");
    const inside = situationOf(story.desk, "executing", { sandbox: "on" }, { step: STEP });
    expect(judge(of("remove"), inside).verdict).toBe("allow");
  });
});

describe("which tools a step can have", () => {
  it("has those of the program with their operations, also before a signature; without them the plan is warned of, and does not start", async () => {
    const { tools } = recorded();
    const story = await Story.signed({ tools, plan: { steps: [STEP] } });
    const here = must(await stepToolsHere(story.desk, ["note"]));
    expect(here.tools).toContainEqual({ tool: "note", source: "program", operations: ["add", "remove"] });
    expect(must(await signingWarnings(story.desk, story.id)).warnings).toEqual([]);
    const other = new Desk({ directory: story.project.cwd, env: story.project.env });
    try {
      const { warnings } = must(await signingWarnings(other, story.id));
      expect(warnings).toMatchObject([{ kind: "unknown_tool", message: expect.stringContaining("note") }]);
      expect(refusalOf(await runPlan(other, story.id)).message).toMatch(/cannot run: .*there is no tool .*"note" here/);
    } finally {
      other.close();
    }
  });

  it.each([
    ["read", /pi has a tool of that name/],
    ["submit_plan", /countersign has a tool of that name/],
    ["a b", /letters, digits/],
  ])("has no tool of the program with the name %s", (name, why) => {
    expect(() => recorded({ name })).toThrow(why);
  });

  it("has no tool twice, and none without a schema", () => {
    const { list } = recorded().tools;
    expect(() => programTools([...list, ...list])).toThrow(/another one has its name/);
    expect(() => recorded({ parameters: {} })).toThrow(/JSON Schema/);
  });
});
