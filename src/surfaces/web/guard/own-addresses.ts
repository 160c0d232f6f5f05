/** The addresses of one server. Whatever else a browser asks for, another page has sent it here. */
export interface OwnAddresses {
  /** Exact values of `Host`. */
  hosts: ReadonlySet<string>;
  /** Exact values of `Origin`. */
  origins: ReadonlySet<string>;
  /** The one that persons open. */
  main: string;
  /** Those of this machine itself. */
  localHosts: ReadonlySet<string>;
  /** This server, or a proxy before it, has TLS. */
  isTls: boolean;
  isTlsHere: boolean;
}

/** `open` is the public address, if the server has one. */
export function ownAddresses(port: number, isTls: boolean, open?: URL): OwnAddresses {
  const scheme = isTls ? "https" : "http";
  const local = ["127.0.0.1", "localhost", "[::1]"].map((name) => new URL(`${scheme}://${name}:${port}`));
  const all = open === undefined ? local : [...local, open];
  return {
    hosts: new Set(all.map(({ host }) => host)),
    origins: new Set(all.map(({ origin }) => origin)),
    main: (open ?? local[0])?.origin ?? "",
    localHosts: new Set(local.map(({ host }) => host)),
    isTlsHere: isTls,
    isTls: isTls || open?.protocol === "https:",
  };
}
