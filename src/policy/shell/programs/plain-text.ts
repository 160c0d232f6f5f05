import { notUnderstood, type ProgramFinding } from "./program-finding.ts";

const MOST_CHARACTERS = 10_000;

/**
 * What makes the text of a program doubtful before it is parsed: too long, or characters that implementations or
 * locales see differently. In some locales (Shift-JIS, GBK) a byte of a foreign character swallows the backslash,
 * bracket or letter behind it, so what follows such a character must not decide where something ends.
 */
export function findDoubtfulText(text: string): ProgramFinding | undefined {
  if (text.length > MOST_CHARACTERS)
    return notUnderstood(
      0,
      text.length,
      `longer than ${MOST_CHARACTERS} characters`,
      "Split it into smaller programs.",
    );
  const strange =
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/;
  const control = strange.exec(text);
  if (control)
    return notUnderstood(
      control.index,
      control.index + 1,
      "a control character or an unusual space is in it",
      "Leave it out.",
    );
  if (!text.isWellFormed()) return notUnderstood(0, text.length, "it is not well-formed text");
  const swallowed = /[^\u0000-\u007f][\\[\]{}|@^`~]/u.exec(text);
  if (swallowed)
    return notUnderstood(
      swallowed.index,
      swallowed.index + swallowed[0].length,
      "some locales take this character and the one behind it for one",
      "Put something else between them.",
    );
  return undefined;
}
