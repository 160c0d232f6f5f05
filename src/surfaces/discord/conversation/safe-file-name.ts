const LONGEST = 80;

/** A safe name for a file of another person: in no other directory, visible, and unlike the names before it. */
export function safeFileName(wanted: string, taken: ReadonlySet<string> = new Set()): string {
  const clean = wanted
    .toWellFormed()
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._+-]+/gu, "_");
  const [extension = ""] = /\.[\p{L}\p{N}]{1,10}$/u.exec(clean) ?? [];
  // In front these would hide the file, or make it an option of a program that gets the name as an argument.
  const stem = clean.slice(0, clean.length - extension.length).replace(/^[._+-]+/, "");
  const name = (number: number) => {
    const suffix = number === 1 ? extension : `-${number}${extension}`;
    return `${[...(stem || "file")].slice(0, LONGEST - suffix.length).join("")}${suffix}`;
  };
  // Some file systems take upper and lower case for the same.
  const used = new Set([...taken].map((one) => one.toLowerCase()));
  let number = 1;
  while (used.has(name(number).toLowerCase())) number += 1;
  return name(number);
}
