import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answer } from "../../src/desk/requests.ts";
import type { PlanId } from "../../src/plan/plan.ts";
import { agent } from "../builders.ts";
import { approve, type Fixture, fixture, must, standing } from "../desk/fixture.ts";
import { completeRun } from "./complete-run.ts";

export const SHARED: PlanId = "PLAN-7c1e90ab";

/** A plan of commands that was sent back, revised, signed and run: one step fails its check, and one waits for it. */
export async function sharedRun(): Promise<Fixture> {
  const f = fixture();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: f.project, stdio: "ignore" });
  mkdirSync(join(f.project, "src"));
  writeFileSync(join(f.project, "src/session.ts"), "export const life = 15;\nexport const kind = 'cookie';\n");
  git("init");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "add", ".");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-m", "first");
  must(
    await f.desk.propose({ ...DRAFT, summary: "Sessions move to tokens." }, { ...agent("builder"), name: "Builder" }),
  );
  const comments = { table: "Which one? And how do we get back?" };
  must(
    await f.desk.send(
      SHARED,
      { type: "request_changes", revision: 1, feedback: "Say what becomes of old sessions.", comments },
      f.person,
    ),
  );
  must(await f.desk.propose(DRAFT, { ...agent("builder"), name: "Builder" }));
  await approve(f, SHARED);
  const open = Object.values((await standing(f.desk, SHARED)).requests).find(({ kind }) => kind === "decision");
  if (open) must(await answer(f.desk, open.id, { kind: "decision", selections: ["eddsa"] }, f.person));
  await completeRun(f.desk, SHARED);
  return f;
}

const DRAFT = {
  id: SHARED,
  title: "Replace session cookies with short-lived tokens",
  goal: "Our sign-in cookies live for 30 days. Make sessions short without signing everybody out.",
  summary:
    "Sessions move from signed cookies to tokens that live 15 minutes, with a refresh token beside them. Both are accepted for one release, so nobody is signed out by the change.",
  steps: [
    {
      ...{ id: "find", title: "Find every use of the session cookie", mode: "run", risk: "low" },
      ...{ run: "grep -rn cookie src", estimate: { minutes: 1, cost: 0.01 } },
    },
    {
      ...{ id: "sign", title: "Sign and verify tokens", mode: "code", risk: "medium", depends_on: ["find"] },
      ...{ description: "Create sign() and verify(); keys come from the environment and rotate by key id." },
      ...{ files: ["src/**"], decision_id: "algorithm", verify: "grep -q token src/session.ts" },
      run: "printf 'export const life = 15;\\nexport const kind = \"token\";\\n' > src/session.ts",
    },
    {
      ...{ id: "table", title: "Add the table of refresh tokens", mode: "run", risk: "high", depends_on: ["find"] },
      ...{ run: "echo create table refresh_tokens > src/table.sql\ncat   src/table.sql", files: ["src/table.sql"] },
      ...{ undo: "rm src/table.sql", keeps: undefined },
    },
    {
      ...{ id: "accept", title: "Accept cookie and token", mode: "code", risk: "high", depends_on: ["sign", "table"] },
      ...{ run: "echo both >> src/session.ts", files: ["src/**"] },
      verify: "echo 'FAIL test/http/middleware.test.ts'; echo '  expected 200, got 401'; exit 1",
    },
    {
      ...{ id: "tell", title: "Tell the gateway team", mode: "docs", risk: "low", depends_on: ["accept"] },
      run: "echo told > src/told.md",
    },
  ],
  decisions: [
    {
      decision_id: "algorithm",
      header: "Signing algorithm",
      question: "Which algorithm signs the tokens?",
      options: [
        { label: "eddsa", description: "small and fast, Node 20 or newer" },
        { label: "rs256", description: "works with the old gateway" },
      ],
      recommended: "eddsa",
    },
  ],
  assumptions: ["The gateway passes unknown headers on."],
  risks: ["A clock that is wrong by minutes makes tokens invalid."],
};
