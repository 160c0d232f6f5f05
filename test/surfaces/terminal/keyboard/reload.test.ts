import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { bundleExtension } from "../../../../scripts/bundle-extension.ts";
import { approveInTmux } from "../../../agent/bench/approve.ts";
import { hasTmux, openTmux, type TmuxTerminal } from "../../../agent/bench/tmux.ts";
import { madeOnce, root } from "../../../made-once.ts";
import { outsideDesk, PLAN } from "../plan-bench.ts";
import { written } from "./written.ts";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const OTHER = here("./reload-hands.process.ts");
/** From its sources pi loads another copy of us at each `/reload`, as after an update. */
const UPDATED = here("../quick-extension.process.ts");

/** As it is installed: pi loads the same parts again. */
const built = () =>
  madeOnce("extension", ["src/**/*.ts", "scripts/*.ts", "package.json"], (directory) =>
    bundleExtension(root, directory),
  );

/** A review in pi itself after `/reload`, with another extension that is loaded before or after ours. */
async function reviewAfterReload(...extensions: string[]): Promise<TmuxTerminal> {
  const pi = await openTmux({
    ...{ git: true, files: { "a.txt": "one\n" }, columns: 120, rows: 40, extensions },
    script: [{ calls: [{ name: "submit_plan", arguments: { plan: PLAN } }] }],
  });
  await pi.ready();
  pi.type("/reload");
  pi.press("enter");
  await pi.shows(/Reloaded/);
  pi.type("/plan let a.txt say two");
  pi.press("enter");
  await pi.shows("1 approve");
  return pi;
}

async function statusOf(pi: TmuxTerminal) {
  return (await outsideDesk(pi).plans({ limit: 1 })).rows[0]?.status;
}

describe.skipIf(!hasTmux)("the keyboard after /reload, in a real terminal", () => {
  it("is trusted as before, and no other extension was in between", async () => {
    const pi = await reviewAfterReload(join(await built(), "extension.js"), OTHER);
    const tried = await written(join(pi.project.cwd, "..", "tried-5.json"));
    expect(tried).toEqual(
      ["load", "start", "shutdown", "load", "start"].map((at) => ({ at, isTrusted: false, persons: 0 })),
    );
    pi.server.says({ text: "Well." });
    await approveInTmux(pi);
    await vi.waitFor(async () => expect(await statusOf(pi)).not.toBe("proposed"), { timeout: 15_000 });
  });

  it("of another copy of Countersign signs nothing until pi is restarted, and both are said", async () => {
    const pi = await reviewAfterReload(UPDATED, OTHER);
    const tried = await written(join(pi.project.cwd, "..", "tried-5.json"));
    expect(tried).toEqual(
      ["load", "start", "shutdown", "load", "start"].map((at) => ({ at, isTrusted: false, persons: 0 })),
    );
    await approveInTmux(pi);
    await pi.shows("Restart pi to sign here");
    expect(await statusOf(pi)).toBe("proposed");
    expect(pi.screen()).toContain("Restart pi before you approve anything here");
  });
});
