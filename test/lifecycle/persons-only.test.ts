import { describe, expect, it } from "vitest";
import type { Actor } from "../../src/lifecycle/actor.ts";
import type { PlanCommandType } from "../../src/lifecycle/plan-command.ts";
import { agent, FILE, HOST, minutes, no, tell } from "../builders.ts";
import { everyCommand } from "./every-command.ts";
import { STATES } from "./every-state.ts";

const LOCAL: Actor = { kind: "local", surface: "cli", id: "ann", name: "ann", person: "local" };

// Written by hand: what each kind of actor may ask for besides what it may not. A person may ask for everything.
const FREE: PlanCommandType[] = ["propose", "edit", "withdraw"];
const HOSTS: PlanCommandType[] = [
  ...["expire_request", "go_stale", "start", "pause", "stall", "start_step", "await_decision"],
  ...[
    "queue",
    "unqueue",
    "take_lease",
    "rerun_step",
    "release_lease",
    "amend",
    "hit_budget",
    "miss_model",
    "record_call",
  ],
  ...["end_step", "complete", "fail"],
] as PlanCommandType[];

// By retention; on the command line a person is asked.
const KEEPS: PlanCommandType[] = ["archive", "restore"];

const ALL = Object.keys(everyCommand({ status: "absent" })) as PlanCommandType[];
const ACTORS: [string, Actor, PlanCommandType[]][] = [
  ["an agent", agent(), FREE],
  ["a file", FILE, FREE],
  ["an agent that speaks for a person", { ...agent(), person: "ann" }, FREE],
  ["the host", HOST, [...FREE, ...HOSTS, ...KEEPS]],
  ["the user of the command line", LOCAL, [...FREE, ...HOSTS]],
];

describe.each(ACTORS)("%s", (_, by, allowed) => {
  it.each(ALL.filter((type) => !allowed.includes(type)))("cannot %s anything, wherever a plan stands", (type) => {
    for (const state of Object.values(STATES).flat()) {
      for (const command of everyCommand(state)[type]) {
        expect(tell(state, command, { by, at: minutes(1e6) }).decided).toMatchObject(no("person_needed"));
      }
    }
  });

  it.each(allowed)("is not kept from the word %s by what it is", (type) => {
    const answers = Object.values(STATES)
      .flat()
      .flatMap((state) => everyCommand(state)[type].map((command) => tell(state, command, { by }).decided));
    for (const answer of answers) expect(answer).not.toMatchObject(no("person_needed"));
  });
});
