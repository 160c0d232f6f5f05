import { signal } from "@preact/signals";
import { roughDuration, secondsBetween } from "../../../../plan/quantities.ts";

/** The time, as often as words about it may change. */
export const now = signal(new Date());
setInterval(() => {
  now.value = new Date();
}, 15_000);

/** "12 min ago", which stays true; the exact time is its title. `until`: "in 2 h". */
export function Ago({ at, until = false }: { at: string; until?: boolean }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const [from, to] = until ? [now.value.toISOString(), at] : [at, now.value.toISOString()];
  const seconds = secondsBetween(from, to) ?? 0;
  const rough = roughDuration(seconds < 3600 ? seconds : Math.round(seconds / 3600) * 3600);
  const words = until ? `in ${rough}` : seconds < 60 ? "just now" : `${rough} ago`;
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {words}
    </time>
  );
}

/** "today 14:02", "3 Nov 14:02". */
export function At({ at, seconds = false }: { at: string; seconds?: boolean }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const time = date.toLocaleTimeString([], {
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
    ...(seconds && { second: "2-digit" }),
  });
  const isToday = date.toDateString() === now.value.toDateString();
  const isThisYear = date.getFullYear() === now.value.getFullYear();
  const day = date.toLocaleDateString([], {
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
  });
  return (
    <time dateTime={at} title={date.toLocaleString()}>
      {isToday ? `today ${time}` : `${day} ${time}`}
    </time>
  );
}
