import fc, { type Arbitrary } from "fast-check";
import { REDIRECTIONS, SHAPES, WRAPPERS } from "./shapes.ts";
import { TELLING } from "./telling.ts";
import { LOOKS, NAMES, OPERANDS, OPTIONS, PAYLOADS } from "./vocabulary.ts";

/** Command lines put together by the grammar of the shell, most of them from commands that only look. */
export function line(depth = 2): Arbitrary<string> {
  const inner = depth === 0 ? command : line(depth - 1);
  return fc.oneof(
    { weight: 6, arbitrary: command },
    { weight: 2, arbitrary: filled(SHAPES, inner) },
    { weight: 1, arbitrary: filled(WRAPPERS, inner) },
    { weight: 1, arbitrary: redirected(inner) },
  );
}

/** A text in which every `CMD` is another command. */
function filled(texts: readonly string[], inner: Arbitrary<string>): Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...texts), fc.array(inner, { minLength: 3, maxLength: 3 }))
    .map(([text, commands]) => fill(text, commands));
}

function fill(text: string, commands: readonly string[]): string {
  let next = 0;
  return text.replace(/CMD/g, () => commands[next++ % commands.length] ?? "ls");
}

function redirected(inner: Arbitrary<string>): Arbitrary<string> {
  return fc
    .tuple(inner, fc.constantFrom(...REDIRECTIONS), inner, fc.integer({ min: 0, max: 9 }))
    .map(([command_, redirection, other, place]) => {
      const text = fill(redirection, [other]);
      return place === 0 ? `${text} ${command_}` : `${command_} ${text}`;
    });
}

/** `sort -k2 'a.txt' $x`: a name, what is known to matter to it, and what matters to others. */
const call: Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...Object.keys(TELLING)).chain((name) => {
      const own = fc.constantFrom(...(TELLING[name] ?? []));
      const word = fc.oneof(
        { weight: 8, arbitrary: own },
        { weight: 2, arbitrary: fc.constantFrom(...OPERANDS) },
        { weight: 1, arbitrary: fc.constantFrom(...OPTIONS) },
      );
      return words(name, word);
    }),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(...NAMES)
      .chain((name) => words(name, fc.oneof(fc.constantFrom(...OPERANDS), fc.constantFrom(...OPTIONS)))),
  },
  // Any letter, with a file it might write to.
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...NAMES),
        fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"),
        fc.constantFrom("marker", " marker", " ./mark", "=marker", "", "./mark", "$x", '"$x"', "=$x"),
        fc.constantFrom("a.txt", "one.json", "data/old.tar.gz", "", "src", "a.txt b.txt"),
      )
      .map(([name, letter, value, operand]) => `${name} -${letter}${value} ${operand}`.trim()),
  },
);

function words(name: string, word: Arbitrary<string>): Arbitrary<string> {
  return fc
    .tuple(fc.array(word, { minLength: 0, maxLength: 4 }), fc.constantFrom("", "", " a.txt", " a.txt b.txt"))
    .map(([list, files]) => [name, ...list].join(" ") + files);
}

const command: Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...LOOKS) },
  { weight: 1, arbitrary: fc.constantFrom(...PAYLOADS) },
  { weight: 8, arbitrary: call },
  { weight: 3, arbitrary: fc.tuple(call, fc.nat(), fc.nat()).map(([text, at, how]) => disguised(text, at, how)) },
);

/** One word of a line, spelled in another way. */
export function disguised(text: string, at: number, how: number): string {
  const tokens = tokensOf(text);
  const places = tokens.flatMap((token, index) => (/^\s/.test(token) ? [] : [index]));
  const place = places[at % Math.max(1, places.length)];
  if (place === undefined) return text;
  const token = tokens[place] ?? "";
  const spell = SPELLINGS[how % SPELLINGS.length] ?? ((word: string) => word);
  const spelled = spell(token);
  const isStatement = spelled.startsWith("\u0001");
  tokens[place] = isStatement ? '"$v"'.slice(how % 2, how % 2 ? 3 : 4) : spelled;
  return isStatement ? `v=${token}; ${tokens.join("")}` : tokens.join("");
}

/** Words and the blanks between them; what is in quotes stays together. */
export function tokensOf(text: string): string[] {
  return text.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+|\s+|['"\\]/gs) ?? [];
}

const SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `\\${word}`,
  (word) => `$'${word}'`,
  (word) => `$"${word}"`,
  (word) => `${word.slice(0, 1)}''${word.slice(1)}`,
  (word) => `${word.slice(0, 2)}"${word.slice(2)}"`,
  (word) => `{${word},}`,
  (word) => `{${word},a.txt}`,
  (word) => `$(echo ${word})`,
  (word) => `"$(printf %s ${word})"`,
  (word) => `\${u:-${word}}`,
  (word) => `"\${u:=${word}}"`,
  (word) => `\${u+x}${word}`,
  (word) => `$u${word}`,
  (word) => `""${word}`,
  (word) => `${word.slice(0, 1)}\\\n${word.slice(1)}`,
  (word) => `${word.slice(0, 2)}*`,
  (word) => `?${word.slice(1)}`,
  (word) => `[${word.slice(0, 1)}]${word.slice(1)}`,
  () => "\u0001",
  () => "\u0001",
  (word) => `$'\\x${(word.codePointAt(0) ?? 97).toString(16).padStart(2, "0")}'${word.slice(1)}`,
  (word) => `\`echo ${word}\``,
  (word) => `${word}${word}`,
  (word) => `@(${word}|x)`,
];
