/**
 * Every path that a host may read a text as: hosts strip a leading `@` and expand `~`, read `file:` addresses, and
 * turn unusual spaces into ordinary ones. No host does all of it, so each reading counts. Empty if it cannot be a
 * path.
 */
export function possiblePaths(text: string, home: string): readonly string[] | undefined {
  if (text.includes("\0")) return undefined;
  const found = new Set<string>([text, text.trim()]);
  for (const path of found) {
    if (path.startsWith("@")) found.add(path.slice(1));
    found.add(path.replace(UNUSUAL_SPACES, " ").trim());
    found.add(path.normalize("NFC"));
    if (path === "~" || path.startsWith("~/")) found.add(`${home}${path.slice(1)}`);
    if (/^file:/i.test(path)) {
      const decoded = decode(path.replace(/^file:(?:\/\/(?:localhost)?(?=\/))?/i, "").replace(/[?#].*$/s, ""));
      if (decoded === undefined || decoded.includes("\0")) return undefined;
      found.add(decoded);
    }
  }
  return [...found];
}

const UNUSUAL_SPACES = /[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g;

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
