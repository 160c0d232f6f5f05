import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
    const screen = await terminal.see(`Countersign revision 1 of ${id}? [y/N]`);
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
    await terminal.see("Countersigned");
    expect(bench.run(["show", id, "--json"]).json.plan).toMatchObject({
      status: "approved",
      approved_by: expect.stringMatching(/\(cli\)$/),
    });
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
    await terminal.see("there is no terminal to ask one on");
  });

  it("asks for feedback that was not given", async () => {
    terminal.type(`${countersign} request-changes ${id}`);
    await terminal.see("What should change?");
    terminal.type("Keep the owners.");
    await terminal.see("[y/N]");
    terminal.type("y");
    await terminal.see("Changes requested");
    expect(bench.run(["show", id, "--json"]).json.plan.reviews).toMatchObject([{ feedback: "Keep the owners." }]);
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
    await terminal.see("edit again? [Y/n]");
    terminal.type("y");
    await terminal.see("Saved");
    const { plan } = bench.run(["show", id, "--json"]).json;
    expect(plan.steps[0].risk).toBe("high");
    expect(readFileSync(join(bench.project, `.pi/plans/${id}.md`), "utf8")).not.toContain("countersign:");
  });

  it("tells where the text is when its writer gives up", async () => {
    const breaks = bench.write("break.sh", `#!/bin/sh\nsed -i 's/risk: medium/risk: midium/' "$1"\n`);
    chmodSync(breaks, 0o755);
    terminal.type(`EDITOR=${breaks} ${countersign} edit ${id}`);
    await terminal.see("edit again? [Y/n]");
    terminal.type("n");
    const screen = await terminal.see("Your text is in ");
    const file = /Your text is in (\S+\.md)/.exec(screen.replaceAll("\n", ""))?.[1] ?? "";
    expect(readFileSync(file, "utf8")).toContain("midium");
    expect(bench.run(["show", id, "--json"]).json.plan.version).toBe(1);
  });
});
