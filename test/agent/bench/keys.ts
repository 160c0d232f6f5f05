const NAMED = {
  enter: "\r",
  escape: "\x1b",
  tab: "\t",
  "shift+tab": "\x1b[Z",
  space: " ",
  backspace: "\x7f",
  delete: "\x1b[3~",
  up: "\x1b[A",
  down: "\x1b[B",
  right: "\x1b[C",
  left: "\x1b[D",
  home: "\x1b[H",
  end: "\x1b[F",
  pageUp: "\x1b[5~",
  pageDown: "\x1b[6~",
} as const;

/** A key by the name that pi has for it: `enter`, `up`, `ctrl+c`, `alt+x`, `ctrl+alt+p`; a character is itself. */
export type KeyName = keyof typeof NAMED | `ctrl+${string}` | `alt+${string}` | (string & {});

/** What a terminal sends for it. */
export function bytesOf(key: KeyName): string {
  if (key in NAMED) return NAMED[key as keyof typeof NAMED];
  const alt = /^(?:alt\+ctrl|ctrl\+alt)\+([a-z])$/.exec(key)?.[1];
  if (alt !== undefined) return `\x1b${control(alt)}`;
  if (/^ctrl\+[a-z]$/.test(key)) return control(key.slice(-1));
  if (/^alt\+.$/u.test(key)) return `\x1b${key.slice(4)}`;
  if ([...key].length === 1) return key;
  throw new Error(`No such key: ${key}. Write it as ${Object.keys(NAMED).join(", ")}, ctrl+c, alt+x or ctrl+alt+p.`);
}

function control(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) & 0x1f);
}
