import { examine, type Node } from "../src/plan/graph.ts";

// How long it takes to examine the graph of a plan far larger than any person would sign.
const STEPS = 10_000;

const shapes: Record<string, Node[]> = {
  chain: nodes((position) => (position === 0 ? [] : [position - 1])),
  fan: nodes((position) => (position === 0 ? [] : [0])),
  "random DAG": nodes((position) => [0, 1, 2].map((salt) => chance(position * 3 + salt) % Math.max(1, position))),
  ring: nodes((position) => [(position + STEPS - 1) % STEPS]),
  tangle: nodes((position) => [0, 1, 2].map((salt) => chance(position * 3 + salt) % STEPS)),
};

for (const [name, steps] of Object.entries(shapes)) {
  examine(steps);
  const start = performance.now();
  const { waves, cycles } = examine(steps);
  const spent = (performance.now() - start).toFixed(1);
  console.log(
    `${name.padEnd(12)} ${STEPS} steps ${spent.padStart(8)} ms   ${waves.length} waves, ${cycles.length} cycles`,
  );
}

function nodes(dependsOn: (position: number) => number[]): Node[] {
  return Array.from({ length: STEPS }, (_, position) => ({
    id: `step-${position}`,
    depends_on: dependsOn(position).map((target) => `step-${target}`),
  }));
}

/** The same for every run: a number that looks random (a linear congruential step). */
function chance(seed: number): number {
  return Math.imul(seed + 1, 2_654_435_761) >>> 0;
}
