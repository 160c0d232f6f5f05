/** A closed curve around a middle: r(θ) = radius + Σ depth · cos(count · θ + turn). */
export interface Petals {
  radius: number;
  parts: readonly { depth: number; count: number; turn: number }[];
}

/** Its path, in whole numbers, of arcs that meet without an edge. */
export function petalPath({ radius, parts }: Petals, middle: number): string {
  const most = Math.max(...parts.map(({ count }) => count));
  const count = Math.max(40, 6 * most);
  const step = (2 * Math.PI) / count;
  const at = (index: number) => {
    const angle = (index % count) * step;
    let r = radius;
    let slope = 0;
    for (const { depth, count, turn } of parts) {
      r += depth * Math.cos(count * angle + turn);
      slope -= depth * count * Math.sin(count * angle + turn);
    }
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return {
      x: middle + r * cos,
      y: middle + r * sin,
      // A third of the way along the tangent: what a cubic arc needs on each side.
      dx: ((slope * cos - r * sin) * step) / 3,
      dy: ((slope * sin + r * cos) * step) / 3,
    };
  };
  const first = at(0);
  const start = `${whole(first.x)} ${whole(first.y)}`;
  let path = `M${start}C${whole(first.x + first.dx)} ${whole(first.y + first.dy)} `;
  for (let index = 1; index <= count; index++) {
    const { x, y, dx, dy } = at(index);
    path += `${index === 1 ? "" : "S"}${whole(x - dx)} ${whole(y - dy)} ${whole(x)} ${whole(y)}`;
  }
  return `${path}Z`;
}

function whole(value: number): number {
  return Math.round(value);
}
