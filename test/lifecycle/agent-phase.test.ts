import { describe, expect, it } from "vitest";
import { hostOf } from "../../src/desk/end-planning.ts";
import {
  type AgentCommand,
  type AgentState,
  INACTIVE,
  isStillReadOnly,
  PHASES,
  type Phase,
} from "../../src/lifecycle/agent-phase.ts";
import { openRequests } from "../../src/lifecycle/request.ts";
import { ANN, agent, BOB, FILE, givenAgent, HOST, minutes, no, T0, tellAgent } from "../builders.ts";

const ENTER: AgentCommand = { type: "enter", task: "tidy up" };
const SUBMIT: AgentCommand = { type: "submit", plan_id: "PLAN-0000abcd" };
const BEGIN: AgentCommand = { type: "begin", approved_by: ANN, approved_at: T0 };
const LEAVE: AgentCommand = { type: "leave", how: "cancelled" };
const ENDED: AgentCommand = { type: "leave", how: "ended", note: "bye" };
const OWN_HOST = hostOf("planner", "cli");
const ASK: AgentCommand = { type: "ask", question: "Which one?", timeout_minutes: 5 };
const ID = "planner/question-1";

const JUDGED = {
  ...{ attempt: "disallowed_tool_attempt_in_planning", tool: "write", summary: "a.txt", code: "TOOL_BLOCKED_BY_MODE" },
  ...{ rule: "plan-mode", reason: "write changes files", blocked: true },
};

const STATES: Record<Phase, AgentState> = {
  inactive: givenAgent(ASK),
  gathering: givenAgent(ASK, ENTER),
  submitted: givenAgent(ASK, ENTER, SUBMIT),
  executing: givenAgent(ASK, ENTER, SUBMIT, BEGIN),
};

const COMMANDS: Record<AgentCommand["type"], AgentCommand> = {
  enter: ENTER,
  submit: SUBMIT,
  revise: { type: "revise" },
  begin: BEGIN,
  leave: LEAVE,
  switch_auto: { type: "switch_auto", on: false },
  ask: { type: "ask", question: "And then?" },
  confirm: { type: "confirm", tool: "bash", summary: "rm x", reason: "it writes" },
  record: { type: "record", ...JUDGED },
  record_intent: { type: "record_intent", words: "go ahead", plan_id: "PLAN-0000abcd" },
  answer: { type: "answer", request_id: ID, answer: { kind: "question", text: "this one" } },
  cancel_request: { type: "cancel_request", request_id: ID },
  expire_request: { type: "expire_request", request_id: ID },
};

const HERE: Partial<Record<AgentCommand["type"], "here">> = {
  switch_auto: "here",
  ask: "here",
  confirm: "here",
  record: "here",
  record_intent: "here",
  answer: "here",
  cancel_request: "here",
  expire_request: "here",
};

// Written by hand: in which phase a command leaves the agent. What is not here is refused.
const TABLE: Record<Phase, Partial<Record<AgentCommand["type"], Phase | "here">>> = {
  inactive: { enter: "gathering", ...HERE },
  gathering: { submit: "submitted", leave: "inactive", ...HERE },
  submitted: { revise: "gathering", begin: "executing", leave: "inactive", ...HERE },
  // Sent back while it runs: the text was edited, and reviewed anew.
  executing: { leave: "inactive", revise: "gathering", ...HERE },
};

describe.each(PHASES)("an agent that is %s", (phase) => {
  it.each(Object.keys(COMMANDS) as AgentCommand["type"][])("answers %s as the table says", (type) => {
    const expected = TABLE[phase][type];
    const at = minutes(type === "answer" ? 4 : 10);
    const { state, decided } = tellAgent(STATES[phase], COMMANDS[type], ANN, at);
    expect(decided.ok).toBe(expected !== undefined);
    if (expected !== undefined) expect(state.phase).toBe(expected === "here" ? phase : expected);
    else expect(decided).toMatchObject(no(type === "enter" ? "already_planning" : "not_planning", { phase }));
  });
});

describe("an agent's way", () => {
  it("is kept: task, plan, times and who approved", () => {
    const { requests, ...state } = STATES.executing;
    expect(state).toEqual({
      phase: "executing",
      version: 4,
      updated_at: T0,
      task: "tidy up",
      plan_id: "PLAN-0000abcd",
      gathering_start: T0,
      entered_by: ANN,
      submitted_at: T0,
      approved_at: T0,
      approved_by: ANN,
    });
  });

  it("goes on with the same task and plan when the plan was sent back", () => {
    const { state } = tellAgent(STATES.submitted, { type: "revise" });
    expect(state).toMatchObject({ phase: "gathering", task: "tidy up", plan_id: "PLAN-0000abcd" });
    expect(state).not.toHaveProperty("submitted_at");
  });

  it("never leads out of planning by the agent's own word", () => {
    for (const by of [agent(), FILE]) {
      for (const how of ["finished", "cancelled", "rejected", "handed_off", "timed_out", "ended"] as const) {
        for (const phase of ["gathering", "submitted", "executing"] as const) {
          expect(tellAgent(STATES[phase], { type: "leave", how }, by).decided).toMatchObject(no("person_needed"));
        }
      }
      expect(tellAgent(STATES.submitted, BEGIN, by).decided).toMatchObject(no("person_needed"));
      expect(tellAgent(STATES.gathering, COMMANDS.answer, by).decided).toMatchObject(no("person_needed"));
    }
  });

  it("begins to execute only what a person approved", () => {
    for (const approved_by of [agent(), HOST, FILE]) {
      expect(tellAgent(STATES.submitted, { ...BEGIN, approved_by }, HOST).decided).toMatchObject(no("person_needed"));
    }
    expect(tellAgent(STATES.submitted, BEGIN, HOST).state.phase).toBe("executing");
  });

  it("is ended by the host only when time ran out or the run is over", () => {
    const leave = (phase: Phase, how: "finished" | "timed_out" | "cancelled") =>
      tellAgent(STATES[phase], { type: "leave", how }, HOST);
    expect(leave("gathering", "timed_out").state).toMatchObject({ phase: "inactive" });
    expect(leave("executing", "finished").state).toMatchObject({ phase: "inactive" });
    expect(leave("gathering", "cancelled").decided).toMatchObject(no("person_needed"));
    expect(leave("gathering", "finished").decided).toMatchObject(no("not_planning", { phase: "gathering" }));
  });

  it("is not free by a time-out: only a person says so, or it plans anew", () => {
    const { state } = tellAgent(STATES.gathering, { type: "leave", how: "timed_out" }, HOST);
    expect(state).toMatchObject({ phase: "inactive", timed_out: true });
    for (const by of [agent(), FILE, HOST]) {
      for (const how of ["timed_out", "cancelled"] as const) {
        expect(tellAgent(state, { type: "leave", how }, by).decided).toMatchObject(no("not_planning"));
      }
    }
    expect(tellAgent(state, LEAVE, ANN).state).not.toHaveProperty("timed_out");
    expect(tellAgent(state, ENTER, agent()).state).toMatchObject({ phase: "gathering" });
    expect(tellAgent(tellAgent(state, LEAVE, ANN).state, LEAVE, ANN).decided).toMatchObject(no("not_planning"));
  });

  it("records that a person set auto_run from its session, and changes nothing else", () => {
    const OFF = { type: "switch_auto", on: false } as const;
    const { version: _, ...before } = STATES.gathering;
    const { state, decided } = tellAgent(STATES.gathering, OFF, ANN);
    expect(decided).toMatchObject({ ok: true, events: [{ type: "auto_switched", on: false }] });
    expect(state).toMatchObject(before);
    for (const by of [agent(), FILE, HOST]) {
      expect(tellAgent(STATES.gathering, { type: "switch_auto", on: true }, by).decided).toMatchObject(
        no("person_needed"),
      );
    }
  });

  it("is not free by the end of its session either", () => {
    for (const phase of ["gathering", "submitted"] as const) {
      const { state } = tellAgent(STATES[phase], ENDED, OWN_HOST);
      const { requests, ...rest } = state;
      expect(rest).toEqual({ phase: "inactive", ended: true, updated_at: T0, version: rest.version });
      expect(openRequests(requests)).toEqual([]);
      expect(isStillReadOnly(state)).toBe(true);
      for (const by of [agent(), FILE, HOST, OWN_HOST]) {
        for (const how of ["ended", "timed_out", "cancelled", "finished"] as const) {
          expect(tellAgent(state, { type: "leave", how }, by).decided).toMatchObject(no("not_planning"));
        }
      }
      expect(isStillReadOnly(tellAgent(state, LEAVE, ANN).state)).toBe(false);
      expect(tellAgent(state, ENTER, agent()).state).toMatchObject({ phase: "gathering" });
    }
  });

  it("ends with its session only by the word of the host that it lives in, with a reason", () => {
    const events = { ok: true, events: expect.arrayContaining([{ type: "planning_left", how: "ended", note: "bye" }]) };
    expect(tellAgent(STATES.gathering, ENDED, OWN_HOST).decided).toEqual(events);
    const pretenders = [HOST, hostOf("another", "cli"), FILE, agent(), { ...agent(), id: "planner" }];
    for (const by of [...pretenders, { ...OWN_HOST, kind: "local" as const }]) {
      for (const phase of ["gathering", "submitted"] as const)
        expect(tellAgent(STATES[phase], ENDED, by).decided).toMatchObject(no("person_needed"));
    }
  });

  it("is not over with its session while it carries out a plan", () => {
    expect(tellAgent(STATES.executing, ENDED, OWN_HOST).decided).toMatchObject(
      no("wrong_state", { phase: "executing" }),
    );
  });

  it("leaves nothing waiting behind", () => {
    const { state } = tellAgent(STATES.gathering, LEAVE);
    expect(openRequests(state.requests)).toEqual([]);
    expect(state.requests[ID]?.closing).toMatchObject({ how: "cancelled", by: ANN });
  });
});

describe("a question", () => {
  const asked = givenAgent(ASK);
  const answer = (text: string): AgentCommand => ({
    type: "answer",
    request_id: ID,
    answer: { kind: "question", text },
  });

  it("says where it lives and when it stops waiting", () => {
    expect(asked.requests[ID]).toMatchObject({ id: ID, opened_at: T0, expires_at: minutes(5), question: "Which one?" });
  });

  it("is answered once; the second hears who was first", () => {
    const { state } = tellAgent(asked, answer("this"));
    const { decided } = tellAgent(state, answer("that"), BOB);
    expect(decided).toMatchObject(no("request_closed", { closing: { how: "answered", by: { name: "ann" } } }));
    expect(decided).toMatchObject({ refusal: { message: "ann has answered already." } });
  });

  it("that expired was answered by nobody", () => {
    const { state } = tellAgent(asked, COMMANDS.expire_request, HOST, minutes(5));
    expect(tellAgent(state, answer("this")).decided).toMatchObject({
      refusal: { kind: "request_closed", message: "Too late: the request is expired." },
    });
  });

  it("whose time is over takes no answer, also before somebody has noted that", () => {
    expect(tellAgent(asked, answer("this"), ANN, minutes(4)).decided.ok).toBe(true);
    expect(tellAgent(asked, answer("this"), ANN, minutes(5)).decided).toMatchObject({
      refusal: { kind: "request_closed", message: "Too late: the request is expired." },
    });
  });

  it("wants words, and words only", () => {
    expect(tellAgent(asked, answer(" ")).decided).toMatchObject(no("wrong_answer"));
    const yes: AgentCommand = { type: "answer", request_id: ID, answer: { kind: "confirmation", allow: true } };
    expect(tellAgent(asked, yes).decided).toMatchObject(no("wrong_answer"));
  });

  it("is known by its own id only", () => {
    for (const request_id of ["constructor", "planner/question-2"]) {
      expect(tellAgent(asked, { ...COMMANDS.expire_request, request_id } as AgentCommand).decided).toMatchObject(
        no("unknown_request"),
      );
    }
  });

  it("does not expire before its time, nor without one", () => {
    expect(tellAgent(asked, COMMANDS.expire_request, HOST, minutes(4)).decided).toMatchObject(no("not_due"));
    const patient = tellAgent(INACTIVE, { type: "ask", question: "When?", options: [] }).state;
    expect(patient.requests[ID]).not.toHaveProperty("expires_at");
    expect(tellAgent(patient, COMMANDS.expire_request, HOST, minutes(1e6)).decided).toMatchObject(no("not_due"));
  });
});
