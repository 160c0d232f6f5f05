import type { Step } from "../plan/plan.ts";
import { BOX, type Box, type Layout, MARGIN, type PlacedEdge, type PlacedStep } from "./layout.ts";
import { wavesOf } from "./waves.ts";

/**
 * Groups the steps that can run at the same time, and puts the groups side by side, in rows as a page is read. It stays
 * readable with any number of steps; each box lists the steps it waits for.
 */
export function layOutByWaves(steps: readonly Step[]): Layout {
  const waves = wavesOf(steps);
  const sizes = waves.map((wave) => sizeOf(wave.length));
  const area = sizes.reduce((sum, { width, height }) => sum + (width + GAP.x) * (height + GAP.y), 0);
  const most = Math.max(...sizes.map(({ width }) => width), Math.sqrt(area * SHAPE));
  const nodes: PlacedStep[] = [];
  const frames: Box[] = [];
  const edges: PlacedEdge[] = [];
  let [x, y, rowHeight, widest] = [MARGIN, MARGIN, 0, 0];
  for (const [number, wave] of waves.entries()) {
    const { width, height, down } = sizes[number] ?? sizeOf(wave.length);
    if (x > MARGIN && x + width > MARGIN + most) {
      x = MARGIN;
      y += rowHeight + GAP.y;
      rowHeight = 0;
    }
    const frame = { x, y, width, height };
    const before = frames.at(-1);
    if (before) edges.push(before.y === y ? across(before, frame) : around(before, frame, y - GAP.y / 2));
    frames.push(frame);
    for (const [index, place] of wave.entries())
      nodes[place] = { id: steps[place]?.id ?? "", wave: number, ...boxIn(frame, index, down) };
    rowHeight = Math.max(rowHeight, height);
    widest = Math.max(widest, x + width);
    x += width + GAP.x;
  }
  return { width: widest + MARGIN, height: y + rowHeight + MARGIN, nodes, edges, frames };
}

const GAP = { x: 40, y: 40 };
const PAD = 10;
const BETWEEN = 12;
/** How much wider than high. */
const SHAPE = 1.5;

function sizeOf(count: number) {
  const down = Math.min(count, Math.max(4, Math.ceil(Math.sqrt(count * 3))));
  const across = Math.ceil(count / down);
  return {
    down,
    width: across * BOX.width + (across - 1) * BETWEEN + 2 * PAD,
    height: down * BOX.height + (down - 1) * BETWEEN + 2 * PAD,
  };
}

function boxIn({ x, y }: Box, index: number, down: number): Box {
  const column = Math.floor(index / down);
  return {
    x: x + PAD + column * (BOX.width + BETWEEN),
    y: y + PAD + (index % down) * (BOX.height + BETWEEN),
    ...BOX,
  };
}

function across(from: Box, to: Box): PlacedEdge {
  const y = Math.min(from.y + from.height / 2, to.y + to.height / 2);
  return {
    points: [
      { x: from.x + from.width, y },
      { x: to.x, y },
    ],
  };
}

/** From the end of a row to the beginning of the next. */
function around(from: Box, to: Box, between: number): PlacedEdge {
  const start = { x: from.x + from.width / 2, y: from.y + from.height };
  const end = { x: to.x + to.width / 2, y: to.y };
  return { points: [start, { x: start.x, y: between }, { x: end.x, y: between }, end] };
}
