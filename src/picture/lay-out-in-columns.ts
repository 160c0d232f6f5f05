import type { Step } from "../plan/plan.ts";
import { type Layout, type Link, linksOf, type PlacedEdge, type PlacedStep, type Point, type Size } from "./layout.ts";
import { placeInOrder } from "./place-in-order.ts";
import { waveNumbers, wavesOf } from "./waves.ts";

export interface ColumnOptions {
  box?: Size;
  /** Between two columns, and between two steps of a column. */
  gap?: { x: number; y: number };
  margin?: number;
}

/**
 * From left to right, a column for each wave. Lines that pass a column have a lane in it, so that no line crosses a
 * box. Needs no package and takes milliseconds for hundreds of steps.
 */
export function layOutInColumns(
  steps: readonly Step[],
  { box = NODE, gap = GAP, margin = EDGE }: ColumnOptions = {},
): Layout {
  const waves = wavesOf(steps);
  const numbers = waveNumbers(waves);
  const { columns, chains } = cellsOf(waves, numbers, linksOf(steps));
  for (let round = 0; round < ROUNDS; round++) {
    for (const column of columns) sortBy(column, ({ before }) => before);
    for (const column of columns.toReversed()) sortBy(column, ({ after }) => after);
  }
  const heightOf = ({ step }: Cell) => (step === undefined ? LANE : box.height);
  for (const around of [BEFORE, AFTER, BEFORE, BOTH, BOTH])
    for (const column of around === AFTER ? columns.toReversed() : columns) place(column, around, heightOf, gap.y);
  const tops = columns.flat().map((cell) => cell.y - heightOf(cell) / 2);
  const top = Math.min(...tops, Number.POSITIVE_INFINITY);
  const bottom = columns.flat().reduce((most, cell) => Math.max(most, cell.y + heightOf(cell) / 2), top);
  const xOf = (column: number) => margin + column * (box.width + gap.x);
  const yOf = ({ y }: Cell) => round(y - top + margin);
  const nodes: PlacedStep[] = [];
  for (const cell of columns.flat()) {
    const step = cell.step === undefined ? undefined : steps[cell.step];
    if (cell.step === undefined || step === undefined) continue;
    const at = { x: xOf(cell.column), y: yOf(cell) - box.height / 2 };
    nodes[cell.step] = { id: step.id, wave: numbers[cell.step] ?? 0, ...at, ...box };
  }
  const edges = chains.map(({ from, to, cells }): PlacedEdge => {
    const points = cells.flatMap((cell, index): Point[] => {
      const [left, y] = [xOf(cell.column), yOf(cell)];
      const ends = [
        { x: left, y },
        { x: left + box.width, y },
      ];
      return index === 0 ? ends.slice(1) : index === cells.length - 1 ? ends.slice(0, 1) : ends;
    });
    return { from: steps[from]?.id ?? "", to: steps[to]?.id ?? "", points };
  });
  const width = columns.length * (box.width + gap.x) - gap.x + 2 * margin;
  return { width, height: round(bottom - top) + 2 * margin, nodes, edges, frames: [] };
}

/** The boxes of a page: two lines of a title. */
const NODE: Size = { width: 116, height: 48 };
const GAP = { x: 32, y: 16 };
const EDGE = 16;
/** The height of a line that passes a column. */
const LANE = 8;
const ROUNDS = 4;
/** With more lanes than this, lines cross boxes. */
const MOST_LANES = 3000;

/** A step in its column, or the lane of a line that passes it. */
interface Cell {
  column: number;
  step?: number;
  before: Cell[];
  after: Cell[];
  /** Its place in the column, and its middle. */
  place: number;
  y: number;
}

interface Chain extends Link {
  cells: Cell[];
}

function cellsOf(waves: readonly (readonly number[])[], numbers: readonly number[], links: readonly Link[]) {
  const columns = waves.map((wave, column) => wave.map((step): Cell => ({ ...EMPTY(column), step })));
  const cells = new Map(columns.flat().map((cell) => [cell.step, cell]));
  const spans = links.reduce((sum, { from, to }) => sum + ((numbers[to] ?? 0) - (numbers[from] ?? 0)), 0);
  const chains = links.flatMap((link): Chain[] => {
    const [from, to] = [cells.get(link.from), cells.get(link.to)];
    // Steps that wait for each other stand in one column.
    if (from === undefined || to === undefined || from.column >= to.column) return [];
    const between = spans > MOST_LANES ? [] : columns.slice(from.column + 1, to.column);
    const lanes = between.map((column, index) => {
      const lane = EMPTY(from.column + 1 + index);
      column.push(lane);
      return lane;
    });
    const chain = [from, ...lanes, to];
    for (const [index, cell] of chain.slice(1).entries()) {
      const previous = chain[index] ?? from;
      cell.before.push(previous);
      previous.after.push(cell);
    }
    return [{ ...link, cells: chain }];
  });
  for (const column of columns) number(column);
  return { columns, chains };
}

const EMPTY = (column: number): Cell => ({ column, before: [], after: [], place: 0, y: 0 });

/** Each cell near those that it is linked with, so that few lines cross. */
function sortBy(column: Cell[], around: (cell: Cell) => readonly Cell[]): void {
  const wanted = new Map(
    column.map((cell) => {
      const near = around(cell);
      return [cell, near.length === 0 ? cell.place : mean(near.map(({ place }) => place))];
    }),
  );
  column.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0) || a.place - b.place);
  number(column);
}

function number(column: readonly Cell[]): void {
  for (const [place, cell] of column.entries()) cell.place = place;
}

type Around = (cell: Cell) => readonly Cell[];
const BEFORE: Around = ({ before }) => before;
const AFTER: Around = ({ after }) => after;
const BOTH: Around = ({ before, after }) => [...before, ...after];

/** Each cell as near as possible to the height of its neighbours. */
function place(column: readonly Cell[], around: Around, heightOf: (cell: Cell) => number, gap: number): void {
  const middles = placeInOrder(
    column.map((cell) => {
      const near = around(cell);
      // A lane is worth more than a step: a line that bends is harder to follow.
      const weight = cell.step === undefined ? 2 : 1;
      return { wanted: near.length === 0 ? cell.y : mean(near.map(({ y }) => y)), size: heightOf(cell), weight };
    }),
    gap,
  );
  for (const [index, cell] of column.entries()) cell.y = middles[index] ?? cell.y;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
