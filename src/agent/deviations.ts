const MOST = 20;
const LONGEST = 500;

/** The parameter of a tool that reports on a step. */
export const DEVIATIONS = {
  type: "array",
  items: { type: "string" },
  description: "each deviation from the plan, with its reason: the person is told",
};

/** As a model gave them: a single text is one deviation. */
export function deviationsIn(given: unknown): { deviations?: string[] } {
  const texts = (Array.isArray(given) ? given : [given]).filter((text): text is string => typeof text === "string");
  const deviations = texts.map((text) => text.trim().slice(0, LONGEST)).filter(Boolean);
  return deviations.length === 0 ? {} : { deviations: deviations.slice(0, MOST) };
}
