import type { LocalMember } from "../../../testing/discord/member.ts";
import type { LocalMessage } from "../../../testing/discord/message.ts";
import { calls } from "../../agent/bench/model.ts";
import { DiscordBench, type DiscordBenchOptions } from "./bench.ts";

export { allIsWell as atPeace } from "./all-is-well.ts";

export interface Planned {
  bench: DiscordBench;
  ada: LocalMember;
  card: LocalMessage;
}

/** A bot whose agent has submitted this plan, and the card of it. Subagents carry it out, unless something else is said. */
export async function planned<P extends { title: string }>(
  plan: P,
  options: DiscordBenchOptions = {},
): Promise<Planned> {
  const responses = [calls(["submit_plan", { plan: { ...plan } }]), ...(options.responses ?? [])];
  const bench = await DiscordBench.start({ execution: "subagent", ...options, responses });
  const ada = bench.discord.addMember({ name: "ada" });
  await ada.slash(bench.general, "plan start", { task: plan.title });
  return { bench, ada, card: await bench.general.next(plan.title) };
}

/** The labels of the buttons that can be clicked. */
export function labels({ buttons }: LocalMessage): string[] {
  return buttons.flatMap(({ label, disabled }) => (label === undefined || disabled ? [] : [label]));
}
