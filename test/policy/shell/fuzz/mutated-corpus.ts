import fc, { type Arbitrary } from "fast-check";
import { loadCorpus } from "../../../corpus/corpus.ts";
import { isTame } from "./is-tame.ts";
import { disguised, tokensOf } from "./line.ts";
import { REDIRECTIONS, WRAPPERS } from "./shapes.ts";
import { OPERANDS, OPTIONS } from "./vocabulary.ts";

/** Lines of the corpus, both sides of it, changed until nobody can say which side they are on. */
export function mutatedCorpus(): Arbitrary<string> {
  const { harmless, mutating } = loadCorpus();
  const fit = (lines: readonly { cmd: string; run?: false }[]) =>
    lines.filter(({ cmd, run }) => run !== false && isTame(cmd)).map(({ cmd }) => cmd);
  const source = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...fit(harmless)) },
    { weight: 2, arbitrary: fc.constantFrom(...fit(mutating)) },
  );
  const edit = fc.record({
    kind: fc.constantFrom(...EDITS),
    other: source,
    at: fc.nat(),
    to: fc.nat(),
  });
  return fc
    .tuple(source, fc.array(edit, { minLength: 0, maxLength: 3 }))
    .map(([text, edits]) => edits.reduce((before, { kind, other, at, to }) => kind(before, other, at, to), text));
}

type Edit = (text: string, other: string, at: number, to: number) => string;

const CHARACTERS = [..." ;&|<>()$`'\"\\{}*?[]!#~=-\n\t/.,:@%+", "$(", "<(", ">(", "${", "$((", "\\\n", "2>&1", " -- "];

const EDITS: readonly Edit[] = [
  // A word takes the place of another.
  (text, _, at, to) => edited(text, (words) => swap(words, at, to)),
  (text, other, at, to) => edited(text, (words) => words.with(at % words.length, pick(tokens(other), to))),
  // The beginning of one line and the end of another.
  (text, other, at, to) => {
    const [one, two] = [tokensOf(text), tokensOf(other)];
    return [...one.slice(0, at % (one.length + 1)), " ", ...two.slice(to % (two.length + 1))].join("");
  },
  (text, _, at, to) => edited(text, (words) => words.toSpliced(1 + (at % words.length), 0, pick(OPTIONS, to))),
  (text, _, at, to) => edited(text, (words) => words.toSpliced(1 + (at % words.length), 0, pick(OPERANDS, to))),
  (text, _, at, to) => edited(text, (words) => words.with(at % words.length, pick(OPERANDS, to))),
  (text, _, at) => edited(text, (words) => words.toSpliced(at % words.length, 1)),
  (text, _, at) => edited(text, (words) => words.toSpliced(at % words.length, 0, pick(words, at))),
  (text, _, at, to) => disguised(text, at, to),
  (text, _, at, to) => disguised(text, at, to),
  (text, other, at) => pick(WRAPPERS, at).replace(/CMD/g, () => (at % 3 === 0 ? other : text)),
  (text, other, at) => `${text} ${pick(REDIRECTIONS, at).replace(/CMD/g, () => other)}`,
  (text, other, at) => text + pick([" | ", "; ", " && ", " || ", "\n", " & ", " |& "], at) + other,
  (text, other, at) => edited(text, (words) => words.with(at % words.length, `$(${other})`)),
  (text, _, at, to) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + pick(CHARACTERS, to) + text.slice(place + (at % 2));
  },
];

function edited(text: string, change: (words: string[]) => string[]): string {
  const words = tokens(text);
  return words.length === 0 ? text : change(words).join(" ");
}

function tokens(text: string): string[] {
  return tokensOf(text).filter((token) => !/^\s/.test(token));
}

function swap(words: string[], at: number, to: number): string[] {
  const [one, two] = [at % words.length, to % words.length];
  return words.with(one, pick(words, two)).with(two, pick(words, one));
}

function pick<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item;
}
