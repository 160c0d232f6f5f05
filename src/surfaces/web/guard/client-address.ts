import { BlockList, isIP } from "node:net";

/** Networks whose word on a client's address is taken: reverse proxies of the operator. */
export class TrustedProxies {
  readonly #networks = new BlockList();
  readonly isEmpty: boolean;

  /** Each `address` or `address/bits`; throws an error that names a wrong one. */
  constructor(networks: readonly string[]) {
    this.isEmpty = networks.length === 0;
    for (const network of networks) {
      const [address = "", bits] = network.split("/");
      const family = isIP(address);
      const longest = family === 6 ? 128 : 32;
      const length = bits === undefined ? longest : Number(bits);
      const isWrong = family === 0 || !/^\d{1,3}$/.test(bits ?? "0") || length > longest;
      if (isWrong) throw new Error(`${network} is not a network: write 10.0.0.0/8, or one address.`);
      this.#networks.addSubnet(address, length, family === 6 ? "ipv6" : "ipv4");
    }
  }

  /** The client's address: that of the connection, or, from a trusted proxy, the last one in its header that is none. */
  clientOf(connection: string, forwarded: string | undefined): string {
    const hops = [...(forwarded ?? "").split(",").map((hop) => hop.trim()), plain(connection)];
    while (hops.length > 1 && this.trusts(hops.at(-1) ?? "") && isIP(hops.at(-2) ?? "") !== 0) hops.pop();
    return hops.at(-1) ?? "";
  }

  trusts(address: string): boolean {
    const bare = plain(address);
    const family = isIP(bare);
    return family !== 0 && this.#networks.check(bare, family === 6 ? "ipv6" : "ipv4");
  }
}

/** An IPv4 address on a socket that takes both families. */
function plain(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
