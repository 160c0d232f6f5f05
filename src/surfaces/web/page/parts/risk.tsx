import { RISK_LOOKS } from "../../../../plan/risk-look.ts";

export type Risk = keyof typeof RISK_LOOKS;
const BARS: Record<Risk, number> = { low: 1, medium: 2, high: 3 };

/** One, two or three rising bars, and the word. Only where the word stands in a label beside it may it be left out. */
export function RiskMark({ risk, word = true }: { risk: Risk; word?: boolean }) {
  return (
    <span class={`risk ${risk}`}>
      <svg viewBox="0 0 12 11" width="12" height="11" aria-hidden="true">
        {[0, 1, 2].map((bar) => (
          <rect
            key={bar}
            class={bar < BARS[risk] ? "on" : "off"}
            x={bar * 4.2}
            y={8 - bar * 3.2}
            width="3.200"
            height={3 + bar * 3.2}
            rx="1"
          />
        ))}
      </svg>
      {word && <span>{RISK_LOOKS[risk].word}</span>}
    </span>
  );
}
