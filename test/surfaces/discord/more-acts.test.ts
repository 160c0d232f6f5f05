import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HOST } from "../../../src/lifecycle/actor.ts";
import { abandonLease, newLease } from "../../../src/run/lease.ts";
import { planOf, signed } from "../../../testing/plan-stages.ts";
import { must } from "../../desk/fixture.ts";
import { DiscordBench } from "./bench.ts";
import { labels, type Planned, planned } from "./planned.ts";
import { allIsWell, approve, elsewhere, idOf } from "./reviewing.ts";

const write = (id: string, more: object = {}) => ({ id, title: `Write ${id}`, run: `echo x > ${id}.txt`, ...more });
const FILES = { title: "Write files", steps: [write("one"), write("two", { depends_on: ["one"] })] };

const one = (title: string) => ({ title, steps: [write("one")] });

async function completed(plan: typeof FILES = FILES): Promise<Planned> {
  const made = await planned(plan);
  await approve(made.ada, made.card);
  await made.bench.general.next("is completed");
  await made.card.changed((message) => labels(message).includes("Roll back…"));
  return made;
}

/** A plan that another process was at when it was killed, in the middle of the steps it had started. */
async function killed(bench: DiscordBench, started: readonly string[] = []): Promise<string> {
  const { desk, person } = elsewhere(bench);
  const id = await signed({ desk, person }, { title: "Killed", steps: [write("one"), write("two")] });
  const lease = newLease();
  must(await desk.send(id, { type: "start", run_id: "run-1", lease }, HOST));
  const starts = started.map((step_id) => ({ type: "start_step", step_id }) as const);
  if (starts.length > 0) expect((await desk.record(id, starts, lease.id)).done).toBe(starts.length);
  abandonLease(lease.id);
  return id;
}

describe("rolling back", () => {
  it("shows what would change, and does it when that is confirmed", async () => {
    const { bench, ada, card } = await completed();
    const file = join(bench.project.cwd, "one.txt");
    const preview = await (await ada.click(card, "Roll back…")).answered("would change 2 files");
    expect(preview.ephemeral).toBe(true);
    expect(preview.text).toContain("remove `one.txt`");
    expect(existsSync(file)).toBe(true);
    await (await ada.click(preview, "Roll back 2 files")).answered("Rolled back: 2 files as before.");
    expect(existsSync(file)).toBe(false);
    await card.changed("rolled back");
    expect(labels(card)).not.toContain("Roll back…");
    await allIsWell(bench);
  });

  it("rolls back a step by its name, and nothing by a preview that is out of date", async () => {
    const { bench, ada, card } = await completed();
    const { general, project } = bench;
    const old = await (await ada.click(card, "Roll back…")).answered("would change 2 files");
    const one = await (await ada.slash(general, "plan rollback", { step: "two" })).answered("would change 1 file");
    expect(one.text).toContain("remove `two.txt`");
    await (await ada.click(one, "Roll back 1 file")).answered("Rolled back: 1 file as before.");
    expect(existsSync(join(project.cwd, "two.txt"))).toBe(false);
    await (await ada.click(old, "Roll back 2 files")).answered("Something changed since the last preview");
    expect(existsSync(join(project.cwd, "one.txt"))).toBe(true);
    await allIsWell(bench);
  });

  it("is refused with every file that a person changed since", async () => {
    const { bench, ada, card } = await completed();
    const preview = await (await ada.click(card, "Roll back…")).answered("would change 2 files");
    bench.project.write("one.txt", "mine\n");
    await (await ada.click(preview, "Roll back 2 files")).answered(/🚫.*one\.txt/s);
    expect(bench.project.read("one.txt")).toBe("mine\n");
    await allIsWell(bench);
  });
});

describe("a plan whose process was killed", () => {
  it("says so on its card, and is marked as failed there", async () => {
    const bench = await DiscordBench.start();
    const ada = bench.discord.addMember({ name: "ada" });
    const id = await killed(bench);
    await ada.slash(bench.general, "plan status", { plan: id });
    const card = await bench.general.next("Killed");
    expect(card.text).toContain("No process runs it.");
    expect(labels(card)).toEqual(["Resume", "Mark as failed", "Clone", "Cancel plan", "Details"]);
    await (await ada.click(card, "Mark as failed")).answered(`Marked ${id} as failed.`);
    await card.changed("**Failed**");
    await allIsWell(bench);
  });

  it("is marked as failed by name, with a reason", async () => {
    const bench = await DiscordBench.start();
    const ada = bench.discord.addMember({ name: "ada" });
    const id = await killed(bench);
    const failed = await ada.slash(bench.general, "plan fail", { plan: id, reason: "The disk is full." });
    await failed.answered(`Marked ${id} as failed.`);
    await ada.slash(bench.general, "plan status", { plan: id });
    expect((await bench.general.next("Killed")).text).toContain("The disk is full.");
    await allIsWell(bench);
  });
});

describe("an interrupted step", () => {
  it("is marked as failed with a button, or by its name", async () => {
    const bench = await DiscordBench.start();
    const ada = bench.discord.addMember({ name: "ada" });
    const id = await killed(bench, ["one", "two"]);
    await ada.slash(bench.general, "plan status", { plan: id });
    const card = await bench.general.next("Killed");
    await (await ada.slash(bench.general, "plan fail", { plan: id, step: "one" })).answered(
      `Marked step one of ${id} as failed.`,
    );
    await card.changed((message) => labels(message).includes("Fail step 2"));
    await (await ada.click(card, "Fail step 2")).answered(`Marked step two of ${id} as failed.`);
    await allIsWell(bench);
  });
});

describe("an approved plan", () => {
  it("is put into the queue and taken out of it", async () => {
    const bench = await DiscordBench.start();
    const { general } = bench;
    const ada = bench.discord.addMember({ name: "ada" });
    const named = { plan: await signed(elsewhere(bench), one("Wait")) };
    await (await ada.slash(general, "plan unqueue", named)).answered(/🚫/);
    await (await ada.slash(general, "plan queue", { priority: 3, ...named })).answered("number 1 of 1, priority 3");
    await (await ada.slash(general, "plan unqueue", named)).answered("is no longer in the queue");
    await allIsWell(bench);
  });

  it("is taken out of the queue with all the others, and stays approved", async () => {
    const bench = await DiscordBench.start();
    const { general } = bench;
    const ada = bench.discord.addMember({ name: "ada" });
    const plans = [await signed(elsewhere(bench), one("First")), await signed(elsewhere(bench), one("Second"))];
    await (await ada.slash(general, "plan clear-queue")).answered("The queue was empty.");
    for (const plan of plans) await (await ada.slash(general, "plan queue", { plan })).answered("is in the queue");
    await (await ada.slash(general, "plan clear-queue")).answered("Took 2 plans out of the queue; they stay approved.");
    for (const plan of plans) expect((await planOf(elsewhere(bench), plan)).status).toBe("approved");
    await (await ada.slash(general, "plan clear-queue")).answered("The queue was empty.");
    await allIsWell(bench);
  });

  it("is given another model by a person who may sign, and by no other", async () => {
    const bench = await DiscordBench.prepare();
    const { general, discord } = bench;
    const from = [`role:${discord.guild.role("lead").id}`];
    await bench.startBot([bench.agentConfig(general, { approvers: { from } })]);
    const [ada, bob] = [discord.addMember({ name: "ada" }), discord.addMember({ name: "bob", roles: ["lead"] })];
    const plan = await signed(elsewhere(bench), one("Think"));
    const chosen = async () => {
      const state = await planOf(elsewhere(bench), plan);
      return "approval" in state ? state.approval?.choices.executor_model : "not approved";
    };
    const choose = (member: typeof ada, model: string) => member.slash(general, "plan model", { model, plan });
    await (await choose(ada, "acme/one")).answered(/🚫.*ada is not among the approvers/s);
    expect(await chosen()).toBeUndefined();
    await (await choose(bob, "acme/one")).answered(`${plan} is carried out by acme/one from now on.`);
    expect(await chosen()).toBe("acme/one");
    await (await choose(bob, "acme/one")).answered(/🚫.*has the model acme\/one already/s);
    await allIsWell(bench);
  });

  it("and the models of the session are suggested where another model is chosen", async () => {
    const bench = await DiscordBench.start();
    const { general, model } = bench;
    const ada = bench.discord.addMember({ name: "ada" });
    const plan = await signed(elsewhere(bench), one("Think"));
    const suggest = (options: Record<string, string>) => ada.autocomplete(general, "plan model", options);
    expect(await suggest({ model: "a/b", plan: plan.slice(5) })).toEqual([
      { name: `${plan} Think (approved)`, value: plan },
    ]);
    const name = `${model.provider.id}/faux-1`;
    expect(await suggest({ model: name.toUpperCase() })).toEqual([{ name, value: name }]);
    expect(await suggest({ model: "no such model" })).toEqual([]);
    await allIsWell(bench);
  });
});

describe("an ended plan", () => {
  it("is cloned: the copy has a card of its own, and waits for a signature", async () => {
    const { bench, ada, card } = await completed();
    const cloned = await (await ada.click(card, "Clone")).answered(`a copy of ${idOf(card)}`);
    const copy = await bench.general.next((message) => labels(message).includes("Approve"));
    expect(cloned.text).toContain(`Proposed ${idOf(copy)}`);
    expect(copy.text).toContain("Write files");
    await (await ada.slash(bench.general, "plan clone", { plan: idOf(card) })).answered("a copy of");
    await allIsWell(bench);
  });

  it("is moved to the archive and back, and one that goes on is not", async () => {
    const { bench, ada, card } = await completed();
    const named = { plan: idOf(card) };
    await (await ada.slash(bench.general, "plan archive", named)).answered(`${idOf(card)} moved to the archive.`);
    await (await ada.slash(bench.general, "plan archive", { undo: true, ...named })).answered("out of the archive");
    await (await ada.click(card, "Clone")).answered("Proposed");
    const copy = await bench.general.next((message) => labels(message).includes("Approve"));
    await (await ada.slash(bench.general, "plan archive", { plan: idOf(copy) })).answered(/🚫/);
    await allIsWell(bench);
  });
});
