import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { findHome } from "../../../src/desk/home.ts";
import { openHomeDatabase } from "../../../src/desk/home-database.ts";
import { agent } from "../../builders.ts";
import { must } from "../../desk/fixture.ts";
import { hasTmux, Terminal } from "./terminal.ts";
import { BINARY, PLAN, Workbench } from "./workbench.ts";

const countersign = `${process.execPath} ${BINARY}`;

describe.skipIf(!hasTmux)("in a real terminal", () => {
  let bench: Workbench;
  let terminal: Terminal;
  let id: string;
  beforeEach(() => {
    bench = new Workbench();
    bench.write("plan.md", PLAN);
    id = bench.run(["propose", "plan.md", "--json"]).json.plan.id;
    terminal = new Terminal(bench.project, bench.env);
  });
  afterEach(() => {
    terminal.close();
    bench.remove();
  });

  it("shows what is signed and asks; anything but yes signs nothing", async () => {
    terminal.type(`${countersign} approve ${id}`);
    const screen = await terminal.see(`Approve revision 1 of ${id}? [y/N]`);
    expect(screen).toContain("Delete the old ones");
    expect(screen).toContain("sha256:");
    terminal.type("");
    await terminal.see("Nothing was done.");
    expect(bench.run(["show", id, "--json"]).json.plan.status).toBe("proposed");
  });

  it("signs when somebody says yes, in the name of the user", async () => {
    terminal.type(`${countersign} approve ${id}`);
    await terminal.see("[y/N]");
    terminal.type("y");
    await terminal.see("You signed revision 1");
    expect(bench.run(["show", id, "--json"]).json.plan).toMatchObject({
      status: "approved",
      approved_by: expect.stringMatching(/\(cli\)$/),
    });
  });

  it("asks on standard error when a program reads the answer", async () => {
    terminal.type(`${countersign} approve ${id} --json > answer.json; echo finished: $?`);
    const screen = await terminal.see("[y/N]");
    expect(screen).toContain("Delete the old ones");
    terminal.type("y");
    await terminal.see("finished: 0");
    const { plan } = JSON.parse(readFileSync(join(bench.project, "answer.json"), "utf8"));
    expect(plan.status).toBe("approved");
  });

  it("refuses to sign what changed while it was being read", async () => {
    terminal.type(`${countersign} approve ${id}`);
    await terminal.see("[y/N]");
    bench.write(
      `.pi/plans/${id}.md`,
      readFileSync(join(bench.project, `.pi/plans/${id}.md`), "utf8").replace("cp -r", "cp -rf"),
    );
    terminal.type("y");
    await terminal.see("changed after it was shown");
    expect(bench.run(["show", id, "--json"]).json.plan).toMatchObject({ status: "proposed", version: 2 });
  });

  it("refuses in a shell that an agent started, terminal or not", async () => {
    terminal.type(`COUNTERSIGN_AGENT=main ${countersign} approve ${id}`);
    await terminal.see("started by an agent");
  });

  it("does not take a pipe's yes for a person's", async () => {
    terminal.type(`yes | ${countersign} approve ${id}`);
    await terminal.see("there is no terminal to ask on");
  });

  it("asks for feedback that was not given", async () => {
    terminal.type(`${countersign} request-changes ${id}`);
    await terminal.see("What should change?");
    terminal.type("Keep the owners.");
    terminal.type("And the dates.");
    terminal.type("");
    await terminal.see("[y/N]");
    terminal.type("y");
    await terminal.see("You requested changes");
    expect(bench.run(["show", id, "--json"]).json.plan.reviews).toMatchObject([
      { feedback: "Keep the owners.\nAnd the dates." },
    ]);
  });

  it("shows the question before an answer that was given with the command counts", async () => {
    bench.as("ana", ["approve", id]);
    terminal.type(`${countersign} answer ${id}/when later`);
    expect(await terminal.see("[y/N]")).toContain("Right away, or after a month?");
    terminal.type("y");
    await terminal.see("Answered");
  });

  it("asks again for what is no answer, and for what is neither yes nor no", async () => {
    bench.as("ana", ["approve", id]);
    terminal.type(`${countersign} answer ${id}/when`);
    await terminal.see("Your answer:");
    terminal.type("tomorrow");
    await terminal.see(/"tomorrow" is none of the choices\.\nChoose one of: 1 [\s\S]*Your answer: $/m);
    terminal.type("2");
    await terminal.see("[y/N]");
    terminal.type("sure");
    await terminal.see(/Answer y or n\.\nAnswer .*\[y\/N\]/);
    terminal.type("y");
    await terminal.see("Answered");
  });

  it("asks what should be done instead of a call that is refused", async () => {
    const desk = new Desk({ directory: bench.project, env: bench.env });
    const call = { tool: "deploy", summary: "to prod", reason: "it is far" };
    must(await desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    must(await desk.sendAgent("bot", { type: "confirm", ...call }, agent("bot")));
    desk.close();
    terminal.type(`${countersign} answer bot/confirmation-2`);
    await terminal.see("Your answer:");
    terminal.type("no");
    await terminal.see("What should be done instead?");
    terminal.type("use staging");
    await terminal.see("[y/N]");
    terminal.type("y");
    await terminal.see("Answered");
    expect(bench.run(["inbox", "--all"]).out).toContain("refused it: use staging");
  });

  it("makes a token that then signs without a terminal", async () => {
    terminal.type(`${countersign} token create ana`);
    await terminal.see("[y/N]");
    terminal.type("y");
    const secret = /cst_\S+/.exec(await terminal.see(/cst_\S+/))?.[0] ?? "";
    const { json } = bench.run(["approve", id, "--json"], { env: { COUNTERSIGN_APPROVER_TOKEN: secret } });
    expect(json.plan).toMatchObject({ status: "approved", approved_by: "ana (token)" });
    expect(bench.run(["token", "list", "--json"]).json.tokens).toMatchObject([{ name: "ana" }]);
    expect(bench.run(["token", "list"]).out).not.toContain(secret);
  });

  it("opens the editor, comes back with the problems marked, and keeps what was typed", async () => {
    const breaks = bench.write(
      "break.sh",
      `#!/bin/sh\nif grep -q 'countersign:' "$1"; then sed -i 's/midium/high/' "$1"; else sed -i 's/risk: medium/risk: midium/' "$1"; fi\n`,
    );
    chmodSync(breaks, 0o755);
    terminal.type(`EDITOR=${breaks} ${countersign} edit ${id}`);
    await terminal.see("Edit again? [Y/n]");
    terminal.type("y");
    await terminal.see("You edited");
    const { plan } = bench.run(["show", id, "--json"]).json;
    expect(plan.steps[0].risk).toBe("high");
    expect(readFileSync(join(bench.project, `.pi/plans/${id}.md`), "utf8")).not.toContain("countersign:");
  });

  it("tells where the text is when its writer gives up", async () => {
    const breaks = bench.write("break.sh", `#!/bin/sh\nsed -i 's/risk: medium/risk: midium/' "$1"\n`);
    chmodSync(breaks, 0o755);
    terminal.type(`EDITOR=${breaks} ${countersign} edit ${id}`);
    await terminal.see("Edit again? [Y/n]");
    terminal.type("n");
    const screen = await terminal.see("Your text is in ");
    const file = /Your text is in (\S+\.md)/.exec(screen.replaceAll("\n", ""))?.[1] ?? "";
    expect(readFileSync(file, "utf8")).toContain("midium");
    expect(bench.run(["show", id, "--json"]).json.plan.version).toBe(1);
  });

  it("puts a journal aside that does not hold, and the plan can be signed anew", async () => {
    bench.as("ana", ["approve", id]);
    const journal = join(bench.project, ".pi/plans/sessions", `${id}.jsonl`);
    writeFileSync(journal, readFileSync(journal, "utf8").replace('"signed"', '"sigmed"'));
    terminal.type(`${countersign} key adopt ${id}`);
    await terminal.see("[y/N]");
    terminal.type("y");
    await terminal.see("Quarantined:");
    expect(bench.run(["plans", "--json"]).json.plans).toMatchObject([
      { id, status: "elsewhere", elsewhere: "approved" },
    ]);
    expect(bench.as("ana", ["approve", id, "--json"]).json.plan).toMatchObject({ status: "approved", version: 2 });
    const { entries } = bench.run(["audit", "--json"]).json;
    expect(entries.map(({ action }: { action: string }) => action)).toContain("journal_set_aside");
  });

  it("moves keys and heads to another machine, where the project is adopted at its new path", async () => {
    bench.as("ana", ["approve", id]);
    terminal.type(`${countersign} key export --out keys.json`);
    await terminal.see("[y/N]");
    terminal.type("y");
    await terminal.see("Wrote 1 key");
    expect(statSync(join(bench.project, "keys.json")).mode & 0o077).toBe(0);
    const other = new Workbench();
    other.write("keys.json", readFileSync(join(bench.project, "keys.json"), "utf8"));
    other.run(["propose", "-"], { input: JSON.stringify({ title: "own", steps: [{ description: "a" }] }) });
    for (const path of [`sessions/${id}.jsonl`, `${id}.md`]) {
      other.write(`.pi/plans/${path}`, readFileSync(join(bench.project, ".pi/plans", path), "utf8"));
    }
    const there = new Terminal(other.project, other.env);
    try {
      expect(other.run(["show", id, "--json"]).json.plan.problem.kind).toBe("unverified");
      there.type(`${countersign} key import keys.json`);
      await there.see("[y/N]");
      there.type("y");
      await there.see("Imported");
      expect(other.run(["show", id, "--json"]).json.plan.problem.kind).toBe("foreign");
      there.type(`clear; ${countersign} key adopt --from ${bench.project}`);
      await there.see("[y/N]");
      there.type("y");
      await there.see("Adopted");
      expect(other.run(["show", id, "--json"]).json.plan).toMatchObject({ status: "approved" });
      expect(other.run(["audit", "--verify"]).code).toBe(0);
    } finally {
      there.close();
      other.remove();
    }
  });

  it("seals with a new key after a rotation, and still believes what the old one sealed", async () => {
    const before = bench.run(["key", "show", "--json"]).json.key.id;
    terminal.type(`${countersign} key rotate`);
    await terminal.see("[y/N]");
    terminal.type("y");
    await terminal.see("New records are sealed with");
    const { key } = bench.run(["key", "show", "--json"]).json;
    expect(key.id).not.toBe(before);
    expect(key.retired).toEqual([before]);
    bench.as("ana", ["approve", id]);
    expect(bench.run(["audit", "--verify"]).code).toBe(0);
  });

  it("rotates the key without losing what a crash left while the question stood there", async () => {
    terminal.type(`${countersign} key rotate`);
    await terminal.see("[y/N]");
    const home = openHomeDatabase(findHome(bench.env));
    try {
      const [project = ""] = home.projects();
      const head = home.head(project, id);
      bench.as("ana", ["approve", id]);
      if (head) home.setHead(project, id, head);
    } finally {
      home.close();
    }
    terminal.type("y");
    await terminal.see("New records are sealed with");
    expect(bench.run(["show", id, "--json"]).json.plan.status).toBe("approved");
  });
});
