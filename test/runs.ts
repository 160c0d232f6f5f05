/**
 * How often a test by chance tries something: `full` in `.ci/run`, which sets `COUNTERSIGN_TEST_RUNS=full`, and a fifth of
 * it in `npm test`.
 */
export function runs(full: number): number {
  return process.env["COUNTERSIGN_TEST_RUNS"] === "full" ? full : Math.ceil(full / 5);
}
