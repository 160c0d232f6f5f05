/**
 * The seed of tests by chance: the same in every run, so that a change lands or not by what it does. Another number in
 * `PROPERTY_SEED`, or in the variable of its own that a test may have, looks elsewhere.
 */
export function seedFrom(variable = "PROPERTY_SEED"): number {
  return Number(process.env[variable] ?? process.env["PROPERTY_SEED"] ?? 20_261_116);
}
