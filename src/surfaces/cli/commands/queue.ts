import type { Desk } from "../../../desk/desk.ts";
import type { DeskRefusal } from "../../../desk/outcome.ts";
import { localActor } from "../../../desk/persons.ts";
import { queueMove } from "../../../run/queue-moves.ts";
import { type Queue, readQueue } from "../../../run/read-queue.ts";
import { type Arguments, text } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { type Reply, refused, reply, usage } from "../reply.ts";
import type { Session } from "../session.ts";
import { queueText } from "../text/queue-text.ts";

/** Shows the queue and steers it. To queue a plan needs no person: what is carried out was signed before. */
export const run: Run = async (session, args) => {
  const [action = "list", id, value, more] = args.words;
  if (args.options["watch"] === true && action !== "run") return usage("--watch belongs to countersign queue run.");
  if (text(args, "priority") !== undefined && action !== "add") return usage("--priority belongs to queue add.");
  switch (action) {
    case "list":
      return id === undefined ? list(session) : usage("countersign queue list takes no plan.");
    case "run": {
      if (id !== undefined)
        return usage("countersign queue run takes no plan.", `To carry out one plan: countersign run ${id}`);
      const { runQueue } = await import("../queue/run-queue.ts");
      return runQueue(session, args.options["watch"] === true);
    }
    case "add":
    case "remove":
    case "up":
    case "down":
    case "priority":
      if (id === undefined) return usage(`countersign queue ${action} needs a plan's id.`);
      if (more !== undefined || (value !== undefined && action !== "priority"))
        return usage(`countersign queue ${action} does not take "${more ?? value}".`);
      return steer(session, args, action, id, value);
    default:
      return usage(`There is no countersign queue ${action}.`, `One of: ${ACTIONS.join(", ")}.`);
  }
};

const ACTIONS = ["list", "add", "remove", "up", "down", "priority", "run"] as const;

type Steering = "add" | "remove" | "up" | "down" | "priority";

async function list(session: Session): Promise<Reply> {
  const desk = await session.desk();
  const { applyTimeOuts } = await import("../../../desk/time-outs.ts");
  await applyTimeOuts(desk);
  const queue = await readQueue(desk);
  return reply(queueJson(queue), queueText(queue, { ...session, now: new Date() }), desk.configuration.problems);
}

async function steer(session: Session, args: Arguments, action: Steering, id: string, value?: string): Promise<Reply> {
  const words = action === "priority" ? (value ?? "") : (text(args, "priority") ?? "0");
  if (!/^-?\d{1,6}$/.test(words)) return usage(`A priority is a whole number, not "${words}": the highest goes first.`);
  const desk = await session.desk();
  const refusal = await change(session, desk, action, id, text(args, "priority") || value ? Number(words) : undefined);
  if (refusal) return refused(refusal);
  const queue = await readQueue(desk);
  const { style } = session;
  if (action === "remove")
    return reply(queueJson(queue), `${style.cyan(id)} is no longer in the queue; it stays approved.`);
  const entry = queue.entries.find((one) => one.id === id);
  const place = entry
    ? `number ${entry.position} of ${queue.entries.length}, priority ${entry.priority}`
    : "gone already";
  const waits = entry?.waits_for.map((one) => `\n  It waits for ${one.words}.`).join("") ?? "";
  return reply(queueJson(queue), `${style.cyan(id)} is in the queue: ${place}.${waits}`);
}

async function change(
  session: Session,
  desk: Desk,
  action: Steering,
  id: string,
  priority: number | undefined,
): Promise<DeskRefusal | undefined> {
  const by = localActor(session.env);
  const send = async (plan: string, to: number | undefined): Promise<DeskRefusal | undefined> => {
    const sent = await desk.send(plan, { type: "queue", ...(to !== undefined && { priority: to }) }, by);
    return sent.ok ? undefined : sent.refusal;
  };
  if (action === "add") return send(id, priority);
  if (action === "remove") {
    const sent = await desk.send(id, { type: "unqueue" }, by);
    return sent.ok ? undefined : sent.refusal;
  }
  const { entries } = await readQueue(desk);
  if (!entries.some((entry) => entry.id === id)) {
    const found = await desk.plan(id);
    if (!found.ok) return found.refusal;
    return { kind: "not_queued", message: `${id} is not in the queue.`, hint: `countersign queue add ${id}` };
  }
  if (action === "priority") return send(id, priority);
  const move = queueMove(entries, id, action);
  if (typeof move === "string") return { kind: "wrong_state", message: move };
  for (const { id: plan, priority: to } of move) {
    const refusal = await send(plan, to);
    if (refusal) return refusal;
  }
  return undefined;
}

function queueJson({ entries, running, most }: Queue): Record<string, unknown> {
  return { queue: entries, running, max_parallel_plans: most };
}
