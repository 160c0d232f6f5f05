import { localActor } from "../../../desk/persons.ts";
import type { Run } from "../commands.ts";
import { planJson } from "../plan-json.ts";
import { refused, reply } from "../reply.ts";
import { livePlan } from "../run/live-plan.ts";

/** Nothing new starts; with `--now` what runs is interrupted. Anybody at this machine may: it only makes less happen. */
export const run: Run = async (session, args) => {
  const [id = ""] = args.words;
  const now = args.options["now"] === true;
  const desk = await session.desk();
  const found = await livePlan(desk, id);
  if (!found.ok) return refused(found.refusal);
  const outcome = await desk.send(id, { type: "pause", ...(now && { now: true }) }, localActor(session.env));
  if (!outcome.ok) return refused(outcome.refusal);
  const running = outcome.value.run?.steps.that("in_progress") ?? [];
  const rest =
    running.length === 0 ? "" : ` ${running.join(", ")} ${now ? "is interrupted" : "comes to its end first"}.`;
  const { style } = session;
  return reply(
    { plan: planJson(outcome.value) },
    `${style.yellow("Paused")} ${style.cyan(id)}: nothing new starts.${rest}\n  countersign resume ${id}`,
  );
};
