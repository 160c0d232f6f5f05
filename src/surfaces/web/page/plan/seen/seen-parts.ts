/** What of a part is on the screen now. */
export interface View {
  key: string;
  /** The same part may be drawn twice, in the document and in a sheet: each drawing counts on its own. */
  drawing: number;
  /** Long parts are seen slice by slice. */
  slices: number;
  /** Those that are on the screen whole. */
  inView: readonly number[];
}

/** So long a part has to be on the screen, in milliseconds. */
export const LONG_ENOUGH = 500;

interface Progress {
  slices: number;
  seen: Set<number>;
  since: Map<number, number>;
}

/** Which parts of one text were on the screen of this tab. A part that was never unfolded was not. */
export class SeenParts {
  readonly #seen = new Set<string>();
  readonly #under = new Map<string, Progress>();

  has(key: string): boolean {
    return this.#seen.has(key);
  }

  /** Takes a look at the screen. Parts that `views` does not name are not on it. True if one more part is seen since. */
  look(now: number, views: readonly View[]): boolean {
    const before = this.#seen.size;
    const names = new Set<string>();
    for (const view of views) {
      if (this.#seen.has(view.key)) continue;
      const name = `${view.drawing} ${view.key}`;
      names.add(name);
      const progress = this.#progress(name, view.slices);
      for (const slice of [...progress.since.keys()]) if (!view.inView.includes(slice)) progress.since.delete(slice);
      for (const slice of view.inView) {
        const since = progress.since.get(slice) ?? now;
        progress.since.set(slice, since);
        if (now - since >= LONG_ENOUGH) progress.seen.add(slice);
      }
      if (progress.seen.size >= view.slices) this.#seen.add(view.key);
    }
    for (const [name, { since }] of this.#under) if (!names.has(name)) since.clear();
    return this.#seen.size > before;
  }

  /** A drawing of another height has other slices, and begins again. */
  #progress(name: string, slices: number): Progress {
    const known = this.#under.get(name);
    if (known?.slices === slices) return known;
    const begun: Progress = { slices, seen: new Set(), since: new Map() };
    this.#under.set(name, begun);
    return begun;
  }
}

/**
 * Into so many slices a drawing is divided: low enough for the smallest scroller on a phone, and never more than half of the screen. It
 * does not go by the scroller, so that progress outlasts a bar that comes or goes.
 */
export function slicesOf(height: number, screen: number): number {
  return Math.max(1, Math.ceil(height / Math.max(1, Math.min(LONGEST_SLICE, screen / 2))));
}

const LONGEST_SLICE = 160;

/** The slices of a drawing that lie whole between two lines; all are in the same units. */
export function slicesWithin(
  drawing: { top: number; height: number },
  screen: { top: number; bottom: number },
  slices: number,
): number[] {
  const size = drawing.height / slices;
  return Array.from({ length: slices }, (_, slice) => slice).filter((slice) => {
    const top = drawing.top + slice * size;
    return top >= screen.top - TOLERANCE && top + size <= screen.bottom + TOLERANCE;
  });
}

/** Browsers round what they draw. */
const TOLERANCE = 1.5;
