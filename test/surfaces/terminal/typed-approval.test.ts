import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hands } from "../../agent/bench/extension.ts";
import { calls, says } from "../../agent/bench/model.ts";
import { makeProject, type Project } from "../../agent/bench/project.ts";
import { WITH_SCROLLBACK } from "../../agent/bench/runtime.ts";
import type { TerminalOptions } from "../../agent/bench/terminal.ts";
import { countersign, openPlanBench, PLAN, type PlanBench } from "./plan-bench.ts";

/** A plan was submitted, shown, and closed without an answer. */
async function shownAndClosed({
  plan = PLAN,
  ...options
}: TerminalOptions & { plan?: typeof PLAN } = {}): Promise<PlanBench> {
  const bench = await openPlanBench({ settings: WITH_SCROLLBACK, ...options });
  bench.says(calls(["submit_plan", { plan }]));
  await bench.submit("/plan let a.txt say two");
  await bench.shows(/revision 1\n[\s\S]*1 approve/);
  await bench.press("escape");
  await bench.shows("waits for your review: /plan");
  return bench;
}

function projectWith(settings: object): Project {
  const project = makeProject({ git: true, files: { "a.txt": "one\n" } });
  writeFileSync(join(project.home, "plans.json"), JSON.stringify({ execution: "session", ...settings }));
  return project;
}

const RUN = [
  calls(["write", { path: "a.txt", content: "two\n" }]),
  calls(["report_step", { step_id: "write", outcome: "done", notes: "" }]),
  says("All done."),
];

describe("words typed while a plan waits", () => {
  it("approve it once the person has confirmed that they meant it", async () => {
    const bench = await shownAndClosed();
    await bench.submit("go ahead");
    const { id } = await bench.plan();
    const screen = await bench.shows(`Approve revision 1 of ${id}?`);
    const { digest } = (await bench.plan()).proposal;
    expect(screen).toMatch(/You wrote\n │ go ahead/);
    expect(screen).toContain(digest);
    // Nothing is chosen before they choose.
    await bench.press("enter");
    await bench.shows("Press 1, 2");
    expect((await bench.plan()).status).toBe("proposed");
    bench.says(...RUN);
    // A sentence that begins with the key signs nothing, and neither does the key alone.
    for (const letter of "1 is fine") await bench.press(letter === " " ? "space" : letter);
    await bench.press("enter");
    await bench.shows("Press 1, 2");
    await bench.press("1");
    expect((await bench.plan()).status).toBe("proposed");
    await bench.press("enter");
    await bench.shows("All done.");
    expect(await bench.scrollback()).toContain(`Your message approved revision 1 of ${id}:`);
    const plan = await bench.plan();
    expect(plan.status).toBe("completed");
    expect("approval" in plan && plan.approval?.signatures[0]?.notes).toBe("By their words: go ahead");
  });

  it("sign nothing of which a part was never on the screen: they open it there, and sign once it was", async () => {
    const steps = Array.from({ length: 34 }, (_, n) => ({ id: `s${n}`, title: `Step ${n + 1}`, run: `echo ${n}` }));
    const bench = await shownAndClosed({ rows: 24, plan: { ...PLAN, steps: steps as never } });
    await bench.submit("go ahead");
    const screen = await bench.shows("Approve revision 1 of");
    expect(screen).toMatch(/! Not shown yet: steps \d to 34/);
    expect(screen).toMatch(/! Step \d runs a command that you have not seen/);
    await bench.press("escape");
    for (let page = 0; page < 12; page++) await bench.press("pageDown");
    await bench.press("escape");
    await bench.shows("You have not seen all of");
    await bench.submit("go ahead");
    await bench.shows(/You wrote\n │ go ahead/);
    expect((await bench.plan()).status).toBe("proposed");
  });

  it("approve nothing when the person says that they did not mean it; the agent hears them", async () => {
    const bench = await shownAndClosed();
    await bench.submit("开始执行");
    await bench.shows("Approve revision 1 of");
    bench.says(says("I wait."));
    await bench.press("escape");
    await bench.shows("I wait.");
    expect((await bench.plan()).status).toBe("proposed");
    expect(bench.saw.userTexts).toContain("开始执行");
  });

  it("are not confirmed by keys that were typed ahead, and sign nothing then", async () => {
    const bench = await shownAndClosed();
    // One burst, as somebody types who does not look: the keys after Enter are words, not answers.
    await Promise.all([..."go ahead\r\r"].map((key) => bench.terminal.send(key)));
    await bench.shows("Approve revision 1 of");
    await bench.press("enter", "space", "y");
    await bench.shows("Approve revision 1 of");
    expect((await bench.plan()).status).toBe("proposed");
  });

  it("sign nothing once somebody else has changed the text", async () => {
    const bench = await shownAndClosed();
    await bench.submit("go ahead");
    await bench.shows("Approve revision 1 of");
    const me = bench.desk.authenticate({ via: "terminal" });
    const { id, version, proposal } = await bench.plan();
    if (!me.ok) throw new Error(me.refusal.message);
    await bench.desk.edit(id, proposal.text.replace("cat a.txt", "cat b.txt"), me.value, version);
    await bench.shows("changed the text");
    bench.says(says("I wait."));
    await bench.press("1");
    await bench.hides("Approve revision 1 of");
    // The new text is shown, and is not signed.
    await bench.shows("cat b.txt");
    expect((await bench.plan()).status).toBe("proposed");
  });

  it("say who was first when somebody else answers meanwhile", async () => {
    const bench = await shownAndClosed();
    await bench.submit("go ahead");
    await bench.shows("Approve revision 1 of");
    bench.says(says("I stop."), says("I stop."));
    countersign(bench, "reject", (await bench.plan()).id, "-m", "no");
    await bench.shows(/■ \w+ rejected revision 1 \(token\)/);
    await bench.press("1");
    await bench.hides("Approve revision 1 of");
    expect((await bench.plan()).status).toBe("rejected");
  });

  it.each([
    "don't go ahead",
    "how should we proceed?",
    'she said "go ahead"',
    "先别执行",
    "`go ahead`",
  ])("do not approve: %s", async (words) => {
    const bench = await shownAndClosed();
    bench.says(says("I wait."));
    await bench.submit(words);
    const screen = await bench.shows("I wait.");
    expect(screen).not.toContain("Approve revision");
    expect((await bench.plan()).status).toBe("proposed");
  });

  it("approve at once with intent_approval on", async () => {
    const bench = await shownAndClosed({ project: projectWith({ intent_approval: "on" }) });
    bench.says(...RUN);
    await bench.submit("go ahead");
    await bench.shows("All done.");
    const screen = await bench.scrollback();
    expect(screen).not.toContain("Approve revision");
    const { id, proposal } = await bench.plan();
    const told = screen.replaceAll(/\s+/g, " ");
    expect(told).toContain(`Your message approved revision 1 of ${id}: ${proposal.digest}`);
    expect(told).toContain(`│ By their words: go ahead ${proposal.digest}`);
  });

  it("are confirmed, also with intent_approval on, if they would drop what the person chose in the review", async () => {
    const bench = await shownAndClosed({ project: projectWith({ intent_approval: "on" }) });
    await bench.submit("/plan");
    await bench.shows("1 approve");
    await bench.press("space");
    await bench.shows(/left out/);
    await bench.press("escape");
    await bench.submit("go ahead");
    await bench.shows("Your choices and text in the review are not included: /plan opens it.");
    expect((await bench.plan()).status).toBe("proposed");
  });

  it.each([
    "LGTM",
    "yes",
    "Looks good to me 👍",
  ])("are confirmed, also with intent_approval on, if they only agree: %s", async (words) => {
    const bench = await shownAndClosed({ project: projectWith({ intent_approval: "on" }) });
    await bench.submit(words);
    await bench.shows("Approve revision 1 of");
    expect((await bench.plan()).status).toBe("proposed");
  });

  it("tell the person that a wish for changes went to the agent, and that the plan stays", async () => {
    const bench = await shownAndClosed();
    bench.says(says("I wait."));
    await bench.submit("use tabs instead");
    await bench.shows("I wait.");
    const { id, status } = await bench.plan();
    expect((await bench.scrollback()).replaceAll(/\s+/g, " ")).toContain(
      `${id} stays as it is. To request changes of it: /plan`,
    );
    expect(status).toBe("proposed");
  });

  it("ask the agent from the review, and the plan stays", async () => {
    const bench = await shownAndClosed();
    await bench.submit("/plan");
    await bench.shows("1 approve");
    for (const letter of "Why step 1?") await bench.press(letter === " " ? "space" : letter);
    await bench.shows("Your comment on the plan:");
    bench.says(says("Because of a.txt."));
    await bench.press("enter");
    await bench.shows("Because of a.txt.");
    const { id, status } = await bench.plan();
    expect(await bench.scrollback()).toContain(`Sent to the agent. ${id} stays as it is`);
    expect(bench.saw.userTexts).toContain("Why step 1?");
    expect(status).toBe("proposed");
  });

  it("never approve with intent_approval off, and say how to", async () => {
    const bench = await shownAndClosed({ project: projectWith({ intent_approval: "off" }) });
    bench.says(says("I wait."));
    await bench.submit("go ahead");
    await bench.shows("I wait.");
    expect(await bench.scrollback()).toMatch(/A message cannot approve PLAN-\w+: use \/plan\./);
    expect((await bench.plan()).status).toBe("proposed");
  });

  it("are about the text that was shown: another one is shown first", async () => {
    const bench = await shownAndClosed();
    const me = bench.desk.authenticate({ via: "terminal" });
    const { id, version, proposal } = await bench.plan();
    if (!me.ok) throw new Error(me.refusal.message);
    const edited = await bench.desk.edit(id, proposal.text.replace("cat a.txt", "cat b.txt"), me.value, version);
    expect(edited.ok).toBe(true);
    await bench.shows("cat b.txt");
  });

  it("count only when they were typed: an extension's words never do", async () => {
    const { held, pi } = hands();
    const bench = await shownAndClosed({ extensions: [held] });
    bench.says(says("I wait."));
    pi().sendUserMessage("go ahead");
    const screen = await bench.shows("I wait.");
    expect(screen).not.toContain("Approve revision");
    expect(bench.saw.userTexts).toContain("go ahead");
    expect((await bench.plan()).status).toBe("proposed");
  });

  it("are told that there is nothing to approve while the agent still explores", async () => {
    const bench = await openPlanBench({ settings: WITH_SCROLLBACK });
    bench.says(says("Looking."), says("Still looking."));
    await bench.submit("/plan let a.txt say two");
    await bench.shows("Looking.");
    await bench.submit("go ahead");
    await bench.shows("Still looking.");
    expect(await bench.scrollback()).toContain("There is no plan to approve yet.");
  });
});
