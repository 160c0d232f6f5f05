import { onlyValue } from "../argument.ts";
import type { CommandSpec } from "../command.ts";
import type { OptionTable } from "../options.ts";
import { given, optionReader, reader, writer } from "../reader.ts";
import type { Check } from "./checks.ts";
import { family, subCommands } from "./sub-commands.ts";

const SENDS = "talks to the network, which can carry data out and change things elsewhere";
const ASK = "ask the user for what is there, or put it into the plan as a step";

/** A name that is asked for. What is not known could carry anything out. */
function asksFor(names: string, reason: string, table: OptionTable, needs?: string): CommandSpec {
  return optionReader(names, reason, table, (read, call, judging) => {
    const name = call.name.values[0];
    for (const word of [...read.operands, ...read.options.flatMap(({ value }) => value ?? [])]) {
      if (word.values !== undefined && word.count === "one") continue;
      judging.find(word, "dynamic", `${name} would send something that cannot be seen`, "write the name out");
    }
    if (read.operands.length === 0 && given(read, "-v", "-V", "--version") === undefined) {
      judging.find(call.name, "not_understood", `${name} without a name waits for commands`, "name what to ask for");
    }
    if (needs !== undefined && given(read, needs) === undefined) {
      judging.find(call.name, "not_understood", `${name} does not end by itself`, `add ${needs} 3`);
    }
  });
}

/** Programs that tell their version and otherwise talk to others. */
function tells(names: string, queries: string, reason: string): CommandSpec {
  return {
    names: names.split(" "),
    level: "READ",
    reason: "tells its version",
    judge(call, judging) {
      const only = call.args.length === 1 ? onlyValue(call.args[0]) : undefined;
      if (only !== undefined && queries.split(" ").includes(only)) return;
      judging.find(call.name, "mutating", `${call.name.values[0]} ${reason}`, ASK);
    },
  };
}

const DIGESTS =
  "-md5 -sha1 -sha224 -sha256 -sha384 -sha512 -sha3-256 -sha3-512 -blake2b512 -blake2s256 -sm3 -ripemd160";

/** A certificate may be fetched: what is named is then sent. */
const NO_ADDRESS: Check = ({ options, operands }, call, judging) => {
  const files = options.filter(({ name }) => FILES.has(name)).flatMap(({ value }) => value ?? []);
  for (const file of [...files, ...operands]) {
    if (!(file.values ?? [file.prefix]).some((name) => /^[a-z][a-z0-9+.-]+:/i.test(name))) continue;
    judging.find(file, "mutating", `${call.name.values[0]} may fetch it from the network`, "name a file");
  }
};

const FILES = new Set(["-in", "-CAfile", "-untrusted"]);

const LOOKING = {
  singleDash: true,
  flags: "-noout -text -modulus -pubkey -subject -verify -issuer -hash -fingerprint -lastupdate -nextupdate -crlnumber",
  values: "-in -inform -nameopt",
} as const;

const OPENSSL = family(
  "openssl",
  "looks at certificates",
  {},
  subCommands(
    optionReader("version", "tells its version", { singleDash: true, flags: "-a -v -b -o -f -p -d -e -m -r -c" }),
    optionReader(
      "x509",
      "shows a certificate",
      {
        singleDash: true,
        flags:
          "-noout -text -subject -issuer -dates -startdate -enddate -serial -fingerprint -pubkey -modulus -email -ocsp_uri " +
          `-ocspid -purpose -alias -hash -subject_hash -issuer_hash ${DIGESTS}`,
        values: "-in -inform -nameopt -certopt -checkend -ext -checkhost -checkip -checkemail",
        harmful: {
          "-out": "writes to a file",
          "-CAcreateserial": "writes to a file",
          "-writerand": "writes to a file",
        },
      },
      NO_ADDRESS,
    ),
    optionReader("req crl", "shows a request or a list", LOOKING, (read, call, judging) => {
      NO_ADDRESS(read, call, judging);
      if (given(read, "-in") !== undefined) return;
      judging.find(
        call.name,
        "not_understood",
        `${call.name.values[0]} without -in may make a new one`,
        "add -in file",
      );
    }),
    optionReader("dgst", "computes digests", { singleDash: true, flags: `-r -hex -c -binary ${DIGESTS}` }),
    optionReader("md5 sha1 sha224 sha256 sha384 sha512", "computes digests", {
      singleDash: true,
      flags: "-r -hex -c -binary",
    }),
    optionReader(
      "asn1parse",
      "shows a structure",
      { singleDash: true, flags: "-i -dump", values: "-in -inform -offset -length" },
      NO_ADDRESS,
    ),
    optionReader("ciphers", "lists ciphers", { singleDash: true, flags: "-v -V -s -tls1_2 -tls1_3" }),
    optionReader(
      "verify",
      "checks a certificate",
      { singleDash: true, flags: "-verbose", values: "-CAfile -untrusted" },
      NO_ADDRESS,
    ),
    reader("errstr"),
    writer("s_client s_server s_time ocsp ts cmp", SENDS),
    writer(
      "genrsa genpkey gendsa ecparam dhparam dsaparam rand ca rsa ec pkey pkcs12 pkcs8 pkcs7 enc smime cms rsautl pkeyutl rehash passwd engine speed",
      "makes or opens keys, or writes files",
    ),
  ),
);

/** What talks to other machines. Names may be looked up; data is not sent. */
export const NETWORK: readonly CommandSpec[] = [
  asksFor("dig", "looks names up", {
    flags: "-4 -6 -v",
    values: "-t -x -p -q -c -b",
    harmful: { "-f": "sends what is in a file", "-k": "uses a key" },
  }),
  asksFor("host", "looks names up", { flags: "-a -4 -6 -v -V -r -T -C -s", values: "-t -c -R -W -N" }),
  asksFor("nslookup", "looks names up", {
    singleDash: true,
    optional: "-type -query -port -timeout -retry",
    flags: "-debug",
  }),
  asksFor("ping ping6", "asks whether a machine answers", { flags: "-n -q -4 -6 -V", values: "-c -i -W -w -s" }, "-c"),
  asksFor("traceroute tracepath", "asks for the way to a machine", { flags: "-n -4 -6" }),
  asksFor("whois", "asks who owns a name", {}),
  OPENSSL,
  tells("curl", "--version -V --help", SENDS),
  tells("wget", "--version -V --help", SENDS),
  tells("http https xh httpie aria2c lynx w3m links elinks", "--version", SENDS),
  tells("ssh", "-V", SENDS),
  tells("rsync", "--version", "copies files and may run programs"),
  tells("nc ncat netcat socat telnet ftp lftp tftp nmap tcpdump tshark mtr", "--version", SENDS),
  writer("scp sftp ssh-copy-id sshfs rclone s3cmd gsutil azcopy", "copies files between machines", ASK),
  writer("ssh-keygen ssh-add ssh-agent ssh-keyscan", "makes or uses keys", ASK),
  writer("mail sendmail mutt msmtp ntfy", "sends messages", ASK),
  writer("ngrok cloudflared websocat iperf iperf3 wrk ab hey k6 siege grpcurl", SENDS, ASK),
];
