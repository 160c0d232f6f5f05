import type { Summed } from "./sum-up.ts";

type Estimate = Summed["estimates"][number];
const NAMES: Record<Estimate["what"], string> = { minutes: "time", tokens: "tokens", cost: "cost" };

/** A line where the estimate is, a dot where it ended. More than a quarter above it is marked. */
export function EstimatesChart({ estimates }: { estimates: readonly Estimate[] }) {
  return (
    <ul class="estimates">
      {estimates.map(({ what, estimated, actual }) => {
        const share = estimated === 0 ? 1 : actual / estimated;
        const [from, to] = [110, 110 * Math.min(2, share)];
        return (
          <li key={what}>
            <span>{NAMES[what]}</span>
            <svg viewBox="0 0 228 16" aria-hidden="true" class={share > 1.25 ? "over" : ""}>
              <path class="rail-line" d="M4 8H224" />
              <path class="way" d={`M${4 + from} 8H${4 + to}`} />
              <path class="estimated" d={`M${4 + from} 2V14`} />
              <circle class="took" cx={4 + to} cy="8" r="4.500" />
            </svg>
            <span class={`number${share > 1.25 ? " warn" : ""}`}>{percentWords(share)}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** "+33 %", "−22 %". */
function percentWords(share: number): string {
  const percent = Math.max(share > 0 ? -99 : -100, Math.round((share - 1) * 100));
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)} %`;
}
