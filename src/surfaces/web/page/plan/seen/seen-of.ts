import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { SeenParts, slicesOf, slicesWithin, type View } from "./seen-parts.ts";

/** Which parts of one text were on this screen. */
export interface Seen {
  has(key: string): boolean;
}

interface Watched {
  key: string;
  digest: string;
  drawing: number;
}

const texts = new Map<string, SeenParts>();
/** Grows with every part that was seen. */
const changes = signal(0);
const watched = new Map<Element, Watched>();
const near = new Set<Element>();
let drawings = 0;
let timer: ReturnType<typeof setInterval> | undefined;
let observer: IntersectionObserver | undefined;

/** Of the text with this digest, in this tab. Components that ask are drawn again when more was seen. */
export function seenOf(digest: string): Seen {
  return {
    has: (key) => {
      void changes.value;
      return partsOfText(digest).has(key);
    },
  };
}

/** Watches the element that it is given as `ref`, as a drawing of this part; nothing without a digest. */
export function useSeen<Shown extends HTMLElement>(digest: string | undefined, key: string) {
  const ref = useRef<Shown>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || digest === undefined || partsOfText(digest).has(key)) return;
    drawings += 1;
    watched.set(element, { key, digest, drawing: drawings });
    observer ??= new IntersectionObserver(note);
    observer.observe(element);
    return () => {
      watched.delete(element);
      near.delete(element);
      observer?.unobserve(element);
    };
  }, [digest, key]);
  return ref;
}

function partsOfText(digest: string): SeenParts {
  const known = texts.get(digest) ?? new SeenParts();
  texts.set(digest, known);
  return known;
}

function note(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting && watched.has(target)) near.add(target);
    else near.delete(target);
  }
  look();
  if (near.size > 0) timer ??= setInterval(look, EVERY);
}

const EVERY = 100;

/** Looks at what is on the screen. Another tab in front, or a sheet above, covers what lies behind it. */
function look(): void {
  const isShown = document.visibilityState === "visible";
  const now = performance.now();
  const views = new Map<string, View[]>();
  for (const element of near) {
    const what = watched.get(element);
    if (!what) continue;
    const found = views.get(what.digest) ?? [];
    views.set(what.digest, found);
    if (isShown) found.push({ ...what, ...viewOf(element) });
  }
  let isMore = false;
  for (const [digest, found] of views) isMore = partsOfText(digest).look(now, found) || isMore;
  for (const element of [...near]) {
    const what = watched.get(element);
    if (what && !partsOfText(what.digest).has(what.key)) continue;
    near.delete(element);
    observer?.unobserve(element);
  }
  if (isMore) changes.value += 1;
  if (near.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

function viewOf(element: Element): Pick<View, "slices" | "inView"> {
  const { top, height, left, width } = element.getBoundingClientRect();
  const slices = slicesOf(height, innerHeight);
  const size = height / slices;
  const uncovered = slicesWithin({ top, height }, screenAround(element), slices).filter((slice) =>
    [top + slice * size + 3, top + (slice + 1) * size - 3].every((y) => isOnTop(element, left + width / 2, y)),
  );
  return { slices, inView: uncovered };
}

/** The window, less what the scrollers around the element cut off. */
function screenAround(element: Element): { top: number; bottom: number } {
  const screen = { top: 0, bottom: innerHeight };
  for (let around = element.parentElement; around; around = around.parentElement) {
    if (around.scrollHeight <= around.clientHeight || getComputedStyle(around).overflowY === "visible") continue;
    const { top, bottom } = around.getBoundingClientRect();
    screen.top = Math.max(screen.top, top);
    screen.bottom = Math.min(screen.bottom, bottom);
  }
  return screen;
}

function isOnTop(element: Element, x: number, y: number): boolean {
  const found = document.elementFromPoint(x, Math.max(1, Math.min(y, innerHeight - 1)));
  return found !== null && (element.contains(found) || found.contains(element));
}
