import { describe, expect, it } from "vitest";
import { createToken } from "../../../../src/desk/tokens.ts";
import { ID, life } from "../../../desk/fixture.ts";
import { type Browser, WebBench } from "../web-bench.ts";

describe("the dashboard's API, reading", () => {
  it("a project without plans is read without leaving files in it", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    expect(await browser.ask("inbox")).toEqual({ requests: [], total: 0 });
    expect(await browser.ask("plans")).toEqual({ plans: [], total: 0 });
    expect(await browser.ask("counts")).toMatchObject({ waiting: 0, plans: 0, running: 0 });
    const { readdirSync } = await import("node:fs");
    expect(readdirSync(bench.f.project)).toEqual([]);
  });

  it("a plan's whole life is on its page", async () => {
    const bench = await WebBench.start();
    const browser = await bench.local();
    await life(bench.f);
    const page = await browser.ask("planPage", { plan: ID });
    expect(page).toMatchObject({
      kind: "standing",
      standing: {
        status: "executing",
        shown: { revision: 2, is_signed: true },
        signatures: [{ by: { kind: "person" } }],
        counts: { total: 2, in_progress: 1 },
        holder: "none",
        run: { at_work: [{ step: "look", attempt: 1 }] },
      },
    });
    for (const name of ["timeline", "revisions", "simulate", "planText"] as const)
      await browser.ask(name, { plan: ID });
    const { entries } = await browser.ask("timeline", { plan: ID });
    expect(entries.map(({ title }) => title).slice(0, 3)).toEqual([
      "Step look began.",
      "The run started.",
      "Revision 2 is approved.",
    ]);
    for (const name of ["statistics", "audit", "queued", "answered", "inbox", "plans", "settings", "me"] as const)
      await browser.ask(name, { query: {} });
    const { verdict } = await browser.ask("judge", { body: { command: "rm -rf /", mode: "planning" } });
    expect(verdict).toMatchObject({ verdict: "deny" });
  });

  it("the address and the command of notices are whole for an admin only: they often hold a key", async () => {
    const notify = { url: "https://example.org/hook/SECRET", command: ["/bin/tell", "--key", "SECRET"] };
    const bench = await WebBench.start({ settings: { notify } });
    const { desk, person } = bench.f;
    const shown = async (browser: Browser) => {
      const { settings } = await browser.ask("settings");
      return ["notify.url", "notify.command"].map((key) => settings.find((one) => one.key === key)?.value);
    };
    for (const access of ["viewer", "author", "approver"] as const) {
      const { secret } = createToken(desk.homeDatabase(), { name: "ana", roles: [], access }, person, desk.at());
      const values = await shown(await bench.signIn({ token: secret }));
      expect(values, access).toEqual(["https://example.org/…", ["/bin/tell", "…"]]);
    }
    expect(await shown(await bench.local())).toEqual([notify.url, notify.command]);
    // The settings take it, and no program can call it.
    const odd = await WebBench.start({ settings: { notify: { url: "https://[SECRET" } } });
    const { secret } = createToken(
      odd.f.desk.homeDatabase(),
      { name: "ana", roles: [] },
      odd.f.person,
      odd.f.desk.at(),
    );
    expect(await shown(await odd.signIn({ token: secret }))).toEqual(["…/…", []]);
  });
});
