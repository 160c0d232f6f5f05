import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/surfaces/cli/commands.ts";
import { BINARY, PLAN, Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

const propose = (): string => {
  bench.write("plan.md", PLAN);
  return bench.run(["propose", "plan.md", "--json"]).json.plan.id;
};

describe("the life of a plan on the command line", () => {
  it("goes from proposal over changes and comparison to approval, decision, cancel, archive and audit", () => {
    const id = propose();
    const shown = bench.run(["show", id, "--json"]).json.plan;
    expect(shown).toMatchObject({ id, status: "proposed", revision: 1, version: 1, title: "Move the invoices" });
    expect(shown.steps.map((step: { id: string; status: string }) => [step.id, step.status])).toEqual([
      ["copy", "pending"],
      ["delete", "pending"],
    ]);

    const sentBack = bench.as("ana", [
      "request-changes",
      id,
      "-m",
      "Check twice",
      "--step",
      "copy=Keep owners",
      "--json",
    ]);
    expect(sentBack.json.plan).toMatchObject({ status: "changes_requested", version: 2 });

    bench.write("plan.md", PLAN.replace("cp -r old new", "cp -rp old new").replace("data/**", "data/**, logs/**"));
    expect(bench.run(["propose", "plan.md", "--plan", id, "--json"]).json.plan).toMatchObject({
      revision: 2,
      version: 3,
    });
    const { comparison } = bench.run(["compare", id, "--json"]).json;
    expect(comparison).toMatchObject({ id, from: { revision: 1 }, to: { revision: 2 } });
    expect(comparison.widened.length).toBeGreaterThan(0);
    expect(bench.run(["compare", id]).out).toContain("Scope widened");

    const approved = bench.as("ana", ["approve", id, "-m", "tonight", "--json"]).json.plan;
    expect(approved).toMatchObject({ status: "approved", approved_by: "ana (token)", approval: { revision: 2 } });
    expect(bench.run(["inbox", "--json"]).json.requests).toMatchObject([{ kind: "decision", decision_id: "when" }]);
    expect(bench.as("ana", ["answer", `${id}/when`, "later", "--json"]).json.request).toMatchObject({
      closing: { how: "answered", answer: { selections: ["later"] }, by: { name: "ana" } },
    });
    expect(bench.run(["show", id, "--json"]).json.plan.decisions[0]).toMatchObject({
      resolved: true,
      selections: ["later"],
    });

    expect(bench.as("ana", ["cancel", id, "-m", "not needed", "--json"]).json.plan.status).toBe("cancelled");
    expect(bench.as("ana", ["archive", id, "--json"]).json).toEqual({ archived: [id] });
    expect(bench.run(["plans", "--json"]).json.plans).toEqual([]);
    expect(bench.run(["plans", "--archived", "--json"]).json.plans).toMatchObject([{ id, archived: true }]);
    expect(bench.as("ana", ["archive", id, "--undo", "--json"]).json.restored).toEqual([id]);

    const { entries } = bench.run(["audit", "--json"]).json;
    expect(entries.map(({ action }: { action: string }) => action)).toEqual(
      expect.arrayContaining([
        "proposed",
        "changes_requested",
        "signed",
        "approved",
        "decided",
        "cancelled",
        "archived",
        "restored",
      ]),
    );
    expect(bench.run(["audit", "--verify", "--json"]).json).toMatchObject({ verified: true });
    const exported = bench.run(["export", id]);
    expect(JSON.parse(exported.out)).toMatchObject({ format: 1, plan: { id, status: "cancelled" }, verified: true });
    expect(JSON.parse(exported.out).journal.length).toBeGreaterThan(7);
  });

  it("stops after the third revision until a person reopens the plan", () => {
    const id = propose();
    for (const round of [1, 2, 3]) {
      bench.as("ana", ["request-changes", id, "-m", `no ${round}`]);
      if (round < 3)
        bench.run(["propose", bench.write("plan.md", PLAN.replace("Right away", `Round ${round}`)), "--plan", id]);
    }
    bench.write("plan.md", PLAN.replace("Right away", "Round 4"));
    const refused = bench.run(["propose", "plan.md", "--plan", id, "--json"]);
    expect(refused.code).toBe(1);
    expect(refused.json.error.kind).toBe("needs_review");
    expect(bench.run(["reopen", id, "--json"]).json.error.kind).toBe("no_person");
    expect(bench.run(["reopen", id, "--json"], { env: { COUNTERSIGN_AGENT: "main" } }).json.error.kind).toBe(
      "inside_agent",
    );
    expect(bench.as("ana", ["reopen", id, "--json"]).json.plan.status).toBe("changes_requested");
    expect(bench.run(["propose", "plan.md", "--plan", id, "--json"]).json.plan.revision).toBe(4);
  });

  it("approves without steps that are left out, and refuses to leave out what others need", () => {
    const id = propose();
    const refused = bench.as("ana", ["approve", id, "--without", "copy", "--json"]);
    expect(refused.json.error).toMatchObject({ kind: "left_out_needed", step: "delete", needs: ["copy"] });
    const approved = bench.as("ana", ["approve", id, "--without", "delete", "--model", "some/model", "--json"]).json
      .plan;
    expect(approved.approval).toMatchObject({ left_out: ["delete"], executor_model: "some/model" });
  });
});

describe("who may", () => {
  const ACTS = (id: string): string[][] => [
    ["approve", id],
    ["request-changes", id, "-m", "x"],
    ["reject", id],
    ["cancel", id],
    ["answer", `${id}/review-1`, "yes"],
    ["token", "create", "eve"],
    ["token", "revoke", "12345678"],
    ["key", "rotate"],
    ["key", "export", "--out", "keys.json"],
    ["key", "adopt", id],
    ["key", "adopt", "--from", "/elsewhere"],
  ];

  it("refuses everything only a person may do where there is neither terminal nor token", () => {
    const id = propose();
    const acts = ACTS(id);
    for (const [index, { code, json }] of bench.runAll(acts.map((act) => [...act, "--json"])).entries()) {
      const act = acts[index] ?? [];
      expect([act, code, json.error.kind]).toEqual([act, 1, act[0] === "answer" ? "wrong_answer" : "no_person"]);
    }
    expect(bench.run(["show", id, "--json"]).json.plan).toMatchObject({ status: "proposed", version: 1 });
  });

  it("refuses it inside an agent's shell even with a valid token", () => {
    const id = propose();
    const env = { COUNTERSIGN_AGENT: "main", COUNTERSIGN_APPROVER_TOKEN: bench.token("ana") };
    const acts = ACTS(id).filter(([name]) => name !== "answer");
    const told = bench.runAll(
      acts.map((act) => [...act, "--json"]),
      { env },
    );
    for (const [index, { code, json }] of told.entries())
      expect([acts[index], code, json.error.kind]).toEqual([acts[index], 1, "inside_agent"]);
  });

  it("tells the user's program which command answers", () => {
    const told = join(bench.root, "told");
    const program = ["sh", "-c", `printf %s "$COUNTERSIGN_ANSWER" > ${told}`];
    bench.write("../home/plans.json", JSON.stringify({ notify: { command: program } }));
    const input = JSON.stringify({ title: "Waits", steps: ["one"] });
    const { json } = bench.run(["propose", "-", "--json"], { input, alone: true });
    expect(readFileSync(told, "utf8")).toBe(`countersign approve ${json.plan.id}`);
  });

  it("refuses a wrong token, and a token to make tokens with", () => {
    const id = propose();
    const wrong = bench.run(["approve", id, "--json"], { env: { COUNTERSIGN_APPROVER_TOKEN: "cst_00000000_nothing" } });
    expect(wrong.json.error.kind).toBe("wrong_token");
    expect(bench.as("ana", ["token", "create", "eve", "--json"]).json.error.kind).toBe("no_person");
  });

  it("refuses an approval of another digest or revision than the current one", () => {
    const id = propose();
    expect(bench.as("ana", ["approve", id, "--digest", "sha256:00", "--json"]).json.error.kind).toBe("stale_digest");
    expect(bench.as("ana", ["approve", id, "--revision", "2", "--json"]).json.error).toMatchObject({
      kind: "stale_revision",
      revision: 1,
      given: 2,
    });
  });
});

describe("what stands", () => {
  it("is told before anybody is asked: what cannot be is refused with what can", () => {
    const id = propose();
    bench.as("ana", ["approve", id]);
    const again = bench.run(["approve", id]);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("so it cannot be approved")]);
    expect(again.err).toContain(`To run it: countersign run ${id}\n`);
  });

  it("says of a broken journal only what it claims", () => {
    const id = propose();
    bench.as("ana", ["approve", id]);
    const journal = join(bench.project, ".pi/plans/sessions", `${id}.jsonl`);
    writeFileSync(journal, readFileSync(journal, "utf8").replace('"signed"', '"sigmed"'));
    const { plan } = bench.run(["show", id, "--json"]).json;
    expect(plan).toMatchObject({ id, status: "broken", problem: { seq: 2 }, claimed: { id } });
    expect(plan.approval).toBeUndefined();
  });

  it("is judged by this home and this key, whoever filled the index", () => {
    const id = propose();
    bench.as("ana", ["approve", id]);
    const other = { COUNTERSIGN_HOME: join(bench.root, "other-home") };
    expect(bench.run(["plans", "--json"]).json.plans[0].status).toBe("approved");
    expect(bench.run(["plans", "--json"], { env: other }).json.plans[0].status).toBe("broken");
    expect(bench.run(["inbox", "--json"], { env: other }).json.requests).toEqual([]);
    expect(bench.run(["plans", "--json"]).json.plans[0].status).toBe("approved");
    expect(bench.run(["inbox", "--json"]).json.requests).toHaveLength(1);
    for (const ending of ["", "-wal", "-shm"]) rmSync(join(bench.home, `home.db${ending}`), { force: true });
    bench.run(["show", id]);
    expect(bench.run(["plans", "--json"]).json.plans[0]).toMatchObject({
      status: "broken",
      problem: { kind: "foreign" },
    });
  });

  it("shows no signature beside a text it was not given for", () => {
    const id = propose();
    bench.as("ana", ["approve", id]);
    const file = join(bench.project, ".pi/plans", `${id}.md`);
    writeFileSync(file, readFileSync(file, "utf8").replace("cp -r old new", "rm -r old"));
    expect(bench.run(["show", id]).out.replaceAll(/\s+/g, " ")).toContain("approval of revision 1 by ana is void");
    bench.as("ana", ["approve", id]);
    bench.as("ana", ["cancel", id]);
    writeFileSync(file, readFileSync(file, "utf8").replace("rm -r old", "rm -rf /"));
    expect(bench.run(["show", id]).out).toContain("not the approved text");
    expect(readFileSync(file, "utf8")).not.toContain("approved_by");
    const refused = bench.run(["edit", id, "--json"], { env: { EDITOR: "sed -i s/Copy/Move/" } });
    expect(refused.json.error.kind).toBe("wrong_state");
  });

  it("is not replaced unawares", () => {
    const id = propose();
    expect(bench.run(["propose", "plan.md", "--plan", "PLAN-00000001", "--json"]).json.error.kind).toBe("not_found");
    bench.write("plan.md", PLAN.replace("cp -r", "cp -rp"));
    expect(bench.run(["propose", "plan.md", "--plan", id]).out).toContain("Replaced the text");
    expect(bench.run(["audit", "PLAN-00000001", "--verify"]).code).toBe(1);
  });

  it("does not depend on who had the editor open longer", () => {
    const id = propose();
    const script = bench.write(
      "slow.sh",
      `#!/bin/sh\nsed -i 's/cp -r/cp -rf/' .pi/plans/${id}.md\n${process.execPath} ${BINARY} plans >/dev/null\nsed -i 's/Copy them/Move them/' "$1"\n`,
    );
    chmodSync(script, 0o755);
    const refused = bench.run(["edit", id, "--json"], { env: { EDITOR: script } });
    expect(refused.json.error).toMatchObject({ kind: "conflict", expected: 1, found: 2 });
    expect(refused.json.error.hint).toContain("Your text is in");
    expect(readFileSync(join(bench.project, ".pi/plans", `${id}.md`), "utf8")).toContain("cp -rf");
  });

  it("can be put back when its file is gone", () => {
    const id = propose();
    const file = join(bench.project, ".pi/plans", `${id}.md`);
    rmSync(file);
    expect(bench.run(["plans", "--json"]).json.unreadable).toMatchObject([{ id }]);
    expect(bench.run(["edit", id, "--json"], { env: { EDITOR: "true" } }).code).toBe(0);
    expect(bench.run(["show", id, "--json"]).json.plan).toMatchObject({
      status: "proposed",
      title: "Move the invoices",
    });
    expect(bench.as("ana", ["approve", id, "--json"]).json.plan.status).toBe("approved");
    expect(readFileSync(file, "utf8")).toContain("status: approved");
  });

  it("mends a JSON draft without giving it an id, and leaves a text alone that holds more than the plan", () => {
    const draft = { title: "x", steps: [{ id: "a", title: "a", depends_on: ["nothing"] }] };
    const plain = bench.write("draft.json", JSON.stringify(draft));
    expect(bench.run(["validate", "draft.json", "--fix"]).code).toBe(0);
    expect(JSON.parse(readFileSync(plain, "utf8"))).toEqual({ title: "x", steps: [{ id: "a", title: "a" }] });
    const fenced = bench.write("chat.md", `Here it is:\n\n\`\`\`json\n${JSON.stringify(draft)}\n\`\`\`\n`);
    const before = readFileSync(fenced, "utf8");
    expect(bench.run(["validate", "chat.md", "--fix", "--json"]).json.error.kind).toBe("not_written");
    expect(readFileSync(fenced, "utf8")).toBe(before);
  });
});

describe("answers", () => {
  it("are {error: {kind, message}} on standard output with exit code 1 when refused, 2 when used wrongly", () => {
    const refused = bench.run(["show", "PLAN-00000000", "--json"]);
    expect([refused.code, refused.json.error.kind, refused.err]).toEqual([1, "not_found", ""]);
    const wrong = [
      ["nonsense", "--json"],
      ["show", "--json"],
      ["show", "a", "b", "--json"],
      ["plans", "--limt", "5", "--json"],
      ["plans", "--limit", "x", "--json"],
      ["plans", "--status", "nope", "--json"],
      ["token", "create", "ann", "--days", "1000000000", "--json"],
    ];
    for (const [index, { code, json }] of bench.runAll(wrong).entries())
      expect([wrong[index], code, json.error.kind]).toEqual([wrong[index], 2, "usage"]);
    expect(bench.run(["propse"]).err).toContain("countersign propose");
    expect(bench.run(["plans", "--limt", "5"]).err).toContain("--limit");
  });

  it("has help for every command", () => {
    const told = bench.runAll(COMMANDS.map(({ name }) => [name, "--help"]));
    for (const [index, { name }] of COMMANDS.entries())
      expect(told[index]).toMatchObject({ code: 0, out: expect.stringContaining(`Usage: countersign ${name}`) });
  });

  it("tells every problem of a draft with file, line and column", () => {
    bench.write("bad.md", PLAN.replace("after: copy", "after: cpy").replace("risk: medium", "risk: midium"));
    const { code, err } = bench.run(["propose", "bad.md"]);
    expect(code).toBe(1);
    expect(err).toMatch(/bad\.md:\d+:\d+: error: .*midium/);
    expect(err).toMatch(/bad\.md:\d+:\d+: error: .*cpy/);
    expect(bench.run(["plans", "--json"]).json).toMatchObject({ plans: [], unreadable: [] });
  });

  it("reads drafts from standard input", () => {
    const draft = JSON.stringify({
      summary: "Tidy up.",
      steps: [{ description: "Remove it", tools: ["bash"], risk: "low" }],
    });
    expect(bench.run(["propose", "-", "--json"], { input: draft }).json.plan).toMatchObject({ summary: "Tidy up." });
  });

  it("mends dependencies with validate --fix, cycles included, and says what it removed", () => {
    const cyclic = PLAN.replace("   - mode: run\n", "   - mode: run\n   - after: delete, nothing\n");
    const file = bench.write("cyclic.md", cyclic);
    expect(bench.run(["validate", "cyclic.md"]).code).toBe(1);
    const fixed = bench.run(["validate", "cyclic.md", "--fix"]);
    expect(fixed.code).toBe(0);
    expect(fixed.err).toContain("nothing");
    expect(bench.run(["validate", "cyclic.md"]).code).toBe(0);
    expect(readFileSync(file, "utf8").replace(/ {3}- after: .*\n/, "")).toContain("- mode: run");
  });

  it("fits 80 columns and has no colour codes in a pipe, but colours when asked", () => {
    const id = propose();
    bench.write("plan.md", PLAN.replace("Invoices go", `Invoices ${"and more of them ".repeat(20)}go`));
    bench.as("ana", ["request-changes", id, "-m", "long ".repeat(40)]);
    bench.run(["propose", "plan.md", "--plan", id]);
    for (const { out } of bench.runAll([["show", id], ["compare", id], ["plans"], ["audit"], ["inbox"]])) {
      expect(out).not.toContain("\u001b");
      expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(80);
    }
    expect(bench.run(["plans"], { env: { FORCE_COLOR: "1" } }).out).toContain("\u001b[");
  });

  it("never lets a plan's text reach the terminal as control codes", () => {
    const id = bench.run(["propose", "-", "--json"], {
      input: JSON.stringify({ title: "x\u001b[2J\u202e", steps: [{ title: "y\u0007", description: "z\u200b" }] }),
    }).json.plan.id;
    const told = bench.runAll([["show", id], ["plans"], ["audit"], ["inbox"]]);
    for (const { out } of told) expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u200b\u202e]/);
    expect(told[0]?.out).toContain("‹U+202E›");
  });

  it("lists what cannot be read with line and reason, and leaves it alone", () => {
    propose();
    const path = bench.write(".pi/plans/PLAN-deadbeef.md", "---\nid: [\n---\n");
    const { json, code } = bench.run(["plans", "--json"]);
    expect(code).toBe(0);
    expect(json.plans).toHaveLength(1);
    expect(json.unreadable).toMatchObject([{ id: "PLAN-deadbeef", kind: "unreadable" }]);
    expect(json.unreadable[0].line).toBeGreaterThan(0);
    expect(readFileSync(path, "utf8")).toBe("---\nid: [\n---\n");
  });

  it("pages through plans", () => {
    for (let index = 0; index < 5; index++) {
      bench.run(["propose", "-"], { input: JSON.stringify({ title: `Plan ${index}`, steps: [{ description: "a" }] }) });
    }
    const first = bench.run(["plans", "--limit", "3", "--json"]).json;
    const second = bench.run(["plans", "--limit", "3", "--after", first.next, "--json"]).json;
    expect([first.plans.length, second.plans.length, second.next]).toEqual([3, 2, undefined]);
    const titles = [...first.plans, ...second.plans].map(({ title }: { title: string }) => title);
    expect(titles).toEqual(["Plan 4", "Plan 3", "Plan 2", "Plan 1", "Plan 0"]);
  });
});

describe("settings", () => {
  it("refuse to act on a wrong configuration, and say where it is wrong", () => {
    bench.write(".pi/plans.json", '{ "levle": "enforce", "stale_after_days": "x" }');
    bench.write("plan.md", PLAN);
    const { json } = bench.run(["propose", "plan.md", "--json"]);
    expect(json.error.kind).toBe("wrong_configuration");
    expect(json.error.problems.map(({ path }: { path: string }) => path)).toEqual(["levle", "stale_after_days"]);
    expect(bench.run(["config"]).out).toContain("level");
    expect(bench.run(["doctor"]).code).toBe(1);
  });

  it("let a project demand a quorum of two different persons", () => {
    bench.write(".pi/plans.json", '{ "approvers": { "quorum": 2 } }');
    const id = propose();
    expect(bench.as("ana", ["approve", id, "--json"]).json.plan.status).toBe("proposed");
    expect(bench.as("ana", ["approve", id, "--json"]).json.error.kind).toBe("already_signed");
    expect(bench.as("bob", ["approve", id, "--json"]).json.plan.status).toBe("approved");
  });

  it("let a project demand a role", () => {
    bench.write(".pi/plans.json", '{ "approvers": ["role:lead"] }');
    const id = propose();
    expect(bench.as("ana", ["approve", id, "--json"]).json.error.kind).toBe("not_an_approver");
    expect(bench.as("ana", ["approve", id, "--json"], ["lead"]).json.plan.status).toBe("approved");
  });
});

describe("doctor", () => {
  it("finds a journal that was changed, and nothing of it counts any more", () => {
    const id = propose();
    bench.as("ana", ["approve", id]);
    const journal = join(bench.project, ".pi/plans/sessions", `${id}.jsonl`);
    writeFileSync(journal, readFileSync(journal, "utf8").replace('"signed"', '"sigmed"'));
    expect(bench.run(["doctor"]).code).toBe(1);
    const verify = bench.run(["audit", "--verify", "--json"]);
    expect(verify.json.error).toMatchObject({
      kind: "broken_journal",
      first: { journal: id, seq: 2, kind: "changed" },
    });
    expect(bench.run(["show", id]).out).toContain("broken journal");
    expect(bench.run(["plans", "--json"]).json.plans).toMatchObject([
      { id, status: "broken", problem: { kind: "changed" } },
    ]);
    expect(bench.as("ana", ["approve", id, "--json"]).json.error.kind).toBe("broken_journal");
  });

  it("finds nothing wrong with a project that is in order, and mends an index that is lost", () => {
    const id = propose();
    expect(bench.run(["doctor", "--json"]).json.healthy).toBe(true);
    rmSync(join(bench.project, ".pi/plans/.state"), { recursive: true });
    expect(bench.run(["doctor", "--fix", "--json"]).json.healthy).toBe(true);
    expect(bench.run(["plans", "--json"]).json.plans).toMatchObject([{ id, status: "proposed" }]);
  });
});
