import { visible } from "../../../../../plan/visible.ts";
import type { Row } from "./sum-up.ts";

/** Bars from left to right, with their numbers beside them. */
export function BarRows({
  rows,
  words,
  look = "plain",
  mono = false,
  most = 6,
}: {
  rows: readonly Row[];
  words(row: Row): string;
  look?: "plain" | "bad";
  mono?: boolean;
  most?: number;
}) {
  const longest = Math.max(...rows.map(({ value }) => value), 1e-9);
  return (
    <ul class={`bar-rows ${look}`}>
      {rows.slice(0, most).map((row) => (
        <li key={row.name}>
          <span class={mono ? "mono" : ""}>{visible(row.name)}</span>
          <svg class="bar-row" viewBox="0 0 100 9" preserveAspectRatio="none" aria-hidden="true">
            <rect class="ground" width="100" height="9" />
            <rect class="value" width={(row.value / longest) * 88} height="9" />
          </svg>
          <span class="number">{words(row)}</span>
        </li>
      ))}
    </ul>
  );
}
