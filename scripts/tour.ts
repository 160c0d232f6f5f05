// The command line's tour: a throwaway project, the real commands, nothing left behind.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Desk } from "../src/desk/desk.ts";
import { createToken } from "../src/desk/tokens.ts";

const binary = fileURLToPath(new URL("../bin/countersign.js", import.meta.url));
const isColoured = process.stdout.isTTY && !process.env["NO_COLOR"];
const paint = (code: number, text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);

const project = mkdtempSync(join(tmpdir(), "countersign-tour-"));
const home = join(project, "home");
process.on("exit", () => rmSync(project, { recursive: true, force: true }));

say("A throwaway project. An agent has looked around and wrote down what it would do.");
write("plan.md", FIRST_DRAFT());
tell("cat plan.md");
process.stdout.write(`${paint(2, readFileSync(join(project, "plan.md"), "utf8").trimEnd())}\n`);

say("It proposes the plan. Nothing may happen before a person has signed exactly this text.");
const proposed = JSON.parse(countersign(["propose", "plan.md", "--json"], { show: "propose plan.md" }));
const { id } = proposed.plan as { id: string };
process.stdout.write(`Proposed ${id}, revision 1. It waits for a countersignature.\n`);
countersign(["show", id]);

say("An agent cannot sign its own plan: in its shell every answer of a person is refused.");
countersign(["approve", id], { agent: true, mayFail: true });

say("A person sends it back. (Here with a token, since a tour has no terminal to ask on.)");
asApprover([
  "request-changes",
  id,
  "-m",
  "Do not drop the table before the backup was tried.",
  "--step",
  "drop=Only after a restore.",
]);

say("The agent revises, and the reviewer sees what changed, and where the plan now may do more.");
write("plan.md", SECOND_DRAFT());
countersign(["propose", "plan.md", "--plan", id]);
countersign(["compare", id]);

say("The countersignature names the revision and the digest of the very text that was shown.");
asApprover(["approve", id, "-m", "Go, after 22:00."]);

say("Afterwards somebody changes one command in the file. The signature is void, and everybody sees why.");
const file = join(project, ".pi", "plans", `${id}.md`);
writeFileSync(file, readFileSync(file, "utf8").replace("dropdb --if-exists legacy_test", "dropdb legacy"));
countersign(["plans"]);
countersign(["compare", id, "v3", "v5"]);

say("Years later: who did what, and does the record still hold?");
countersign(["audit", id]);
countersign(["audit", "--verify"]);
process.stdout.write(`\n${paint(1, "That was all of it.")} Next: countersign help, or the README.\n`);

function FIRST_DRAFT(): string {
  return `# Retire the legacy database

The reporting service no longer reads \`legacy\`; it can go.

## Steps

1. [ ] **Find who still connects** \`find\`
   Look through the configuration and yesterday's connection log.
   - mode: research
   - tools: read, grep
   - risk: low

2. [ ] **Take a backup** \`backup\`
   - mode: run
   - after: find
   - risk: low
   - run: \`pg_dump legacy --file backup/legacy.sql\`
   - verify: \`test -s backup/legacy.sql\`

3. [ ] **Drop the database** \`drop\`
   - mode: run
   - after: backup
   - risk: high
   - run: \`dropdb legacy\`
   - verify: \`! psql -lqt | cut -d'|' -f1 | grep -qw legacy\`

## Risks

- A forgotten job may still write to it at night.
`;
}

function SECOND_DRAFT(): string {
  return FIRST_DRAFT().replace(
    "3. [ ] **Drop the database** `drop`\n   - mode: run\n   - after: backup\n",
    `3. [ ] **Try the backup** \`restore\`
   Restore it into a scratch database and compare the row counts.
   - mode: run
   - after: backup
   - risk: medium
   - run: \`dropdb --if-exists legacy_test && createdb legacy_test && psql legacy_test --file backup/legacy.sql\`
   - verify: \`scripts/compare-counts legacy legacy_test\`

4. [ ] **Drop the database** \`drop\`
   - mode: run
   - after: restore
`,
  );
}

function say(words: string): void {
  process.stdout.write(`\n${paint(1, `# ${words}`)}\n`);
}

function tell(command: string): void {
  process.stdout.write(`${paint(36, `$ ${command}`)}\n`);
}

function write(name: string, text: string): void {
  writeFileSync(join(project, name), text);
}

function asApprover(args: string[]): void {
  const desk = new Desk({ directory: project, env: { COUNTERSIGN_HOME: home } });
  const you = desk.authenticate({ via: "surface", surface: "tour", id: "you", name: "you" });
  if (!you.ok) throw new Error(you.refusal.message);
  const { secret } = createToken(desk.homeDatabase(), { name: "ana", roles: [] }, you.value, desk.at());
  desk.close();
  countersign(args, { token: secret });
}

function countersign(
  args: string[],
  options: { show?: string; token?: string; agent?: boolean; mayFail?: boolean } = {},
): string {
  tell(
    `countersign ${options.show ?? args.map((word) => (/^[\w./=-]+$/.test(word) ? word : JSON.stringify(word))).join(" ")}`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [binary, ...args], {
    cwd: project,
    encoding: "utf8",
    env: {
      PATH: process.env["PATH"],
      COUNTERSIGN_HOME: home,
      ...(isColoured && { FORCE_COLOR: "1" }),
      ...(options.token && { COUNTERSIGN_APPROVER_TOKEN: options.token }),
      ...(options.agent && { COUNTERSIGN_AGENT: "demo" }),
    },
  });
  if (options.show === undefined) process.stdout.write(stdout);
  process.stdout.write(stderr);
  if (status !== 0 && !options.mayFail) {
    process.stdout.write(`The tour broke: countersign ${args.join(" ")} ended with ${status}.\n`);
    process.exit(1);
  }
  return stdout;
}
