import { weightOf } from "./weight.ts";

/** As many whole lines as there is room for, and how many more there are. */
export function fitLines(lines: readonly string[], room: number, more = "more"): string {
  const all = lines.join("\n");
  if (weightOf(all) <= room) return all;
  const reserve = weightOf(more) + 12;
  const kept: string[] = [];
  let used = reserve;
  for (const line of lines) {
    if (used + weightOf(line) + 1 > room) break;
    used += weightOf(line) + 1;
    kept.push(line);
  }
  return [...kept, `… ${lines.length - kept.length} ${more}`].join("\n");
}
