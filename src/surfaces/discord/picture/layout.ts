/** Where the boxes of a graph stand, and how the arrows between them go. */
export interface Layout {
  width: number;
  height: number;
  /** By the place of the step in the plan. */
  boxes: readonly Box[];
  arrows: readonly Arrow[];
  /** What belongs together, drawn behind the boxes. */
  frames: readonly Box[];
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export type Arrow = readonly Point[];

export interface Point {
  x: number;
  y: number;
}

export const BOX = { width: 240, height: 66 } as const;
export const MARGIN = 24;
