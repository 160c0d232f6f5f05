import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Desk, localActor, type Person, type RunNews, runPlan } from "../src/index.ts";
import { runAndTell } from "./library-run-example.ts";
import { gated } from "./library-tools-example.ts";

// What a program gets from the library that the other surfaces have by themselves.

let directory: string;
let desk: Desk;
let ana: Person;
const env = (): NodeJS.ProcessEnv => {
  const { COUNTERSIGN_AGENT: _, ...outside } = process.env;
  return { ...outside, COUNTERSIGN_HOME: join(directory, "home") };
};
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), "countersign-library-")));
  desk = new Desk({ directory, env: env() });
  const person = desk.authenticate({ via: "surface", surface: "chat", id: "1234", name: "Ana" });
  if (!person.ok) throw new Error(person.refusal.message);
  ana = person.value;
});
afterEach(() => {
  desk.close();
  rmSync(directory, { recursive: true, force: true });
});

async function propose(steps: object[], more: object = {}): Promise<string> {
  const proposed = await desk.propose({ title: "Greet", steps, ...more }, localActor({}));
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.refusal));
  return proposed.value.plan.id;
}

async function approved(steps: object[], more: object = {}): Promise<string> {
  const id = await propose(steps, more);
  const found = await desk.plan(id);
  if (!found.ok || found.value.kind !== "standing") throw new Error("The plan is not standing.");
  const { revision, digest } = found.value.state.proposal;
  const signed = await desk.send(id, { type: "approve", revision, digest }, ana);
  if (!signed.ok) throw new Error(signed.refusal.message);
  return id;
}

const GREET = {
  id: "greet",
  title: "Greet",
  run: "echo hello > greeting && cat greeting",
  files: ["greeting"],
  verify: "test -s greeting",
};

describe("a plan that a program runs", () => {
  it("is run by one call, which tells what happens", async () => {
    const said: string[] = [];
    const id = await approved([GREET]);
    expect(await runAndTell(desk, id, (line) => said.push(line))).toBe(true);
    expect(readFileSync(join(directory, "greeting"), "utf8")).toBe("hello\n");
    expect(said).toContain("greet: hello");
    expect(said.at(-1)).toBe(`${id}: completed`);
  });

  it("is refused where it is not approved, where it has ended, and in an agent's shell", async () => {
    const id = await propose([GREET]);
    expect(await runPlan(desk, id, { env: env() })).toMatchObject({ ok: false, refusal: { kind: "wrong_state" } });
    expect(await runPlan(desk, "PLAN-00000000", { env: env() })).toMatchObject({ refusal: { kind: "not_found" } });
    const said: string[] = [];
    expect(await runAndTell(desk, id, (line) => said.push(line))).toBe(false);
    expect(said).toEqual([expect.stringContaining("refused: ")]);
    const signed = await approved([GREET]);
    const inside = { ...env(), COUNTERSIGN_AGENT: "agent-1" };
    expect(await runPlan(desk, signed, { env: inside })).toMatchObject({ refusal: { kind: "inside_agent" } });
    expect(existsSync(join(directory, "greeting"))).toBe(false);
    expect(await runPlan(desk, signed, { env: env() })).toMatchObject({ ok: true, value: { how: "completed" } });
    expect(await runPlan(desk, signed, { env: env() })).toMatchObject({ refusal: { kind: "wrong_state" } });
  });

  it("ends with what it waits for, and waits for it if the program wants that", async () => {
    const decisions = [{ decision_id: "word", question: "Which word?", options: ["hello", "hi"] }];
    const id = await approved([{ ...GREET, decision_id: "word" }], { decisions });
    const first = await runPlan(desk, id, { env: env() });
    expect(first).toMatchObject({ ok: true, value: { how: "waiting", reasons: [expect.stringContaining("word")] } });
    const events: RunNews[] = [];
    const again = runPlan(desk, id, { env: env(), waits: true, resumeBy: ana, onEvent: (event) => events.push(event) });
    await expect.poll(() => events.some(({ type }) => type === "waiting")).toBe(true);
    await desk.send(id, { type: "decide", decision_id: "word", selections: ["hi"] }, ana);
    expect(await again).toMatchObject({ ok: true, value: { how: "completed" } });
  });

  it("stops when the signal says so, and continues by a person only", async () => {
    const id = await approved([{ ...GREET, run: "echo begun; test -e go || sleep 60; echo hello > greeting" }]);
    const stop = new AbortController();
    const left = await runPlan(desk, id, {
      env: env(),
      signal: stop.signal,
      onEvent: (event) => event.type === "progress" && event.progress.type === "output" && stop.abort(),
    });
    expect(left).toMatchObject({ ok: true, value: { how: "left" } });
    expect(await runPlan(desk, id, { env: env() })).toMatchObject({ ok: false, refusal: { kind: "wrong_state" } });
    const forged = { ...ana } as Person;
    expect((await runPlan(desk, id, { env: env(), resumeBy: forged })).ok).toBe(false);
    writeFileSync(join(directory, "go"), "");
    const resumed = await runPlan(desk, id, { env: env(), resumeBy: ana });
    expect(resumed).toMatchObject({ ok: true, value: { how: "waiting" } });
    await desk.send(id, { type: "retry_step", step_id: "greet" }, ana);
    expect(await runPlan(desk, id, { env: env(), resumeBy: ana })).toMatchObject({ value: { how: "completed" } });
  });

  it("survives a listener that throws", async () => {
    const id = await approved([GREET]);
    const onEvent = () => {
      throw new Error("The listener is broken.");
    };
    expect(await runPlan(desk, id, { env: env(), onEvent })).toMatchObject({ value: { how: "completed" } });
  });

  it("loads nothing of pi if all of its steps are commands", async () => {
    const id = await approved([GREET]);
    const program = `
      import { registerHooks } from "node:module";
      const loaded = [];
      registerHooks({ resolve(name, context, next) { if (name.includes("earendil")) loaded.push(name); return next(name, context); } });
      const { Desk, runPlan } = await import(${JSON.stringify(new URL("../src/index.ts", import.meta.url).href)});
      const desk = new Desk({ directory: ${JSON.stringify(directory)} });
      const ran = await runPlan(desk, ${JSON.stringify(id)});
      console.log(JSON.stringify([ran.ok && ran.value.how, loaded]));
      desk.close();`;
    desk.close();
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
      env: env(),
      encoding: "utf8",
    });
    expect(JSON.parse(out)).toEqual(["completed", []]);
  });
});

describe("the tools of another agent loop", () => {
  const call = { toolCallId: "call-1" };

  function tools() {
    const ran: string[] = [];
    const execute = async ({ path, command }: { path?: string; command?: string }, _call: typeof call) =>
      ran.push(path ?? command ?? "");
    return {
      ran,
      tools: gated(desk, "loop-1", {
        readFile: { execute },
        writeFile: { execute },
        shell: { execute },
        deploy: { execute },
      }),
    };
  }

  it("read while the agent plans, and change nothing, whatever a person says", async () => {
    const { ran, tools: safe } = tools();
    await desk.sendAgent("loop-1", { type: "enter" }, localActor({}));
    await safe.readFile.execute({ path: "a.txt" }, call);
    await safe.shell.execute({ command: "git log --oneline" }, call);
    await expect(safe.writeFile.execute({ path: "a.txt" }, call)).rejects.toThrow("TOOL_BLOCKED_BY_MODE");
    await expect(safe.shell.execute({ command: "rm a.txt" }, call)).rejects.toThrow("SHELL_NOT_READ_ONLY");
    await expect(safe.deploy.execute({}, call)).rejects.toThrow("UNKNOWN_TOOL");
    expect(ran).toEqual(["a.txt", "git log --oneline"]);
  });

  it("ask a person where the policy does, and run that very call only", async () => {
    const { ran, tools: safe } = tools();
    const approval = (safe.writeFile as unknown as { needsApproval(input: object, call: object): Promise<boolean> })
      .needsApproval;
    const settings = { path: ".vscode/settings.json" };
    expect(await approval({ path: "a.txt" }, call)).toBe(false);
    await expect(safe.writeFile.execute(settings, call)).rejects.toThrow("CONFIRMATION_NEEDED");
    expect(await approval(settings, call)).toBe(true);
    await expect(safe.writeFile.execute({ path: ".vscode/tasks.json" }, call)).rejects.toThrow("CONFIRMATION_NEEDED");
    expect(await approval(settings, call)).toBe(true);
    await safe.writeFile.execute(settings, call);
    expect(ran).toEqual([".vscode/settings.json"]);
  });
});
