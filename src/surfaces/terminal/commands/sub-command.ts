import { PersonCommands } from "../../../agent/person-commands.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import type { KeyPress } from "../../../desk/key-presses.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { openReview } from "../open-review.ts";
import { personHere } from "../person.ts";
import type { TerminalView } from "../terminal-view.ts";
import { diff } from "./diff.ts";
import { logs } from "./logs.ts";
import { SUB_COMMANDS, type SubCommand } from "./plan-words.ts";
import { plansText } from "./plans-text.ts";
import { queue, showQueue, unqueue } from "./queue.ts";
import { rollback } from "./rollback.ts";
import { simulate } from "./simulate.ts";
import { statusText } from "./status-text.ts";

/** Does what a sub-command of `/plan` asks for; the answer is what to tell the person. */
export async function subCommand(
  session: PlanSession,
  view: TerminalView,
  { name, args }: { name: SubCommand; args: string[] },
  press: KeyPress | undefined,
): Promise<Outcome<string>> {
  const [first = "", ...rest] = args;
  const byPerson = async (
    act: (commands: PersonCommands, by: Person) => Outcome<string> | Promise<Outcome<string>>,
  ) => {
    const person = personHere(session, press);
    return person.ok ? act(new PersonCommands(session, person.value), person.value) : person;
  };
  switch (name) {
    case "list":
      return yes(await plansText(session));
    case "status":
      return yes(await statusText(session));
    case "help":
      return yes(helpText());
    case "fold":
      view.fold();
      return yes("");
    case "review":
      return review(session, view, first);
    case "run": {
      const id = first || (await session.lastPlan())?.id;
      return id
        ? byPerson((commands) => commands.carryOut(id))
        : no("not_found", "Which plan?", { hint: "/plan run <plan>; /plans lists them." });
    }
    case "queue":
      return first === "" ? showQueue(session) : byPerson((_, by) => queue(session, by, first, rest[0] ?? ""));
    case "unqueue":
      return byPerson((_, by) => unqueue(session, by, first));
    case "pause":
      return byPerson((commands) => commands.pause(first === "--now"));
    case "resume":
      return byPerson((commands) => commands.resume());
    case "retry":
      return byPerson((commands) => commands.retry(first || undefined));
    case "skip":
      return first
        ? byPerson((commands) => commands.skip(first, rest.join(" ")))
        : no("reason_missing", "Which step, and why?", { hint: "/plan skip <step> <reason>" });
    case "decide":
      return first && rest.length > 0
        ? byPerson((commands) => commands.decide(first, choicesIn(rest)))
        : decideByDialog(view);
    case "cancel":
      return byPerson((commands) => commands.cancel());
    case "handoff":
      return byPerson((commands) => commands.handOff());
    case "auto":
      if (first === "") return yes(`auto is ${session.isAuto ? "on" : "off"}.`);
      return byPerson(() => {
        session.isAuto = first === "on";
        return yes(
          session.isAuto ? "A plan starts as soon as it is approved." : "An approved plan waits for /plan resume.",
        );
      });
    case "simulate":
      return simulate(session, first);
    case "diff":
      return diff(session, first);
    case "rollback":
      return byPerson((_, by) => rollback(session, view, by, first));
    case "logs":
      return logs(session, first);
    case "fail":
      return byPerson((commands) => (first ? commands.failStep(first, rest.join(" ")) : commands.fail("")));
  }
}

function choicesIn(words: readonly string[]): string[] {
  return words
    .join(" ")
    .split(",")
    .map((choice) => choice.trim());
}

async function decideByDialog(view: TerminalView): Promise<Outcome<string>> {
  const shown = await view.waits.attend({ again: true });
  return shown ? yes("") : no("not_found", "No decision waits.", { hint: "/plan decide <decision> <choice[,choice]>" });
}

async function review(session: PlanSession, view: TerminalView, id: string): Promise<Outcome<string>> {
  if (id === "") {
    const shown = await view.waits.attend({ again: true });
    return shown ? yes("") : no("not_found", "Nothing waits for a review here.", { hint: "/plans lists all plans." });
  }
  const found = await session.agent.desk.plan(id);
  if (!found.ok) return found;
  if (found.value.kind !== "standing") return no("unreadable", `${id} cannot be reviewed: it is ${found.value.kind}.`);
  await openReview(session, found.value.state, view.waits.options);
  return yes("");
}

function helpText(): string {
  const rows = Object.entries(SUB_COMMANDS).map(([name, row]) => {
    const usage = "usage" in row ? row.usage : name;
    return `/plan ${usage.padEnd(36)} ${row.does}`;
  });
  return [`/plan ${"<goal>".padEnd(36)} plan it: read-only until you approve`, ...rows].join("\n");
}
