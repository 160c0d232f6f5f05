/** Advice that the whole of Countersign gives, as it is followed in Discord; what needs the machine says so. */
export function wordsHere(advice: string): string {
  const here = HERE.reduce((words, [elsewhere, typed]) => words.replaceAll(elsewhere, typed), advice);
  return /\bcountersign [a-z]/.test(here) ? `For whoever runs the bot: ${here}` : here;
}

const HERE: readonly [elsewhere: string, here: string][] = [
  ["/plan pause --now", "/plan pause now:True"],
  ["countersign plans", "/plans"],
  ["countersign inbox", "/plan status"],
  // A channel has one session, and it stays.
  ["/new starts a session that does not plan.", "countersign audit --verify tells more."],
];
