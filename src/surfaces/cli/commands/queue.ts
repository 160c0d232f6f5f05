import { clearQueue } from "../../../acts/clear-queue.ts";
import { localActor } from "../../../desk/persons.ts";
import { defined } from "../../../plan/defined.ts";
import { changeQueue, type QueueChange } from "../../../run/change-queue.ts";
import { type Queue, readQueue } from "../../../run/read-queue.ts";
import { type Arguments, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { type Reply, refused, reply, usage } from "../reply.ts";
import type { Session } from "../session.ts";
import { queueText } from "../text/queue-text.ts";

/** Shows, changes and runs the queue. It needs no person: a queued plan is approved. */
export const run: Run = async (session, args) => {
  const [action = "list", id, value, more] = args.words;
  if (args.options["watch"] === true && action !== "run") return usage("--watch belongs to countersign queue run.");
  if (text(args, "priority") !== undefined && action !== "add") return usage("--priority belongs to queue add.");
  switch (action) {
    case "list":
      return id === undefined ? list(session) : usage("countersign queue list takes no plan.");
    case "run": {
      if (id !== undefined)
        return usage("countersign queue run takes no plan.", `To run one plan: countersign run ${id}`);
      const { runQueue } = await import("../queue/run-queue.ts");
      return runQueue(session, args.options["watch"] === true);
    }
    case "clear":
      return id === undefined
        ? clear(session)
        : usage("countersign queue clear takes no plan.", `To remove one: countersign queue remove ${id}`);
    case "add":
    case "remove":
    case "up":
    case "down":
    case "first":
    case "priority":
      if (id === undefined) return usage(`countersign queue ${action} needs a plan's id.`);
      if (more !== undefined || (value !== undefined && action !== "priority"))
        return usage(`countersign queue ${action} does not take "${more ?? value}".`);
      return steer(session, args, action, id, value);
    default:
      return usage(`There is no countersign queue ${action}.`, `One of: ${ACTIONS.join(", ")}.`);
  }
};

const ACTIONS = ["list", "add", "remove", "up", "down", "first", "priority", "clear", "run"] as const;

type Wanted = Exclude<(typeof ACTIONS)[number], "list" | "clear" | "run">;

async function list(session: Session): Promise<Reply> {
  const desk = await session.desk();
  const { applyTimeOuts } = await import("../../../desk/time-outs.ts");
  await applyTimeOuts(desk);
  const queue = await readQueue(desk);
  return reply(queueJson(queue), queueText(queue, { ...session, now: new Date() }), desk.configuration.problems);
}

async function clear(session: Session): Promise<Reply> {
  const desk = await session.desk();
  const cleared = await clearQueue({ desk, by: localActor(session.env) });
  if (!cleared.ok) return refused(cleared.refusal);
  const { removed, words } = cleared.value;
  return reply({ ...queueJson(await readQueue(desk)), removed }, words);
}

async function steer(session: Session, args: Arguments, action: Wanted, id: string, value?: string): Promise<Reply> {
  const words = action === "priority" ? (value ?? "") : (text(args, "priority") ?? "0");
  if (!/^-?\d{1,6}$/.test(words)) return usage(`A priority is a whole number, not "${words}"; the highest runs first.`);
  const priority = text(args, "priority") || value ? Number(words) : undefined;
  const desk = await session.desk();
  const steered = await changeQueue(desk, id, steeringOf(action, priority), localActor(session.env));
  if (!steered.ok) return refused(steered.refusal);
  const { queue, words: place } = steered.value;
  return reply(queueJson(queue), place.replace(id, session.style.cyan(id)).replaceAll("\n", "\n  "));
}

function steeringOf(action: Wanted, priority: number | undefined): QueueChange {
  if (action === "priority") return { how: action, priority: priority ?? 0 };
  return action === "add" ? { how: action, ...defined({ priority }) } : { how: action };
}

function queueJson({ entries, running, most }: Queue): Record<string, unknown> {
  return { queue: entries, running, max_parallel_plans: most };
}
