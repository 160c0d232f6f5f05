import type { FauxResponseStep, fauxToolCall } from "@earendil-works/pi-ai";
import { Desk } from "../../../src/desk/desk.ts";
import type { Person } from "../../../src/desk/persons.ts";
import type { AgentConfig } from "../../../src/surfaces/discord/config/discord-config.ts";
import type { LocalInteraction } from "../../../testing/discord/interaction.ts";
import type { LocalMember } from "../../../testing/discord/member.ts";
import type { LocalMessage } from "../../../testing/discord/message.ts";
import { afterTest } from "../../agent/bench/after-test.ts";
import { calls } from "../../agent/bench/model.ts";
import { DiscordBench, type DiscordBenchOptions } from "./bench.ts";

export { allIsWell } from "./all-is-well.ts";

export const GREETING = {
  title: "Add a greeting",
  summary: "The README should greet whoever reads it.",
  steps: [
    { id: "write", title: "Write the greeting", tools: ["write"], files: ["GREETING.md"], risk: "low" },
    { id: "check", title: "Check it", run: "test -f GREETING.md", depends_on: ["write"], risk: "high" },
  ],
};

type Draft = Parameters<typeof fauxToolCall>[1];

export interface Reviewing {
  bench: DiscordBench;
  ada: LocalMember;
  card: LocalMessage;
}

export interface ReviewingOptions extends Omit<DiscordBenchOptions, "agent" | "responses"> {
  /** More about the agent of #general, once there are people and roles. */
  agent?(bench: DiscordBench): Partial<AgentConfig>;
  /** Of ada. */
  roles?: readonly string[];
}

/** A plan that ada asked for, on its card, waiting for a signature. The model says `then` afterwards. */
export async function submitted(
  plan: Draft = GREETING,
  then: FauxResponseStep[] = [],
  { agent, roles = [], ...options }: ReviewingOptions = {},
): Promise<Reviewing> {
  const bench = await DiscordBench.prepare({ ...options, responses: [calls(["submit_plan", { plan }]), ...then] });
  const { discord, general } = bench;
  await bench.startBot([bench.agentConfig(general, agent?.(bench))]);
  const ada = discord.addMember({ name: "ada", roles });
  await (await ada.slash(general, "plan start", { task: "Greet" })).answered("Planning");
  const card = await general.next((message) => message.buttons.some(({ label }) => label === "Approve"));
  return { bench, ada, card };
}

/** Presses Approve, and confirms it where the bot asks once more. */
export async function approve(person: LocalMember, card: LocalMessage): Promise<LocalInteraction> {
  const pressed = await person.click(card, "Approve");
  const asked = await pressed.answered();
  const confirm = asked.buttons.find(({ label = "" }) => label.startsWith("Approve revision"));
  return confirm?.label === undefined ? pressed : person.click(asked, confirm.label);
}

export function idOf(card: LocalMessage): string {
  return /PLAN-[0-9a-z]{8}/.exec(card.text)?.[0] ?? "no plan";
}

/** The desk of another process, and a person there. */
export function elsewhere({ project }: DiscordBench): { desk: Desk; person: Person } {
  const desk = new Desk({ directory: project.cwd, env: { ...process.env, ...project.env } });
  afterTest(() => desk.close());
  const person = desk.authenticate({ via: "surface", surface: "elsewhere", id: "zoe", name: "zoe" });
  if (!person.ok) throw new Error(person.refusal.message);
  return { desk, person: person.value };
}
