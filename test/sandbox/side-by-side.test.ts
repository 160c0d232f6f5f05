import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { executingProfile } from "../../src/sandbox/profile.ts";
import { type Ran, type RunOptions, runInSandbox } from "../../src/sandbox/run.ts";
import { isStandIn, StandIn } from "../../src/sandbox/stand-in.ts";
import { wrapCommand } from "../../src/sandbox/wrap.ts";
import { IMPLEMENTATIONS, isMissing, sandboxBy } from "./implementations.ts";
import { Playground, USERS } from "./playground.ts";

const [user = "an ordinary user"] = USERS;

let ground: Playground;
const inProject = (name: string) => join(ground.project, name);
beforeEach(() => {
  ground = new Playground(user, "bubblewrap");
});
afterEach(() => ground.remove());

async function run(command: string, more: Partial<RunOptions> = {}): Promise<Ran & { said: string }> {
  const sandbox = await sandboxBy(ground.implementation);
  let said = "";
  const hear = (chunk: Buffer) => {
    said += chunk;
  };
  const profile = executingProfile({ project: ground.project, ...ground.around() });
  const output = { stdout: hear, stderr: hear };
  return {
    ...(await runInSandbox(command, profile, { sandbox, env: ground.env, timeout: 60_000, output, ...more })),
    said,
  };
}

/** Whatever would stay, and make git or pi run something. */
const TRESPASS =
  "mkdir -p .git/hooks && echo x > .git/hooks/post-checkout; mkdir -p .pi && echo x > .pi/plans.json; rmdir .git .pi; ls -A .git .pi; echo here";

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation))(
    `commands side by side by ${implementation}, where neither .git nor .pi exists`,
    () => {
      beforeEach(() => {
        ground.implementation = implementation;
      });

      it("all run, can make neither, and leave nothing behind", { timeout: 120_000 }, async () => {
        for (let pair = 0; pair < 30; pair++) {
          // Of different lengths, so that one begins while the other ends.
          const pauses = [0, (pair % 5) * 0.004];
          const ran = await Promise.all(pauses.map((pause) => run(`sleep ${pause}; ${TRESPASS}`)));
          expect(ran.map(({ code, said }) => [code, said.trim().split("\n").at(-1)])).toEqual([
            [0, "here"],
            [0, "here"],
          ]);
        }
        expect(readdirSync(ground.project)).toEqual(["file"]);
      });

      it("are kept from making them also when one after the other begins and ends meanwhile", async () => {
        const long = run(
          `for i in $(seq 60); do mkdir -p .git/hooks .pi/plans 2>&-; echo x > .pi/plans.json; sleep 0.01; done 2>&-; find .pi .git -mindepth 1`,
        );
        for (let count = 0; count < 12; count++) expect(await run("echo short")).toMatchObject({ code: 0 });
        expect(await long).toMatchObject({ code: 0, said: "" });
        expect(readdirSync(ground.project)).toEqual(["file"]);
      });

      it("make nothing in the moment in which they are killed", async () => {
        const busy = "while :; do mkdir -p .pi .git/hooks && echo x > .pi/plans.json; done 2>&-";
        for (let count = 0; count < 10; count++) {
          const many = Array.from({ length: 8 }, () => `(${busy}) &`).join(" ");
          await run(`${many} wait`, { timeout: 100 + count * 5 });
          expect(readdirSync(ground.project)).toEqual(["file"]);
        }
      });

      it("of several processes do not take away from one another what stands there", async () => {
        const order = { kind: "executing" as const, project: ground.project, ...ground.around() };
        const children = Array.from({ length: 4 }, () => ground.start(order, `sleep 0.1; ${TRESPASS}`));
        const said = await Promise.all(
          children.map(async (child) => {
            let text = "";
            child.stdout?.on("data", (chunk) => {
              text += chunk;
            });
            await once(child, "close");
            return text;
          }),
        );
        for (const text of said) expect(text).toMatch(/^here$[\s\S]*"code":0/m);
        expect(readdirSync(ground.project)).toEqual(["file"]);
      });
    },
  );

describe("what stands where nothing may be made", () => {
  it("stays until the last one has let go of it", () => {
    const [one, two] = [new StandIn(inProject(".pi")), new StandIn(inProject(".pi"))];
    one.release();
    expect(isStandIn(inProject(".pi"))).toBe(true);
    one.release();
    expect(isStandIn(inProject(".pi"))).toBe(true);
    two.release();
    expect(existsSync(inProject(".pi"))).toBe(false);
  });

  it("is taken for nothing by whoever looks what is protected: a repository is none because of it", async () => {
    const held = new StandIn(inProject(".git"));
    const { protected: guarded } = executingProfile({ project: ground.project, ...ground.around() });
    expect(guarded).toContainEqual({ path: inProject(".git"), whenMissing: "hold" });
    held.release();
  });

  it("becomes a directory like others if somebody puts something into it from outside", () => {
    const held = new StandIn(inProject(".pi"));
    mkdirSync(inProject(".pi/plans"));
    expect(isStandIn(inProject(".pi"))).toBe(false);
    held.release();
    expect(readdirSync(inProject(".pi"))).toEqual(["plans"]);
    expect(statSync(inProject(".pi")).mode & 0o1000).toBe(0);
  });

  it("is not what somebody else has made, even if it is empty", () => {
    mkdirSync(inProject(".pi"));
    expect(isStandIn(inProject(".pi"))).toBe(false);
    new StandIn(inProject(".pi")).release();
    expect(readdirSync(inProject(".pi"))).toEqual([]);
  });

  it("goes with the next command if a process that was killed has left it", () => {
    const [{ ino }, gone] = [statSync("/proc/self/ns/pid"), "2147483646"];
    mkdirSync(inProject(".pi"), 0o1755);
    mkdirSync(inProject(`.pi/.countersign-holds-${ino}-${gone}-1-1`));
    expect(isStandIn(inProject(".pi"))).toBe(true);
    new StandIn(inProject(".pi")).release();
    expect(existsSync(inProject(".pi"))).toBe(false);
  });

  it("stays if another machine or container may still need it", () => {
    mkdirSync(inProject(".pi"), 0o1755);
    mkdirSync(inProject(".pi/.countersign-holds-1-2147483646-1-1"));
    new StandIn(inProject(".pi")).release();
    expect(readdirSync(inProject(".pi"))).toHaveLength(1);
  });
});

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation))(
    `a home of ours that does not exist yet, inside the project, by ${implementation}`,
    () => {
      it("cannot be made, however deep it lies, and nothing of the way there is left", async () => {
        const sandbox = await sandboxBy(implementation);
        const around = { ...ground.around(), secret: [inProject("deep/er/home")] };
        const profile = executingProfile({ project: ground.project, ...around });
        const wrapped = wrapCommand(["true"], profile, sandbox, ground.env);
        expect(isStandIn(inProject("deep"))).toBe(true);
        wrapped.release();
        expect(readdirSync(ground.project)).toEqual(["file"]);
      });
    },
  );
