import { describe, expect, it } from "vitest";
import { answer, findRequest } from "../../src/desk/requests.ts";
import type { PlanCommand } from "../../src/lifecycle/plan-command.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { agent } from "../builders.ts";
import { type Fixture, fixture, ID, must, propose, refusalOf, standing } from "./fixture.ts";

type Answer = Extract<PlanCommand, { type: "approve" | "request_changes" | "reject" }>;

/** A plan that waits for 30 minutes, the answers to it, and the review that they answer. */
async function waiting() {
  const f = fixture({ review_timeout_minutes: 30 });
  const { proposal, requests } = await propose(f);
  const { revision, digest } = proposal;
  const answers: Answer[] = [
    { type: "approve", revision, digest },
    { type: "request_changes", revision, feedback: "Say why." },
    { type: "reject", revision },
  ];
  return { f, answers, review: openRequests(requests)[0]?.id ?? "" };
}

const send = (f: Fixture, command: PlanCommand) => f.desk.send(ID, command, f.person);

describe("an answer to a review whose time is over", () => {
  it.each([0, 1, 2])("is refused and says so, although nobody has looked since (%d)", async (at) => {
    const { f, answers, review } = await waiting();
    f.pass(31);
    const [command] = answers.slice(at);
    if (command === undefined) throw new Error("There is no such answer.");
    const refusal = refusalOf(await send(f, command));
    expect(refusal).toMatchObject({ kind: "request_closed", message: "The request expired." });
    expect(refusal.hint).toContain("look at the plan again");
    // What was due is in the journal, by the host, and nothing else.
    expect(must(await findRequest(f.desk, review)).closing).toMatchObject({ how: "expired", by: { kind: "host" } });
    expect(await standing(f.desk)).toMatchObject({ status: "proposed", version: 2 });
  });

  it.each([0, 1, 2])("is refused where that was noted before it came, if it names the review (%d)", async (at) => {
    const { f, answers, review } = await waiting();
    f.pass(31);
    await standing(f.open());
    const [command] = answers.slice(at);
    if (command === undefined) throw new Error("There is no such answer.");
    expect(refusalOf(await send(f, { ...command, request_id: review })).kind).toBe("request_closed");
    // Who looks again answers the plan as it is now.
    expect(must(await send(f, command)).version).toBe(3);
  });

  it("does not make a submitted agent begin, and its planning ends with the next look", async () => {
    const { f, answers } = await waiting();
    must(await f.desk.sendAgent("bot", { type: "enter" }, agent("bot")));
    must(await f.desk.sendAgent("bot", { type: "submit", plan_id: ID }, agent("bot")));
    f.pass(31);
    const [approve] = answers;
    if (approve) refusalOf(await send(f, approve));
    expect((await standing(f.desk)).status).toBe("proposed");
    expect(must(await f.desk.agent("bot")).phase).toBe("submitted");
  });

  it("counts as before while there is time", async () => {
    for (const at of [0, 1, 2]) {
      const { f, answers, review } = await waiting();
      f.pass(29);
      const [command] = answers.slice(at);
      if (command) must(await send(f, { ...command, request_id: review }));
    }
  });
});

describe("an answer to a question whose time is over", () => {
  it("is refused and says so, although nobody has looked since", async () => {
    const f = fixture();
    must(await f.desk.sendAgent("bot", { type: "ask", question: "Which?", timeout_minutes: 5 }, agent("bot")));
    f.pass(6);
    const given = { kind: "question", text: "This one." } as const;
    const refusal = refusalOf(await answer(f.desk, "bot/question-1", given, f.person));
    expect(refusal).toMatchObject({ kind: "request_closed", message: "Too late: the request is expired." });
  });
});
