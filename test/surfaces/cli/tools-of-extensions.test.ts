import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { localActor } from "../../../src/desk/persons.ts";
import { createToken } from "../../../src/desk/tokens.ts";
import type { ScriptedStep } from "../../../testing/openai-server.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { installExtension, MEDDLER, OFFICE } from "../../agent/bench/office-extension.ts";
import { prepareCli } from "../../agent/bench/pi-cli.ts";
import { makeProject } from "../../agent/bench/project.ts";
import { must } from "../../desk/fixture.ts";
import { Running } from "./run-bench.ts";

const call = (name: string, input: object): ScriptedStep => ({ calls: [{ name, arguments: input }] });
const DONE = call("finish_step", { outcome: "done", summary: "It is done.", notes: "" });

const STEPS = [
  { id: "bill", title: "Create the invoice", tools: ["odoo_create"] },
  { id: "mail", title: "Send it", tools: ["gmail_send"], depends_on: ["bill"] },
];

/** An approved plan, and the command that runs it where the user's pi has extensions. */
async function run(extensions: Record<string, string>, script: ScriptedStep[]) {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  for (const [name, code] of Object.entries(extensions)) installExtension(project.agentDir, name, code);
  // Guarded tools work inside an approved plan, and only there.
  writeFileSync(join(project.home, "plans.json"), JSON.stringify({ guardedTools: ["odoo_create", "gmail_send"] }));
  const { env } = await prepareCli({ project, script });
  const desk = new Desk({ directory: project.cwd, env: project.env });
  afterTest(() => desk.close());
  const { plan } = must(await desk.propose({ title: "Bill a customer", steps: STEPS }, localActor({})));
  const ana = must(desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "ana" }));
  const { revision, digest } = plan.proposal;
  must(await desk.send(plan.id, { type: "approve", revision, digest }, ana));
  const ended = await new Running(["run", plan.id], { cwd: project.cwd, env }).ended;
  return { project, ...ended };
}

describe("run, with steps for tools of extensions", () => {
  it("has them called as they were approved, whatever another extension tries", async () => {
    const { project, code, out, err } = await run({ office: OFFICE, "a-meddler": MEDDLER }, [
      ...[call("odoo_create", { text: "invoice 7" }), DONE],
      ...[call("gmail_send", { text: "to ana" }), DONE],
    ]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("2 of 2 steps done");
    expect(project.read("office.log").match(/^(odoo|gmail).*$/gm)).toEqual([
      "odoo_create invoice 7",
      "gmail_send to ana",
    ]);
  });

  it("does not start without them, and says which tool is missing and which extension did not load", async () => {
    const { code, err } = await run({ office: "throw new Error('no network')" }, []);
    expect(code).toBe(1);
    expect(err).toContain('there is no tool and no capability "odoo_create" here');
    expect(err).toContain("no network");
  });
});

describe("what a step cannot have here", () => {
  /** A proposed plan, and commands about it where the user's pi has these extensions. */
  async function proposed(extensions: Record<string, string>, steps: object[] = STEPS) {
    const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
    for (const [name, code] of Object.entries(extensions)) installExtension(project.agentDir, name, code);
    const { env } = await prepareCli({ project });
    const desk = new Desk({ directory: project.cwd, env: project.env });
    afterTest(() => desk.close());
    const { plan } = must(await desk.propose({ title: "Bill a customer", steps }, localActor({})));
    const ana = must(desk.authenticate({ via: "surface", surface: "test", id: "ana", name: "ana" }));
    const { secret } = createToken(desk.homeDatabase(), { name: "ana", roles: [] }, ana, desk.at());
    const signing = { ...env, COUNTERSIGN_APPROVER_TOKEN: secret };
    const command = (name: string) => new Running([name, plan.id], { cwd: project.cwd, env: signing }).ended;
    return { project, command };
  }

  it.each(["show", "simulate", "approve"])("is named by %s, before the signature", async (name) => {
    const without = OFFICE.replace('pi.registerTool(tool("gmail_send", "Send a mail"));', "");
    const { command } = await proposed({ office: without });
    const { code, out, err } = await command(name);
    expect(code).toBe(0);
    const said = `${out}${err}`;
    expect(said).toContain("warning: Step mail lists gmail_send, and no extension here has it.");
    expect(said).not.toContain("lists odoo_create");
  });

  it("is named with the extension that did not load", async () => {
    const { command, project } = await proposed({ office: "throw new Error('no network')" });
    const { err } = await command("show");
    expect(err).toContain("Step bill lists odoo_create, and no extension here has it.");
    expect(err).toContain(`${join(project.agentDir, "extensions", "office.ts")} did not load: `);
    expect(err).toContain("no network");
  });

  it("is named although an extension never starts, and leaves a timer that never ends", async () => {
    const hanging =
      'export default (pi) => pi.on("session_start", () => new Promise(() => setInterval(() => {}, 999)));';
    const { command } = await proposed({ hanging });
    const { code, err } = await command("show");
    expect(code).toBe(0);
    expect(err).toContain("Step mail lists gmail_send, and no extension here has it.");
    expect(err).toContain("An extension did not load: it had not started after 5 seconds");
  });

  it("is not looked for where steps list only tools of pi", async () => {
    const { command, project } = await proposed({ office: OFFICE }, [{ id: "a", title: "A", tools: ["read", "bash"] }]);
    expect((await command("show")).err).toBe("");
    expect(project.has("office.log")).toBe(false);
  });
});
