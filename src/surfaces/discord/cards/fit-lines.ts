/** As many whole lines as there is room for, and how many more there are. */
export function fitLines(lines: readonly string[], room: number, more = "more"): string {
  const all = lines.join("\n");
  if (all.length <= room) return all;
  const reserve = more.length + 12;
  const kept: string[] = [];
  let used = reserve;
  for (const line of lines) {
    if (used + line.length + 1 > room) break;
    used += line.length + 1;
    kept.push(line);
  }
  return [...kept, `… ${lines.length - kept.length} ${more}`].join("\n");
}
