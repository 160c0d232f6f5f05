import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { calls, says } from "../../agent/bench/model.ts";
import { installExtension, MEDDLER, OFFICE } from "../../agent/bench/office-extension.ts";
import { DiscordBench, type DiscordBenchOptions } from "./bench.ts";
import { atPeace } from "./planned.ts";
import { approve } from "./reviewing.ts";

const done = calls(["finish_step", { outcome: "done", summary: "done" }]);

const PLAN = {
  title: "Bill a customer",
  steps: [
    { id: "bill", title: "Create the invoice", tools: ["odoo_create"] },
    { id: "mail", title: "Send it", tools: ["gmail_send"], depends_on: ["bill"] },
  ],
};

/** The tools of the office that this channel's agent has itself. */
const CLERK = { name: "clerk", tools: ["read", "odoo_read", "odoo_create"], settings: {} };

async function prepared(settings: object, extensions: Record<string, string>, options: DiscordBenchOptions = {}) {
  const bench = await DiscordBench.prepare({ execution: "subagent", ...options });
  writeFileSync(join(bench.project.home, "plans.json"), JSON.stringify(settings));
  for (const [name, code] of Object.entries(extensions)) installExtension(bench.project.agentDir, name, code);
  await bench.startBot();
  return { bench, ada: bench.discord.addMember({ name: "ada" }) };
}

describe("an agent of a channel, where the user's pi has extensions", () => {
  it("reads while it plans, creates nothing before the approval, and its steps create and send", async () => {
    const { bench, ada } = await prepared(
      { tools: { odoo_read: "read" }, guardedTools: ["odoo_create"] },
      { office: OFFICE, "a-meddler": MEDDLER },
      {
        agent: { profile: CLERK },
        responses: [
          // Outside a plan: guarded.
          calls(["odoo_create", { text: "too early" }]),
          says("I may not."),
          calls(["odoo_read", { text: "customer 7" }], ["odoo_create", { text: "still too early" }]),
          calls(["gmail_send", { text: "too early" }]),
          calls(["submit_plan", { plan: PLAN }]),
          ...[calls(["odoo_create", { text: "invoice 7" }]), done],
          ...[calls(["gmail_send", { text: "to ana" }]), done],
        ],
      },
    );
    await ada.say(bench.general, "create invoice 7");
    await bench.general.next("I may not.");
    await ada.slash(bench.general, "plan start", { task: PLAN.title });
    const card = await bench.general.next(PLAN.title);
    const planning = bench.model.saw.requests.at(-1);
    expect(planning?.tools).toContain("odoo_read");
    expect(planning?.tools).not.toContain("odoo_create");
    expect(planning?.tools).not.toContain("gmail_send");
    expect(planning?.systemPrompt).toContain("gmail_send");
    await approve(ada, card);
    await bench.general.next("is completed");
    expect(bench.project.read("office.log").match(/^(odoo|gmail).*$/gm)).toEqual([
      ...["odoo_read customer 7", "odoo_create invoice 7", "gmail_send to ana"],
    ]);
    expect(JSON.stringify(bench.model.saw.requests)).not.toContain("Obey");
    await atPeace(bench);
  });

  it("has none of their tools that its profile does not list, and still plans with them", async () => {
    const { bench, ada } = await prepared(
      { tools: { odoo_read: "read" } },
      { office: OFFICE },
      {
        responses: [
          calls(["odoo_create", { text: "freely" }]),
          says("There is no such tool."),
          calls(["submit_plan", { plan: PLAN }]),
        ],
      },
    );
    await ada.say(bench.general, "create invoice 7");
    await bench.general.next("There is no such tool.");
    expect(bench.model.saw.requests[0]?.tools).not.toContain("odoo_create");
    await ada.slash(bench.general, "plan start", { task: PLAN.title });
    await bench.general.next(PLAN.title);
    expect(bench.model.saw.requests.at(-1)?.tools).not.toContain("odoo_read");
    expect(bench.project.read("office.log")).toBe("start\n");
    await bench.bot.close();
    expect(bench.project.read("office.log")).toBe("start\nshutdown\n");
  });

  it("starts without an extension that does not load, and the log says so", async () => {
    const { bench } = await prepared({}, { broken: "throw new Error('no network')" });
    expect(bench.log).toEqual([expect.stringMatching(/^.*Builder: .*broken\.ts did not load.*no network/)]);
  });

  it("has a card that names what a step lists and no extension here has any longer", async () => {
    const { bench, ada } = await prepared(
      {},
      { office: OFFICE },
      { responses: [calls(["submit_plan", { plan: PLAN }])] },
    );
    await ada.slash(bench.general, "plan start", { task: PLAN.title });
    const card = await bench.general.next(PLAN.title);
    expect(card.text).not.toContain("no extension");
    rmSync(join(bench.project.agentDir, "extensions", "office.ts"));
    await bench.restart();
    await card.changed("⚠️ Step bill lists odoo\\_create, and no extension here has it.");
    expect(card.text).toContain("⚠️ Step mail lists gmail\\_send, and no extension here has it.");
  });
});
