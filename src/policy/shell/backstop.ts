import type { Word, WordPart } from "unbash";

/**
 * Texts that the parser reads, or might read, differently from bash. Everything it took for plain text must be plain
 * text: no operator, no expansion.
 */
export function unsoundText(word: Word): string | undefined {
  if (word.parts === undefined) return operatorIn(word.text);
  for (const part of word.parts) {
    const found = unsoundPart(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unsoundPart(part: WordPart): string | undefined {
  switch (part.type) {
    case "Literal":
      return operatorIn(part.text);
    case "AnsiCQuoted":
      return oddEscape(part.text);
    case "LocaleString":
      return '$"…"';
    case "ExtendedGlob":
      return "an extended pattern";
    default:
      return undefined;
  }
}

/** Escapes that every reader of `$'…'` reads as the same character; others are read differently, or end the text. */
const SURE_ESCAPES = /\\(?:[ntrabefv\\'"?]|x(?!00)[\da-fA-F]{2}(?![\da-fA-F])|(?!000)[0-3][0-7]{2})/g;

function oddEscape(text: string): string | undefined {
  return text.replace(SURE_ESCAPES, "").includes("\\") ? "an unusual escape in $'…'" : undefined;
}

const OPERATORS = new Set(["<", ">", "(", ")", "|", "&", ";", "$", "`", "\n"]);

/** An operator in text that is neither quoted nor escaped. */
function operatorIn(text: string): string | undefined {
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\") at++;
    else if (char === "'" || char === '"') {
      const close = closing(text, at);
      if (close < 0) return char;
      at = close;
    } else if (OPERATORS.has(char)) return char === "\n" ? "a line break" : char;
  }
  return undefined;
}

function closing(text: string, open: number): number {
  const quote = text.charAt(open);
  if (quote === "'") return text.indexOf("'", open + 1);
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\\") at++;
    else if (char === quote) return at;
    else if (char === "$" || char === "`") return -1;
  }
  return -1;
}

/** The right side of `=~` may have brackets, bars and a closing `$`. */
export function unsoundPattern(word: Word): string | undefined {
  const texts =
    word.parts === undefined ? [word.text] : word.parts.flatMap((part) => (part.type === "Literal" ? part.text : []));
  for (const text of texts) {
    const found = /`|[<>]\(|\$[({['"\w]|\n/.exec(text);
    if (found !== null) return found[0];
  }
  return word.parts?.map((part) => (part.type === "Literal" ? undefined : unsoundPart(part))).find((found) => found);
}

const UNREADABLE =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]/;

/** Control characters and blanks that shells and parsers read differently. */
export function oddCharacter(source: string): number {
  return source.search(UNREADABLE);
}
