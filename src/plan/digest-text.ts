/** The whole digest, for people to compare: "5b0f7e21 a49c03d8 …", eight groups. */
export function digestText(digest: string): string {
  return (
    digestHex(digest)
      .match(/.{1,8}/g)
      ?.join(" ") ?? ""
  );
}

/** Its beginning and its end, where there is little room: "5b0f 7e21 … 41aa c9d4". */
export function shortDigest(digest: string): string {
  const groups = digestHex(digest).match(/.{1,4}/g) ?? [];
  return groups.length <= 4 ? groups.join(" ") : [...groups.slice(0, 2), "…", ...groups.slice(-2)].join(" ");
}

/** A digest is `sha256:` and hexadecimal digits; of other text only such digits are left. */
export function digestHex(digest: string): string {
  return digest.slice(digest.indexOf(":") + 1).replace(/[^0-9a-f]/gi, "");
}
