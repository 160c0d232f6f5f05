const WORDS = "No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");

/** "Six things", "One thing", "214 things": a small number in words, at the start of a title. */
export function countedWords(count: number, word: string, plural = `${word}s`): string {
  return `${WORDS[count] ?? count} ${count === 1 ? word : plural}`;
}
