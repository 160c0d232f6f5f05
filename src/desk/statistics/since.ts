const UNITS: Record<string, number> = { h: 3600, d: 24 * 3600, w: 7 * 24 * 3600 };

/** The time that a text like `30d`, `12h`, `2w` or `2026-11-01` means; undefined if it means none. */
export function sinceWhen(words: string, now: Date): string | undefined {
  const [, count, unit = ""] = /^(\d{1,5})([hdw])$/.exec(words.trim()) ?? [];
  const moment =
    count === undefined ? Date.parse(words) : now.getTime() - Number(count) * (UNITS[unit] ?? Number.NaN) * 1000;
  const isTime = count !== undefined || /^\d{4}-\d{2}-\d{2}/.test(words.trim());
  return isTime && Number.isFinite(moment) ? new Date(moment).toISOString() : undefined;
}
