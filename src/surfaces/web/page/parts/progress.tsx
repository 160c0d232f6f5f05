import type { ShownStatus } from "../../../../lifecycle/step-look.ts";
import { STEP_LOOKS } from "../../../../lifecycle/step-look.ts";

/** One part a step: done filled, failed hatched, running half filled, waiting in ink, blocked dashed. Many steps flow together. */
export function Progress({ steps, label }: { steps: readonly (ShownStatus | "waits")[]; label?: string }) {
  const counts = new Map<string, number>();
  for (const step of steps) {
    const word = step === "waits" ? "waits for a person" : STEP_LOOKS[step].word;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
  return (
    <div class={`progress${steps.length > 40 ? " many" : ""}`} role="img" aria-label={label ?? words}>
      {steps.map((step, index) => (
        <span key={index} class={step} />
      ))}
    </div>
  );
}
