import { decodeKittyPrintable } from "@earendil-works/pi-tui";

/** The characters that a key or a paste types; undefined for a key that types none, such as an arrow. */
export function typedText(data: string): string | undefined {
  const pasted = /^\x1b\[200~([\s\S]*?)(?:\x1b\[201~)?$/.exec(data)?.[1];
  if (pasted !== undefined) return pasted === "" ? undefined : pasted;
  const text = decodeKittyPrintable(data) ?? data;
  if (text === "" || text.startsWith("\x1b")) return undefined;
  // Several characters at once are text, line ends included; a control character by itself is a key.
  return text.length === 1 && /[\0-\x1F\x7F]/.test(text) ? undefined : text.replaceAll("\r", "\n");
}
