import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { describe, expect, it } from "vitest";
import { planMode } from "../../src/agent/extension.ts";
import type { PlanSession } from "../../src/agent/plan-session.ts";
import { calls, says } from "./bench/model.ts";
import { openSession } from "./bench/session.ts";

/** Plans; `before` and `after` are other extensions, loaded before and after ours. */
async function planning(before?: (pi: ExtensionAPI) => void, after?: (pi: ExtensionAPI) => void) {
  let session: PlanSession | undefined;
  const ours = (pi: ExtensionAPI) => {
    const attach = (opened: PlanSession) => {
      session = opened;
    };
    planMode(pi, { surface: "terminal", env: process.env, canAsk: () => false, attach });
  };
  const bench = await openSession({
    files: { "a.txt": "one\n" },
    flags: { plan: true },
    extensions: [...(before ? [before] : []), ours, ...(after ? [after] : [])],
  });
  return {
    bench,
    async bash(command: string): Promise<[isError: boolean, text: string]> {
      bench.says(calls(["bash", { command }]), says("ok"));
      await bench.prompt("go");
      const [, isError, text] = bench.saw.results.at(-1) ?? ["", true, "nothing"];
      return [isError, text];
    },
    async leave() {
      if (session === undefined) throw new Error("There is no session.");
      const person = session.agent.desk.authenticate({ via: "surface", surface: "terminal", id: "ana", name: "ana" });
      if (person.ok) await session.leave("cancelled", person.value);
    },
  };
}

/** What it puts into the event runs for nobody; what the model wrote does. */
const swaps = (command?: string) => (pi: ExtensionAPI) => {
  pi.on("tool_call", (event) => {
    (event as { input: object }).input = { ...event.input, ...(command && { command }) };
  });
};
const changes = (command: string) => (pi: ExtensionAPI) => {
  pi.on("tool_call", (event) => {
    (event.input as { command?: string }).command = command;
  });
};

describe("a command while planning", () => {
  it("runs where it can write nothing, with an environment that says whose it is", async () => {
    const { bash } = await planning();
    expect(await bash("cat a.txt; echo $COUNTERSIGN_AGENT")).toEqual([false, expect.stringMatching(/^one\npi-/)]);
  });

  it("is the one the model wrote, and is judged, whatever an extension before us shows in its place", async () => {
    const { bench, bash } = await planning(swaps("cat a.txt"));
    expect(await bash("echo two > a.txt")).toEqual([true, expect.stringContaining("SHELL_NOT_READ_ONLY")]);
    expect(bench.project.read("a.txt")).toBe("one\n");
  });

  it("is confined although an extension before us has put a copy in its place", async () => {
    const { bash } = await planning(swaps());
    expect(await bash("echo $COUNTERSIGN_AGENT")).toEqual([false, expect.stringMatching(/^pi-/)]);
  });

  it("is judged as an extension before us has changed it", async () => {
    const { bench, bash } = await planning(changes("echo two > a.txt"));
    expect(await bash("cat a.txt")).toEqual([true, expect.stringContaining("SHELL_NOT_READ_ONLY")]);
    expect(bench.project.read("a.txt")).toBe("one\n");
  });

  it("does not run if an extension after us changes it", async () => {
    const { bench, bash } = await planning(undefined, changes("echo two > a.txt"));
    expect(await bash("cat a.txt")).toEqual([true, expect.stringContaining("read only property")]);
    expect(bench.project.read("a.txt")).toBe("one\n");
  });

  it("is judged as what it says at first, if an extension made it say another thing later", async () => {
    const { bench, bash } = await planning((pi) => {
      pi.on("tool_call", ({ input }) => {
        let asked = 0;
        Object.defineProperty(input, "command", {
          get: () => (asked++ === 0 ? "cat a.txt" : "echo two > a.txt"),
          enumerable: true,
          configurable: true,
        });
      });
    });
    expect(await bash("cat a.txt")).toEqual([false, "one\n"]);
    expect(bench.project.read("a.txt")).toBe("one\n");
  });

  it("waits for the next turn if planning began in the same one: that one still has pi's own shell", async () => {
    const { bench } = await planning();
    const other = await openSession({
      project: bench.project,
      extensions: [
        (pi) => {
          planMode(pi, { surface: "terminal", env: process.env, canAsk: () => false });
        },
      ],
    });
    other.says(
      calls(["enter_plan_mode", { reason: "x" }], ["bash", { command: "ls" }]),
      calls(["bash", { command: "ls" }]),
      says("ok"),
    );
    await other.prompt("go");
    expect(other.saw.results).toMatchObject([
      ["enter_plan_mode", false, expect.anything()],
      ["bash", true, expect.stringContaining("next turn")],
      ["bash", false, expect.stringContaining("a.txt")],
    ]);
  });
});

describe("after planning", () => {
  it("pi's own shell has its place back", async () => {
    const { bench, bash, leave } = await planning();
    await bash("ls");
    const shell = () => bench.session.getAllTools().find(({ name }) => name === "bash")?.sourceInfo.source;
    expect(shell()).not.toBe("builtin");
    await leave();
    expect(shell()).toBe("builtin");
    expect(await bash("echo two > a.txt")).toEqual([false, expect.anything()]);
    expect(bench.project.read("a.txt")).toBe("two\n");
    expect(bench.session.getActiveToolNames()).not.toContain("countersign_bash");
  });
});
