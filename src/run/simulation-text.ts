import { modeMark } from "../plan/mode-look.ts";
import { counted, money, roughDuration, tokens } from "../plan/quantities.ts";
import { visible } from "../plan/visible.ts";
import { wrap } from "../plan/wrap.ts";
import type { SimulatedStep, Simulation } from "./simulate.ts";

/** A simulation for people, in lines of at most `width` columns. */
export function simulationText(id: string, simulation: Simulation, width = 80): string {
  const { waves, never } = simulation;
  const room = Math.max(20, width);
  if (waves.length === 0 && never.length === 0) return `${id} has no step left to run.`;
  return [
    ...indented(`Dry run of ${id}:`, 0, room),
    "",
    ...waves.flatMap((wave, number) => waveLines(wave, number, room)),
    ...(never.length > 0 ? indented(`Never, because they wait for each other: ${never.join(", ")}`, 0, room) : []),
    "",
    ...summary(simulation).flatMap((line) => indented(line, 0, room)),
  ].join("\n");
}

function waveLines(wave: readonly SimulatedStep[], number: number, width: number): string[] {
  const mark = `${number + 1}.`.padEnd(4);
  return wave.flatMap((simulated, index) => {
    const { step } = simulated;
    const [first = "", ...rest] = indented(`${step.id}: ${visible(step.title)}`, mark.length, width);
    return [
      (index === 0 ? mark : " ".repeat(mark.length)) + first.slice(mark.length),
      ...rest,
      ...details(simulated).flatMap((line) => indented(line, mark.length + 2, width)),
    ];
  });
}

function details({ step, model, held, ...taken }: SimulatedStep): string[] {
  const by = step.run !== undefined ? `runs ${visible(step.run)}` : visible(model ?? "the host's model");
  const tools =
    step.run === undefined && step.tools ? step.tools.map((tool) => visible(tool)).join(", ") || "no tools" : "";
  const about = [
    ...(taken.tokens > 0 ? [`${tokens(taken.tokens)} tokens`] : []),
    ...(taken.cost !== undefined && taken.cost > 0 ? [money(taken.cost)] : []),
    atLeastMinutes(taken.minutes),
  ].join(", ");
  return [
    [step.mode && modeMark(step.mode), by, tools, `about ${about}${taken.guessed ? " (guessed)" : ""}`]
      .filter(Boolean)
      .join(" · "),
    ...(step.keeps === undefined ? [] : [`keeps ${visible(step.keeps)} running until the run ends`]),
    ...(step.decision_id === undefined ? [] : [`waits for the decision ${step.decision_id}`]),
    ...(held ? [`waits for ${held.by}: ${held.because}`] : []),
  ];
}

function summary({ tools, models, decisions, waves, estimate }: Simulation): string[] {
  const steps = waves.flat().length;
  const list = (label: string, names: readonly string[]) =>
    names.length > 0 ? [`${label}: ${names.map((name) => visible(name)).join(", ")}`] : [];
  const cost = !estimate.cost ? "" : `, ${estimate.unpriced > 0 ? "at least " : ""}${money(estimate.cost)}`;
  const guessed = estimate.guessed > 0 ? ` (guessed for ${estimate.guessed} of ${counted(steps, "step")})` : "";
  const used = estimate.tokens > 0 ? `${tokens(estimate.tokens)} tokens${cost}, ` : "";
  return [
    `Total: about ${used}${atLeastMinutes(estimate.minutes)}${guessed}`,
    ...list("Models", models),
    ...list("Tools", tools),
    ...list("Decisions", decisions),
  ];
}

function indented(text: string, indent: number, width: number): string[] {
  return wrap(text, Math.max(10, width - indent)).map((line) => " ".repeat(indent) + line);
}

function atLeastMinutes(minutes: number): string {
  return roughDuration(Math.max(1, Math.round(minutes)) * 60);
}
