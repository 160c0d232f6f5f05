import { isPlanId } from "../src/plan/plan.ts";
import { planOf, type StageHost } from "./plan-stages.ts";

/** A command that a text names, as the surface's own parser reads it. */
export type Advised = { wrong: string } | { plan?: string | undefined; step?: string | undefined };

/** How a surface reads the commands that its texts name. */
export interface AdviceReader {
  /** What follows this in a text, up to the end of the line, is a command. */
  begins: RegExp;
  read(command: string): Advised;
}

/** The commands that a text names. Those in the middle of a sentence end with it. */
export function commandsIn(text: string, { begins }: AdviceReader): string[] {
  const found = text.matchAll(new RegExp(`(?:^[ >]*|: )(${begins.source}[^\\n]*)`, "gm"));
  return [...found].map(([, command = ""]) =>
    command.replace(/ {2,}.*$| · .*$|, or .*$| \(on the machine of the bot\)$|[.,;]$/, "").trim(),
  );
}

/** What is wrong with the commands that a text names: each can be typed, and names a plan and a step that are there. */
export async function wrongAdvice(
  host: Pick<StageHost, "desk">,
  text: string,
  reader: AdviceReader,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const command of commandsIn(text, reader)) {
    const advised = reader.read(command);
    if ("wrong" in advised) {
      wrong.push(`${command}: ${advised.wrong}`);
      continue;
    }
    const { plan, step } = advised;
    if (plan === undefined || !isPlanId(plan)) continue;
    const found = await host.desk.plan(plan);
    if (!found.ok) wrong.push(`${command}: there is no ${plan}`);
    else if (step !== undefined && found.value.kind === "standing") {
      const { run, proposal } = await planOf(host, plan);
      const steps = (run?.plan ?? proposal.plan).steps.map(({ id }) => id);
      if (!steps.includes(step)) wrong.push(`${command}: ${plan} has no step ${step}`);
    }
  }
  return wrong;
}
