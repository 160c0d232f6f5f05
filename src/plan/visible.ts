/**
 * Text as it may be shown to a signer: characters that are invisible, or that a terminal would obey, are spelled out
 * as `‹U+202E›`. Accents and ordinary emoji stay unchanged. Two different texts never look the same.
 */
export function visible(text: string, options: { multiline?: boolean; spelled?: boolean } = {}): string {
  if ((options.multiline ? PLAIN_LINES : PLAIN_LINE).test(text) || !isSuspect(text)) return text;
  return text.replace(scanner(), (found) => {
    // A message of ours, in which foreign text is spelled out already.
    if (options.spelled && found === "‹") return found;
    if (options.multiline && (found === "\n" || found === "\t")) return found;
    return isEmoji(found) ? found : spelled(found);
  });
}

/** Whether `visible` would spell out part of the text. Line breaks and tabs are not hidden. */
export function hasHidden(text: string): boolean {
  if (PLAIN_LINES.test(text) || !isSuspect(text)) return false;
  return text.match(scanner())?.some((found) => !/^[\n\t‹]$/.test(found) && !isEmoji(found)) ?? false;
}

// The printable characters of ASCII, Latin letters, dashes, quotes, arrows and frames hide nothing. They are matched
// first, because Node takes milliseconds to compile each of the expressions below.
const PLAIN_LINE = /^[\x20-\x7E\xA1-\xAC\xAE-\u02FF\u2010-\u2027\u2190-\u21FF\u2500-\u257F]*$/;
const PLAIN_LINES = /^[\n\t\x20-\x7E\xA1-\xAC\xAE-\u02FF\u2010-\u2027\u2190-\u21FF\u2500-\u257F]*$/;

// Control, format, unassigned, private and lone surrogate code points (C); everything a renderer may draw as nothing
// (DI: fillers, variation selectors, tags …); line and paragraph separators; every space but the one on the keyboard;
// and the few assigned characters that are blank without saying so.
const HIDDEN = String.raw`[\p{C}\p{DI}\p{Zl}\p{Zp}[\p{Zs}--[ ]]\u2800\uFFFC\u{16FE4}\u{1D159}]`;
// `‹` before `U+` is spelled out too, so that a text cannot pretend to hold a hidden character.
const LOOKALIKE = String.raw`\u2039(?=U\+)`;

let suspect: RegExp | undefined;
let compiled: RegExp | undefined;

function isSuspect(text: string): boolean {
  suspect ??= new RegExp(`${HIDDEN}|${LOOKALIKE}`, "v");
  return suspect.test(text);
}

/** Only joiners and selectors inside emoji that every vendor draws are harmless: elsewhere they are invisible. */
function scanner(): RegExp {
  compiled ??= new RegExp(
    String.raw`\p{RGI_Emoji_ZWJ_Sequence}|\p{Emoji_Keycap_Sequence}|\p{Basic_Emoji}|${HIDDEN}|${LOOKALIKE}`,
    "gv",
  );
  return compiled;
}

function isEmoji(found: string): boolean {
  return /^\p{Emoji}/u.test(found);
}

/** `‹U+202E›`. */
export function spelled(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}
