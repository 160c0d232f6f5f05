import { decodeKittyPrintable, matchesKey, parseKey } from "@earendil-works/pi-tui";

/** tmux and the Linux console send sequences for these that pi matches, but does not name. */
const MATCHED = ["home", "end"] as const;

/** The key as a word: `1`, `?`, `G`, `space`, `pageDown`. A paste is no key. */
export function keyOf(data: string): string | undefined {
  const key = decodeKittyPrintable(data) ?? parseKey(data) ?? MATCHED.find((known) => matchesKey(data, known));
  if (key === " ") return "space";
  if (key === "shift+g") return "G";
  return key === "shift+/" || key === "shift+?" ? "?" : key;
}
