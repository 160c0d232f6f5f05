import { columns } from "../../../plan/wrap.ts";

/** "1 step", "3 steps". */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString("en-US")} ${word}${count === 1 ? "" : "s"}`;
}

/** How long something took: "0.4 s", "12 s", "3 min 5 s", "1 h 5 min". */
export function duration(seconds: number): string {
  if (!(seconds > 0)) return "0 s";
  if (seconds < 9.95) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A clock that runs: "0:12", "1:05:00". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** "$0.12"; less than a cent is told apart from nothing. */
export function money(dollars: number): string {
  return dollars > 0 && dollars < 0.01 ? "<$0.01" : `$${Math.max(0, dollars).toFixed(2)}`;
}

/** "950", "12k", "1.2M". */
export function tokens(count: number): string {
  const known = Math.max(0, Math.round(count));
  if (known < 1000) return String(known);
  return known < 999_500 ? `${Math.round(known / 1000)}k` : `${(known / 1_000_000).toFixed(1)}M`;
}

let segmenter: Intl.Segmenter | undefined;

/** No wider than `width` columns; what is cut off is told by an ellipsis. */
export function cut(text: string, width: number): string {
  if (columns(text) <= width) return text;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  let [shown, used] = ["", 0];
  for (const { segment } of segmenter.segment(text)) {
    used += columns(segment);
    if (used > width - 1) break;
    shown += segment;
  }
  return width < 1 ? "" : `${shown.trimEnd()}…`;
}

/** Cut, or filled up with spaces. */
export function padded(text: string, width: number): string {
  const shown = cut(text, width);
  return shown + " ".repeat(Math.max(0, width - columns(shown)));
}
