import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { approveInTmux } from "../../../agent/bench/approve.ts";
import { hasTmux, openTmux, type TmuxTerminal } from "../../../agent/bench/tmux.ts";
import { outsideDesk, PLAN } from "../plan-bench.ts";
import { written } from "./written.ts";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const [QUICK, OTHER] = [here("../quick-extension.process.ts"), here("./other-hands.process.ts")];

/** A review in pi itself, with another extension that has other plans. */
async function openReview(): Promise<TmuxTerminal> {
  const pi = await openTmux({
    ...{ git: true, files: { "a.txt": "one\n" }, columns: 100, rows: 30 },
    extensions: [QUICK, OTHER],
    script: [{ calls: [{ name: "submit_plan", arguments: { plan: PLAN } }] }],
  });
  await pi.ready();
  pi.type("/plan let a.txt say two");
  pi.press("enter");
  await pi.shows("1 approve");
  return pi;
}

async function statusOf(pi: TmuxTerminal) {
  return (await outsideDesk(pi).plans({ limit: 1 })).rows[0]?.status;
}

describe.skipIf(!hasTmux)("an extension in pi's process, in a real terminal", () => {
  it("signs by no key, no import and no command of its own; the person does by one key", async () => {
    const pi = await openReview();
    process.kill(pi.pid, "SIGUSR2");
    const tried = (await written(join(pi.project.cwd, "..", "tried.json"))) as Record<string, unknown[]>;
    expect(tried["desk"]).toEqual(Array(12).fill("no_person"));
    expect(tried["lock"]).toEqual(Array(5).fill(false));
    expect(["inside_agent", "no script"]).toContain(tried["command"]);
    // It makes a 1 of each j from now on, and shows what else it likes to those who look.
    pi.press("j");
    pi.press("?");
    await pi.shows("approve: sign this text");
    expect(await statusOf(pi)).toBe("proposed");
    expect(pi.project.read("a.txt")).toBe("one\n");
    pi.press("?");
    await pi.shows("1 approve");
    pi.server.says({ text: "Well." });
    await approveInTmux(pi);
    await pi.shows("You signed revision 1");
    expect(await statusOf(pi)).toMatch(/approved|executing/);
  });
});
