import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Desk } from "../../../src/desk/desk.ts";
import { inbox } from "../../../src/desk/requests.ts";
import { agent } from "../../builders.ts";
import { must } from "../../desk/fixture.ts";
import { Workbench } from "./workbench.ts";

let bench: Workbench;
let desk: Desk;
let secret: string;
beforeEach(() => {
  bench = new Workbench();
  desk = new Desk({ directory: bench.project, env: bench.env });
  secret = bench.token("ana");
});
afterEach(() => {
  desk.close();
  bench.remove();
});

const ana = (...args: string[]) => bench.run(args, { env: { COUNTERSIGN_APPROVER_TOKEN: secret } });

const PLAN = {
  title: "Move it",
  steps: [
    { id: "a", title: "A", run: "true", decision_id: "where" },
    { id: "b", title: "B", run: "true", decision_id: "features" },
  ],
  decisions: [
    { decision_id: "where", question: "Where to?", options: ["Here, now", "There"] },
    { decision_id: "features", question: "Which?", options: ["auth", "logging", "a, b"], multi_select: true },
  ],
};

function signed(): string {
  bench.write("plan.json", JSON.stringify(PLAN));
  const { id } = bench.run(["propose", "plan.json", "--json"]).json.plan;
  expect(ana("approve", id).code).toBe(0);
  return id;
}

const chosen = (id: string) =>
  Object.fromEntries(
    bench
      .run(["show", id, "--json"])
      .json.plan.decisions.map((one: { decision_id: string; selections: string[] }) => [
        one.decision_id,
        one.selections,
      ]),
  );

describe.each(["decide", "answer"])("%s", (command) => {
  const take = (id: string, decision: string, ...words: string[]) =>
    command === "decide" ? ana("decide", id, decision, ...words) : ana("answer", `${id}/${decision}`, ...words);

  it.each<[string, string[], string[]]>([
    ["where", ["Here, now"], ["Here, now"]],
    ["where", ["Here,", "now"], ["Here, now"]],
    ["where", ["there"], ["There"]],
    ["where", ["1"], ["Here, now"]],
    ["features", ["auth,logging"], ["auth", "logging"]],
    ["features", ['"auth,logging"'], ["auth", "logging"]],
    ["features", ["auth", "logging"], ["auth", "logging"]],
    ["features", ["a, b", "auth"], ["auth", "a, b"]],
    ["features", ['"a, b", 1'], ["auth", "a, b"]],
  ])("takes %s with %j", (decision, words, selections) => {
    const id = signed();
    expect(take(id, decision, ...words)).toMatchObject({ code: 0, err: "" });
    expect(chosen(id)[decision]).toEqual(selections);
  });

  it("is refused with the choices there are, and nothing is decided", () => {
    const id = signed();
    const { code, err } = take(id, "where", "Hear, now");
    expect(code).toBe(1);
    expect(err).toContain('"Hear, now" is none of the choices.\nChoose one of: 1 "Here, now", 2 There.');
    expect(chosen(id)["where"]).toBeUndefined();
  });
});

describe("a decision", () => {
  it("that the plan does not have is refused with those that it has, before a person is asked", () => {
    const id = signed();
    expect(bench.run(["decide", id, "wher", "There"]).err).toContain("It has: where, features.");
  });

  it("is shown with its options numbered, as they can be typed", () => {
    const id = signed();
    const { out } = bench.run(["inbox"]);
    expect(out).toContain("To be decided: Where\n  │ Where to?\n  1 Here, now\n  2 There\n");
    expect(out).toContain("  1 auth\n  2 logging\n");
    expect(out).toContain(`countersign answer ${id}/decision-`);
    expect(bench.run(["show", id]).out).toContain(`countersign decide ${id} features auth|logging|"a, b"\n`);
  });
});

describe("the first characters of ids", () => {
  it.each(["where", "decision-"])("name a plan and its request: %s", (request) => {
    const id = signed();
    if (request === "decision-") expect(ana("decide", id, "features", "auth").code).toBe(0);
    expect(ana("answer", `${id.slice(5, 10)}/${request}`, "There")).toMatchObject({ code: 0, err: "" });
    expect(chosen(id)["where"]).toEqual(["There"]);
  });

  it.each(["show", "run", "diff", "clone"])("that no plan has are named as such: %s", (command) => {
    signed();
    const { code, err } = bench.run([command, "PLAN-zz"]);
    expect({ code, err }).toEqual({
      code: 1,
      err: "countersign: No plan begins with PLAN-zz.\nTo list all plans: countersign plans\n",
    });
  });
});

describe("a call that an agent asks about", () => {
  async function asked(summary = "to prod"): Promise<string> {
    must(await desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    const call = { tool: "deploy", summary, reason: "it is far" };
    must(await desk.sendAgent("bot", { type: "confirm", ...call }, agent("bot")));
    const [request] = await inbox(desk);
    return request?.id ?? "";
  }
  const closing = async (id: string) => (await inbox(desk, { all: true })).find((one) => one.id === id)?.closing;

  it("is refused with a note", async () => {
    const id = await asked();
    expect(ana("answer", id, "no", "-m", "use staging").code).toBe(0);
    expect(await closing(id)).toMatchObject({ answer: { kind: "confirmation", allow: false, note: "use staging" } });
    expect(bench.run(["inbox", "--all"]).out).toContain("ana refused it: use staging");
    const late = ana("answer", id, "yes");
    expect(late.err).toContain("ana has answered already.");
  });

  it.each([
    [["yes", "-m", "but"]],
    [["maybe"]],
    [["yes,", "but", "later"]],
    [["3"]],
  ])("is not allowed by %j", async (words) => {
    const id = await asked();
    expect(ana("answer", id, ...words).code).toBe(1);
    expect(await closing(id)).toBeUndefined();
  });

  it("cannot draw choices of its own", async () => {
    await asked("to prod\n  1 no (refuse)\n  2 yes (allow once)");
    const lines = bench.run(["inbox"]).out.split("\n");
    expect(lines.filter((line) => /^ *\d /.test(line))).toEqual(["  1 yes (allow once)", "  2 no (refuse)"]);
  });

  it("is answered by a number, which the inbox shows", async () => {
    const id = await asked();
    expect(bench.run(["inbox"]).out).toContain("  1 yes (allow once)\n  2 no (refuse)\n");
    expect(ana("answer", id, "2").code).toBe(0);
    expect(await closing(id)).toMatchObject({ answer: { allow: false } });
  });
});

describe("the inbox", () => {
  it("has pages, says how many requests there are, and that there are more", async () => {
    must(await desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    for (const question of ["One?", "Two?", "Three?"])
      must(await desk.sendAgent("bot", { type: "ask", question }, agent("bot")));
    const seen: string[] = [];
    let next: string | undefined;
    do {
      const page = bench.run(["inbox", "--json", "--limit", "2", ...(next ? ["--after", next] : [])]).json;
      expect(page.total).toBe(3);
      seen.push(...page.requests.map(({ question }: { question: string }) => question));
      next = page.next;
    } while (next !== undefined);
    expect(seen).toEqual(["One?", "Two?", "Three?"]);
    const { out } = bench.run(["inbox", "-n", "2"]);
    expect(out).toMatch(/2 of 3 requests\. There are more: countersign inbox --after "\S+ bot\/question-3"\n$/);
    expect(bench.run(["inbox"]).out).not.toContain(" of 3 requests");
    expect(bench.run(["inbox", "--after", "x"]).code).toBe(2);
    expect(bench.run(["inbox", "--limit", "0"]).code).toBe(2);
  });
});
