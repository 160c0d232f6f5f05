import { PersonCommands } from "../../../agent/person-commands.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import { openReview } from "../open-review.ts";
import { personHere } from "../person.ts";
import type { TerminalView } from "../terminal-view.ts";
import { diff } from "./diff.ts";
import { logs } from "./logs.ts";
import { SUB_COMMANDS, type SubCommand } from "./plan-words.ts";
import { plansText } from "./plans-text.ts";
import { queue, unqueue } from "./queue.ts";
import { rollback } from "./rollback.ts";
import { simulate } from "./simulate.ts";
import { statusText } from "./status-text.ts";

/** Does what a sub-command of `/plan` asks for; the answer is what to tell the person. */
export async function subCommand(
  session: PlanSession,
  view: TerminalView,
  name: SubCommand,
  args: string[],
): Promise<Outcome<string>> {
  const person = personHere(session);
  if (!person.ok) return person;
  const commands = new PersonCommands(session, person.value);
  const [first = "", ...rest] = args;
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
        ? commands.carryOut(id)
        : no("not_found", "Which plan?", { hint: "/plan run <plan>; /plans lists them." });
    }
    case "queue":
      return queue(session, person.value, first, rest[0] ?? "");
    case "unqueue":
      return unqueue(session, person.value, first);
    case "pause":
      return commands.pause(first === "--now");
    case "resume":
      return commands.resume();
    case "retry":
      return commands.retry(first || undefined);
    case "skip":
      return first
        ? commands.skip(first, rest.join(" "))
        : no("reason_missing", "Which step, and why?", { hint: "/plan skip <step> <reason>" });
    case "decide":
      return first && rest.length > 0
        ? commands.decide(
            first,
            rest
              .join(" ")
              .split(",")
              .map((choice) => choice.trim()),
          )
        : decideByDialog(view);
    case "cancel":
      return commands.cancel();
    case "handoff":
      return commands.handOff();
    case "auto":
      if (first === "") return yes(`auto is ${session.isAuto ? "on" : "off"}.`);
      session.isAuto = first === "on";
      return yes(
        session.isAuto ? "A plan starts as soon as it is approved." : "An approved plan waits for /plan resume.",
      );
    case "simulate":
      return simulate(session, first);
    case "diff":
      return diff(session, first);
    case "rollback":
      return rollback(session, view, person.value, first);
    case "logs":
      return logs(session, first);
    case "fail":
      return first ? commands.failStep(first, rest.join(" ")) : commands.fail("");
  }
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
