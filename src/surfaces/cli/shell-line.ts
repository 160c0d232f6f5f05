/** One word is a whole shell line; several are a command and its arguments, which get quotes where needed. */
export function shellLine(words: readonly string[]): string {
  const [first = "", ...more] = words;
  if (more.length === 0) return first;
  // Without quotes the first word could be an assignment or a reserved word.
  return [isPlain(first) && !RESERVED.test(first) ? first : quoted(first), ...more.map(argument)].join(" ");
}

const RESERVED = /^(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|in|function|select|time|coproc)$/;

function argument(word: string): string {
  return isPlain(word) || /^--?[\w-]+=[\w@%+:,./=-]*$/.test(word) ? word : quoted(word);
}

function isPlain(word: string): boolean {
  return /^[\w@%+:,./-]+$/.test(word);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
