/** The number of each step of a plan, by its id. */
export type StepNumbers = ReadonlyMap<string, number>;

/** The desk's sentences name steps by their ids, the page by their numbers: "Step 5 runs once more." */
export function withStepNumbers(words: string, numbers: StepNumbers): string {
  // An id may be a word of the sentence: only after "step", or in the list at its end, it is a step.
  return words.replace(
    /(\b[Ss]teps? |: )([\w-]+(?:, [\w-]+)*)(?=(\.?))/g,
    (all, before: string, ids: string, after) => {
      const found = ids.split(", ").map((id) => numbers.get(id));
      if (found.includes(undefined) || (before === ": " && after !== ".")) return all;
      return `${before}${found.join(", ")}`;
    },
  );
}
