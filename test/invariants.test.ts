import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { judgeCall } from "../src/desk/judge-call.ts";
import { type Claim, localActor } from "../src/desk/persons.ts";
import { awaitAnswer, inbox } from "../src/desk/requests.ts";
import { applyTimeOuts } from "../src/desk/time-outs.ts";
import { type Actor, HOST } from "../src/lifecycle/actor.ts";
import type { AgentCommand, Leaving } from "../src/lifecycle/agent-phase.ts";
import { settle } from "../src/policy/judge.ts";
import type { ToolCall } from "../src/policy/tool.ts";
import { KNOWN_TOOLS } from "../src/policy/tools/known-tools.ts";
import { type Fixture, fixture, listing, must, propose, refusalOf, standing } from "./desk/fixture.ts";
import { IMPLEMENTATIONS, isMissing } from "./sandbox/implementations.ts";
import { Playground, USERS } from "./sandbox/playground.ts";
import { PLAN, Workbench } from "./surfaces/cli/workbench.ts";

// Invariants 9 and 10 stand in test/policy: judge.test.ts and prompts.test.ts.

const agent: Actor = localActor({ COUNTERSIGN_AGENT: "agent-1" });

/** Lines that change something: by a command, an option, a redirection, a program in a program, a hidden spelling. */
const CHANGING = [
  "touch made",
  "echo changed > file",
  "cat file >> made",
  "rm -f file",
  "mv file made",
  "sed -i s/i/o/ file",
  "find . -name file -delete",
  "find . -exec touch made {} +",
  "sort -o made file",
  "awk 'BEGIN { print > \"made\" }'",
  "awk 'BEGIN { system(\"touch made\") }'",
  "xargs touch <<< made",
  "t=touch; $t made",
  "$(printf 'to%s' uch) made",
  "bash -c 'touch made'",
  "eval 'touch made'",
  "ls\ntouch made",
  "true && (touch made) &",
  "cat <(touch made)",
  "f() { touch made; }; f",
  "chmod 600 file",
  "mkdir made",
  "ln -s file made",
  "git init made",
  "tee made < file",
];

const LOOKING = ["cat file", "ls -la | head", "grep -rn inside . 2>/dev/null", 'for f in *; do wc -l < "$f"; done'];

describe("invariant 1: nothing an agent can do while planning changes the world", () => {
  let f: Fixture;
  beforeEach(async () => {
    f = fixture();
    mkdirSync(join(f.project, "src"));
    writeFileSync(join(f.project, "file"), "inside\n");
    must(await f.desk.sendAgent("agent-1", { type: "enter" }, agent));
  });

  const judged = async (call: ToolCall, sandbox: "on" | "off" = "off") =>
    must(await judgeCall(f.desk, "agent-1", call, { sandbox })).verdict;
  const line = (command: string): ToolCall => ({ tool: "bash", source: "pi", input: { command } });

  it.each(CHANGING)("not by bash, with a sandbox or without: %s", async (command) => {
    for (const sandbox of ["on", "off"] as const) {
      const verdict = await judged(line(command), sandbox);
      expect(verdict).toMatchObject({ verdict: "deny", code: "SHELL_NOT_READ_ONLY" });
      expect(settle(verdict, "yes")).toBe("refuse");
    }
  });

  it("not by any known tool that does more than look", async () => {
    const tools = KNOWN_TOOLS.filter(({ category }) => category !== "read" && category !== "search");
    expect(tools.length).toBeGreaterThan(20);
    for (const { name, source, command, paths = [] } of tools) {
      const input = {
        ...Object.fromEntries(paths.map((path) => [path, "src/a.ts"])),
        ...(command !== undefined && { [command]: "touch made" }),
      };
      const verdict = await judged({ tool: name.replace("*", "x"), source, input, readOnlyHint: true });
      expect(settle(verdict, "yes"), `${source}: ${name}`).toBe("refuse");
    }
  });

  it.each<[string, ToolCall]>([
    ["a subagent of an extension", { tool: "subagent", source: "pi-subagents", input: { task: "write it" } }],
    [
      "a subagent with a work tree of its own",
      { tool: "Agent", source: "claude-code", input: { prompt: "x", isolation: "worktree" } },
    ],
    ["a running program", { tool: "write_stdin", source: "codex", input: { session_id: 1, chars: "rm file\n" } }],
  ])("not by %s", async (_, call) => {
    expect(await judged(call)).toMatchObject({ verdict: "deny" });
  });

  it("not by what a subagent of the same session calls: it is judged as the session is", async () => {
    must(await judgeCall(f.desk, "agent-1", { tool: "Agent", source: "claude-code", input: { prompt: "x" } }, OFF));
    const call = { tool: "Write", source: "claude-code", input: { file_path: "file", content: "" } };
    expect(await judged(call)).toMatchObject({ verdict: "deny", code: "TOOL_BLOCKED_BY_MODE" });
  });

  it("not by another extension's tool, also one that takes over a known name", async () => {
    for (const { name } of KNOWN_TOOLS.filter(({ category }) => category === "read" || category === "search")) {
      const call = { tool: name.replace("*", "x"), source: "another-extension", input: {} };
      expect(await judged(call), name).toMatchObject({ verdict: "deny", code: "UNKNOWN_TOOL" });
    }
    expect(await judged({ tool: "mcp__db__run", source: "db", input: {} })).toMatchObject({ code: "UNKNOWN_TOOL" });
  });

  it("not while its plan waits for an answer", async () => {
    const plan = await propose(f);
    must(await f.desk.sendAgent("agent-1", { type: "submit", plan_id: plan.id }, agent));
    expect(await judged(line("touch made"))).toMatchObject({ verdict: "deny" });
  });

  it("not by being judged: nothing but its own journal is written", async () => {
    const isJournal = (name: string) => name.startsWith(".pi/plans");
    const before = listing(f.project, isJournal);
    for (const command of [...CHANGING, ...LOOKING]) await judged(line(command));
    expect(listing(f.project, isJournal)).toEqual(before);
  });

  it("and it may look", async () => {
    for (const command of LOOKING) expect(await judged(line(command)), command).toMatchObject({ verdict: "allow" });
  });
});

const OFF = { sandbox: "off" } as const;

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation)).each(USERS)(
    `invariant 1: where a judgement were wrong, in ${implementation}, as %s`,
    (user) => {
      let ground: Playground;
      beforeAll(() => {
        ground = new Playground(user, implementation);
      });
      afterAll(() => ground.remove());

      it("nothing an agent can do while planning changes the world: the very same lines, run by bash in the sandbox", () => {
        const before = ground.fingerprint();
        const results = ground.planning(...CHANGING, ...LOOKING);
        expect(results).toHaveLength(CHANGING.length + LOOKING.length);
        expect(ground.fingerprint()).toEqual(before);
        expect(results.slice(CHANGING.length).map(({ code }) => code)).toEqual(LOOKING.map(() => 0));
      });
    },
  );

describe("invariant 2: no approval without an authenticated person", () => {
  let f: Fixture;
  beforeEach(() => {
    f = fixture({ review_timeout_minutes: 30 });
  });

  it("no agent, host, file or look-alike approves, and nothing they do is recorded", async () => {
    const { id, proposal, version } = await propose(f);
    const approve = { type: "approve", revision: proposal.revision, digest: proposal.digest } as const;
    const file: Actor = { kind: "file", surface: "file", id: "file", name: "file", person: "file" };
    for (const by of [agent, f.local, HOST, file]) {
      expect(refusalOf(await f.desk.send(id, approve, by)).kind, by.kind).toBe("person_needed");
    }
    for (const by of [{ ...f.person }, Object.create(f.person) as Actor, new Proxy(f.person, {})]) {
      expect(refusalOf(await f.desk.send(id, approve, by)).kind).toBe("no_person");
    }
    expect(await standing(f.desk, id)).toMatchObject({ status: "proposed", version });
    must(await f.desk.send(id, approve, f.person));
    expect(await standing(f.desk, id)).toMatchObject({ status: "approved" });
  });

  it.each<[string, Claim]>([
    ["a terminal", { via: "terminal" }],
    ["a token", { via: "token", secret: "cs_x" }],
    ["a surface", { via: "surface", surface: "chat", id: "1", name: "Ana", roles: ["admin"] }],
  ])("inside an agent's shell nobody is a person, not by %s", (_, claim) => {
    const inside = f.open({ env: { COUNTERSIGN_AGENT: "agent-1" } });
    expect(refusalOf(inside.authenticate(claim)).kind).toBe("inside_agent");
  });

  it("no channel to a person means no approval: a plan nobody answers is never approved, however long it waits", async () => {
    const { id } = await propose(f);
    const [request] = await inbox(f.desk);
    const waited = await awaitAnswer(f.desk, request?.id ?? "", AbortSignal.abort());
    expect(refusalOf(waited).kind).toBe("timed_out");
    for (const minutes of [29, 31, 60 * 24 * 29, 60 * 24 * 2]) {
      f.pass(minutes);
      await applyTimeOuts(f.desk);
      expect((await standing(f.desk, id)).status).toMatch(/^(proposed|cancelled)$/);
    }
    expect((await standing(f.desk, id)).status).toBe("cancelled");
  });

  it("no channel to a person means no approval: not by a command without a terminal, nor in an agent's shell", () => {
    const bench = new Workbench();
    try {
      bench.write("plan.md", PLAN);
      const id = bench.run(["propose", "plan.md", "--json"]).json.plan.id;
      bench.run(["enter", "agent-1"]);
      for (const env of [{}, { COUNTERSIGN_AGENT: "agent-1", COUNTERSIGN_APPROVER_TOKEN: bench.token("ana") }]) {
        for (const words of [
          ["approve", id],
          ["reject", id],
          ["leave", "agent-1"],
        ]) {
          const { code, json } = bench.run([...words, "--json"], { env, input: "y\n" });
          expect(code).toBe(1);
          expect(json.error.kind).toMatch(/^(no_person|inside_agent)$/);
        }
      }
      expect(bench.run(["show", id, "--json"]).json.plan.status).toBe("proposed");
    } finally {
      bench.remove();
    }
  });

  it("an agent can enter plan mode, never leave it", async () => {
    const send = (command: AgentCommand, by = agent) => f.desk.sendAgent("agent-1", command, by);
    expect(must(await send({ type: "enter", reason: "It is large." })).phase).toBe("gathering");
    const ways: Leaving[] = ["finished", "cancelled", "rejected", "handed_off", "timed_out", "ended"];
    for (const how of ways) expect(refusalOf(await send({ type: "leave", how })).kind).toBe("person_needed");
    const plan = await propose(f);
    must(await send({ type: "submit", plan_id: plan.id }));
    for (const how of ways) expect(refusalOf(await send({ type: "leave", how })).kind).toBe("person_needed");
    const begin = { type: "begin", approved_by: f.person, approved_at: f.desk.at() } as const;
    expect(refusalOf(await send(begin)).kind).toBe("person_needed");
    must(await send({ type: "confirm", tool: "write", summary: "x", reason: "y" }));
    const question = (await inbox(f.desk)).find(({ kind }) => kind === "confirmation");
    const yes = {
      type: "answer",
      request_id: question?.id ?? "",
      answer: { kind: "confirmation", allow: true },
    } as const;
    expect(refusalOf(await send(yes)).kind).toBe("person_needed");
    expect(must(await f.desk.agent("agent-1")).phase).toBe("submitted");
    expect(must(await send({ type: "leave", how: "cancelled" }, f.person)).phase).toBe("inactive");
  });
});
