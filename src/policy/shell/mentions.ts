/** What a script mentions anywhere, computed once: thousands of words of a line may depend on it. */
export interface Mentions {
  /** The devices that open connections: `/dev/tcp`, `/dev/udp`. */
  network: boolean;
  /** The option by which `**` goes down any number of directories. */
  globstar: boolean;
  /** The settings by which patterns match hidden names. */
  hiddenNames: boolean;
  /** A command that searches for files. */
  search: boolean;
  /** A command that prints names, and something that hands printed names on to a command. */
  namesHandedOn: boolean;
}

export function mentionsOf(source: string): Mentions {
  return {
    network: /tcp|udp/.test(source),
    globstar: source.includes("globstar"),
    hiddenNames: /dotglob|GLOBIGNORE/.test(source),
    search: /\b(?:find|fd|fdfind)\b/.test(source),
    namesHandedOn: LISTERS.test(source) && HANDED_ON.test(source),
  };
}

const LISTERS = /\b(?:find|fd|fdfind|du|tree)\b/;
const HANDED_ON = /\b(?:xargs|cpio|pax|zip|tar|rsync|parallel)\b|\bread\b|\bmapfile\b|\breadarray\b|\$\(|`/;
