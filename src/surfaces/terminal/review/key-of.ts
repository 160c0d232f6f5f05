import { decodeKittyPrintable, parseKey } from "@earendil-works/pi-tui";

/** The key as a word: `1`, `?`, `G`, `space`, `pageDown`. A paste is no key. */
export function keyOf(data: string): string | undefined {
  const key = decodeKittyPrintable(data) ?? parseKey(data);
  if (key === " ") return "space";
  if (key === "shift+g") return "G";
  return key === "shift+/" || key === "shift+?" ? "?" : key;
}
