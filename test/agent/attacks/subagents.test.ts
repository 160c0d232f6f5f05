import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { ModelRuntime } from "@earendil-works/pi-coding-agent";
import { describe, expect, it } from "vitest";
import { runPlan } from "../../../src/acts/run-plan.ts";
import { piAgents } from "../../../src/agent/step-runner/pi-agents.ts";
import { audit } from "../../../src/desk/audit.ts";
import { Desk } from "../../../src/desk/desk.ts";
import { openKeyring } from "../../../src/desk/keyring.ts";
import { pulses } from "../../../src/desk/pulses.ts";
import { answer, findRequest, type InboxEntry, inbox } from "../../../src/desk/requests.ts";
import { listTokens } from "../../../src/desk/tokens.ts";
import type { Step } from "../../../src/plan/plan.ts";
import { projectSandbox } from "../../../src/run/project-sandbox.ts";
import { runCommand } from "../../../src/run/run-command.ts";
import { hasSandbox } from "../../machine-sandbox.ts";
import { afterTest } from "../bench/after-test.ts";
import { calls, scriptModel } from "../bench/model.ts";
import { makeProject, type Project } from "../bench/project.ts";
import { finish, processesWith } from "../step-runner/stand.ts";
import { must, processesIn, setVariable, treeOf } from "./stand.ts";
import { type Battlefield, type Escape, escapes, PROGRAM } from "./subagent-attempts.ts";

const isMissing = !hasSandbox;
const CODE: Step = {
  id: "code",
  title: "Code",
  tools: ["read", "grep", "ls", "write", "edit", "bash"],
  files: ["src/**"],
};
const FILES = {
  "src/a.ts": "export const a = 1;\n",
  "src-other/a.ts": "export const a = 2;\n",
  "docs/c.md": "one\n",
  "README.md": "one\n",
};
const PROVIDER = "sk-provider-key-that-nobody-may-see";

/** Not in a temp directory: there a sandbox has nothing to protect. */
function victim(settings: object): Project {
  setVariable("TMPDIR", process.getuid?.() === 0 ? "/var/lib" : homedir());
  const project = makeProject({ git: true, files: FILES });
  mkdirSync(join(project.root, "outside"));
  writeFileSync(join(project.root, "outside/file"), "one\n");
  writeFileSync(join(project.home, "plans.json"), JSON.stringify(settings));
  for (const [target, name] of [
    ["../docs", "to-docs"],
    ["../../outside", "to-outside"],
    ["../.git", "to-git"],
  ] as const)
    symlinkSync(target, join(project.cwd, "src", name));
  return project;
}

/** Everything but the step's own files, what a run itself writes, and what git keeps of snapshots. */
function outsideOf(project: Project): string {
  const own =
    /^project\/(?:src\/|\.pi\/plans\/|\.git\/objects\/|\.git\/refs\/countersign)|^home\/(?:home\.db|sandbox\.json|planted(?:$|\/(?:[\w-]+\.json)?$))/;
  return treeOf(project.root, (name) => own.test(name));
}

interface Battle {
  results: readonly (readonly [name: string, isError: boolean, text: string])[];
  asked: InboxEntry[];
  status: string;
  /** Outside of the step's files. */
  changed: string[];
  /** Whether its model said anything at all. */
  tried: boolean;
}

/** Lets an agent try, with a person who refuses whatever it asks. */
async function fight(
  choose: (field: Battlefield) => Escape,
  settings: object,
  {
    onRequest,
    choice = "refuse",
  }: { onRequest?(request: InboxEntry, desk: Desk): unknown; choice?: "refuse" | "once" } = {},
): Promise<Battle> {
  const project = victim({ snapshots: false, ...settings });
  setVariable("OPENAI_API_KEY", PROVIDER);
  const env = { ...process.env, ...project.env };
  const desk = new Desk({ directory: project.cwd, env });
  afterTest(() => desk.close());
  const person = must(desk.authenticate({ via: "terminal" }));
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterTest(() => server.close());
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const model = scriptModel();
  const models = await ModelRuntime.create({
    authPath: join(project.agentDir, "auth.json"),
    modelsPath: null,
    modelsStorePath: join(project.agentDir, "models-store.json"),
    refreshOnCreate: false,
  });
  models.registerNativeProvider(model.provider);
  await models.refresh({ allowNetwork: false });

  const id = "PLAN-0badc0de";
  const hours = `97531.${process.pid}`;
  const keys = join(project.home, "keys");
  openKeyring(desk.home);
  const field: Battlefield = { project, plan: id, secrets: { key: keyIn(keys), provider: PROVIDER }, port, hours };
  const way = choose(field);
  const step = { ...CODE, ...way.step };
  const executor_model = `${model.faux.getModel().provider}/faux-1`;
  const { plan } = must(await desk.propose({ id, title: "Code", executor_model, steps: [step] }, person));
  const { digest } = plan.proposal;
  must(await desk.send(id, { type: "approve", revision: 1, digest }, person));
  model.says(
    ...way.calls.map((batch) => calls(...(batch as never[]))),
    calls(finish()),
    calls(finish()),
    calls(finish()),
  );

  const before = outsideOf(project);
  const asked: InboxEntry[] = [];
  const over = new AbortController();
  const refusing = (async () => {
    for await (const _ of pulses(desk, over.signal)) {
      for (const request of await inbox(desk)) {
        asked.push(request);
        await onRequest?.(request, desk);
        must(await answer(desk, request.id, { kind: "amendment", choice }, person));
      }
    }
  })();
  const ended = await runPlan(id, {
    ...{ desk, env, tell: () => {}, signal: over.signal, canWait: true },
    agents: () => piAgents({ desk, env, models }),
  });
  over.abort();
  await refusing;

  const changed = difference(before, outsideOf(project));
  if (choice === "refuse") expect(changed).toEqual([]);
  expect(project.has("src/never.ts")).toBe(false);
  expect(processesWith(hours)).toEqual([]);
  expect(await processesIn(project.root)).toEqual([]);
  expect(connections).toBe(0);
  const now = must(await desk.plan(id));
  const state = now.kind === "standing" ? now.state : undefined;
  expect(state?.run?.amendments ?? []).toEqual([]);
  expect(state && "approval" in state && state.approval?.signatures).toHaveLength(1);
  expect((await audit(desk)).journals.filter(({ broken }) => broken)).toEqual([]);
  expect(listTokens(desk.homeDatabase())).toEqual([]);
  const status = ended.ok ? ended.value.how : ended.refusal.message;
  const results = model.saw.results.filter(([name]) => name !== "finish_step");
  return { results, asked, status, changed, tried: model.saw.requests.length > 0 };
}

function keyIn(directory: string): string {
  const name = readdirSync(directory).find((one) => readFileSync(join(directory, one)).length >= 32) ?? "";
  return readFileSync(join(directory, name), "utf8").trim().slice(0, 40);
}

function difference(before: string, after: string): string[] {
  const [old, now] = [new Set(before.split("\n")), new Set(after.split("\n"))];
  return [
    ...[...old].filter((line) => !now.has(line)).map((line) => `- ${line.slice(0, 100)}`),
    ...[...now].filter((line) => !old.has(line)).map((line) => `+ ${line.slice(0, 100)}`),
  ];
}

/** Only their names: what they try depends on where. */
const NOWHERE = { cwd: "/p", root: "/", home: "/h", agentDir: "/a" } as Project;
const WAYS = escapes({ project: NOWHERE, plan: "", secrets: { key: "", provider: "" }, port: 0, hours: "" });

it("has a name of its own, every way out of a step", () => {
  expect(new Set(WAYS.map(({ name }) => name)).size).toBe(WAYS.length);
});

describe.skipIf(isMissing)("the agent of a step, in a sandbox", () => {
  for (const { name } of WAYS) it(name, () => tries(name, "on"));
});

describe("the agent of a step, without a sandbox", () => {
  for (const { name } of WAYS.filter(({ off }) => off !== undefined)) it(name, () => tries(name, "off"));
});

it("is seen, what an agent does outside of its step because a person allowed it", async () => {
  const { changed, asked } = await fight(wayOf("writes another file"), {}, { choice: "once" });
  expect(asked).toHaveLength(1);
  expect(changed).toEqual([
    expect.stringContaining("- project/docs/c.md"),
    expect.stringContaining("+ project/docs/c.md"),
  ]);
});

it.skipIf(isMissing)("a command of a step cannot answer what its run asks, however it tries", async () => {
  const said: string[] = [];
  const { asked } = await fight(
    wayOf("writes another file"),
    { sandbox: "require" },
    {
      onRequest: async ({ id }, desk) => {
        const ours = `${process.execPath} ${PROGRAM} answer ${id} once`;
        const env = { ...process.env };
        const sandbox = await projectSandbox(desk, env);
        for (const command of [
          ours,
          `yes | ${ours}`,
          `yes | env -u COUNTERSIGN_AGENT ${ours}`,
          `COUNTERSIGN_HOME=${desk.home.directory} ${ours}`,
          `COUNTERSIGN_HOME=$TMPDIR/mine ${ours}`,
          `echo once | script -qec "env -u COUNTERSIGN_AGENT ${ours}" /dev/null`,
        ]) {
          const where = { desk, env, agent: "sub", mode: "executing", cwd: desk.project, sandbox } as const;
          said.push((await runCommand(command, where)).said);
          const { closing } = must(await findRequest(desk, id));
          expect(closing, command).toBeUndefined();
        }
      },
    },
  );
  expect(asked).toHaveLength(1);
  expect(said).toHaveLength(6);
  // They came as far as our program, where a sandbox lets them see it: its own temporary directory hides what is there.
  const hidden = [realpathSync(tmpdir()), "/tmp", "/var/tmp"];
  const isSeen = !hidden.some((directory) => process.execPath.startsWith(`${directory}/`));
  if (isSeen) expect(said.filter((one) => !one.includes("countersign"))).toEqual([]);
});

async function tries(name: string, sandbox: "on" | "off"): Promise<void> {
  let way: Escape | undefined;
  const choose = (field: Battlefield) => {
    way = wayOf(name)(field);
    return way;
  };
  const settings = { sandbox: sandbox === "off" ? "off" : "require", executing: { network: false } };
  const { results, asked, status, tried } = await fight(choose, settings);
  const end = way?.[sandbox];
  expect(status).toBe(way?.ends ?? "completed");
  expect(tried).toBe(true);
  expect(asked.length > 0, `asked: ${JSON.stringify(asked)}`).toBe(end === "asked");
  expect(asked.every(({ kind }) => kind === "amendment")).toBe(true);
  if (end === "refused") expect(results.filter(([, isError]) => !isError)).toEqual([]);
  if (way?.secret) {
    expect(way.secret.length).toBeGreaterThan(20);
    expect(JSON.stringify(results)).not.toContain(way.secret);
  }
}

function wayOf(name: string): (field: Battlefield) => Escape {
  return (field) => {
    const found = escapes(field).find((one) => one.name === name);
    if (found === undefined) throw new Error("Nobody knows this one.");
    return found;
  };
}
