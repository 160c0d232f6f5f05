const LONGEST = 80;

/** A title for a text that has none: its first line or sentence, cut between words. */
export function titleFrom(text: string, longest = LONGEST): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? "";
  const plain = line.replace(/^(#{1,6}|[-*+]|\d+[.)])\s+/, "").trim();
  const sentence = /^.*?(?:[.!?](?=\s)|[。！？])/u.exec(plain)?.[0] ?? plain;
  const rest = text.trim().length > sentence.length;
  return cut(rest ? sentence.replace(/[.。]$/u, "") : sentence, longest);
}

function cut(text: string, longest: number): string {
  const characters = [...text];
  if (characters.length <= longest) return text;
  const start = characters.slice(0, longest - 1).join("");
  const word = /^.*\S(?=\s)/su.exec(`${start}${/\s/.test(characters[longest - 1] ?? "") ? " " : ""}`)?.[0];
  // Languages without spaces, and words longer than a title, are cut at the limit.
  return `${word !== undefined && word.length > longest / 2 ? word : start}…`;
}
