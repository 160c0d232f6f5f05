import { digestHex } from "../plan/digest-text.ts";
import { type Petals, petalPath } from "./petal-path.ts";

/** The seal of a text: a rosette drawn from its digest. Two can look alike, so the digest stands beside it. */
export interface Seal {
  /** The side of its box. */
  size: number;
  /** The `d` of each curve, the outermost first. They have no fill. */
  curves: readonly string[];
  /** The line through a void one. */
  strike: string;
  /** Of the curves. */
  stroke: number;
}

/** The same drawing for the same digest, on every surface. */
export function sealOf(digest: string): Seal {
  const h = bytesOf(digest);
  const byte = (index: number) => h[index] ?? 0;
  const part = (index: number) => byte(index) / 255;
  const petals = 6 + (byte(0) % 9);
  const waves = 2 + (byte(1) % 6);
  const depth = { petals: 0.07 + 0.1 * part(5), waves: 0.02 + 0.05 * part(6) };
  // Each curve is turned against the one before by a part of a petal.
  const twist = ((0.04 + 0.1 * part(7)) * (byte(8) % 2 === 0 ? 1 : -1) * 2 * Math.PI) / petals;
  const curves = Array.from({ length: 7 + (byte(4) % 3) }, (_, j): Petals => {
    const radius = RADIUS * (1 - 0.055 * j);
    return {
      radius: 0.8 * radius,
      parts: [
        { depth: depth.petals * radius, count: petals, turn: petals * twist * j + 2 * Math.PI * part(2) },
        { depth: depth.waves * radius, count: waves, turn: 0.7 * j + 2 * Math.PI * part(3) },
      ],
    };
  });
  const inside = [0, 1, 2].map((j): Petals => {
    return { radius: 170, parts: [{ depth: 45, count: 5 + (byte(9) % 9), turn: (2 * Math.PI * j) / 3 }] };
  });
  return {
    size: SIZE,
    curves: [...curves, ...inside].map((curve) => petalPath(curve, SIZE / 2)),
    strike: `M${SIZE * 0.07} ${SIZE * 0.93}L${SIZE * 0.93} ${SIZE * 0.07}`,
    stroke: 9,
  };
}

const SIZE = 1000;
/** At its deepest wave a curve still ends within the box, with its stroke. */
const RADIUS = 470;

function bytesOf(digest: string): number[] {
  return (digestHex(digest).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}
