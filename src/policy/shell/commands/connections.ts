import { onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { readOptions } from "../options.ts";
import { atMost, given } from "../reader.ts";
import { strictReader, verbReader } from "./checks.ts";

/** Commands that show sockets, interfaces and routes. */
export const CONNECTIONS: readonly CommandSpec[] = [
  strictReader("ss", "lists sockets", {
    flags: `-h -V -n -r -a -l -o -e -m -p -T -i -s -b -Z -z -4 -6 -0 -t -M -S -u -d -w -x -H -O --help --version
      --numeric --resolve --all --listening --options --extended --memory --processes --threads --info --summary --tos
      --cgroup --bpf --context --contexts --ipv4 --ipv6 --packet --tcp --mptcp --sctp --udp --dccp --raw --unix --tipc
      --vsock --xdp --no-header --oneline --inet-sockopt`,
    values: "-f -A --family --query --socket",
    harmful: {
      "-K": "closes sockets",
      "--kill": "closes sockets",
      "-D": "writes to a file",
      "--diag": "writes to a file",
    },
  }),
  strictReader("netstat", "lists sockets", {
    flags: `-a -n -t -u -l -p -r -i -s -e -o -v -W -4 -6 -x -w -g -m -b -f -c -I -L -R --all --numeric --tcp --udp
      --listening --programs --route --interfaces --statistics --extend --timers --verbose --wide`,
    harmful: { "-z": "resets the counters" },
  }),
  { names: ["ip"], level: "READ", reason: "shows interfaces and routes", judge: judgeIp },
  strictReader(
    "ifconfig",
    "shows interfaces",
    { flags: "-a -s -v -l -u -m" },
    atMost(1, "changes the interface"),
    (read, call, judging) => {
      // These name all interfaces: what follows is done to each.
      const [word] = read.operands;
      if (word === undefined || given(read, "-a", "-l", "-u") === undefined) return;
      judging.find(word, "mutating", `${call.name.values[0]} changes the interface`, "name one, or give -a alone");
    },
  ),
  strictReader(
    "arp",
    "shows neighbours",
    {
      flags: "-a -n -e -v -l",
      values: "-i",
      harmful: { "-d": "deletes an entry", "-s": "adds an entry", "-f": "adds entries" },
    },
    atMost(1, "changes the table"),
  ),
  verbReader("route", "shows routes", " get", { flags: "-n -e -v -4 -6" }),
];

const OBJECTS = `address addr a link l route r rule neighbor neighbour neigh n maddress maddr netns`.split(/\s+/);
const SHOWS = ["show", "list", "ls", "lst"];

/** The object and what to do with it; both can be abbreviated, and only some abbreviations are plain. */
function judgeIp(call: CommandCall, judging: Judging): void {
  const read = readOptions(call, IP, judging);
  if (read === undefined) return;
  const [object, verb] = read.operands;
  if (object === undefined) return;
  const name = onlyValue(object);
  const action = verb === undefined ? "show" : onlyValue(verb);
  const shows = action !== undefined && (SHOWS.includes(action) || (action === "get" && /^r(oute)?$/.test(name ?? "")));
  if (name !== undefined && OBJECTS.includes(name) && shows) return;
  const words = `ip ${object.text} ${verb?.text ?? ""}`.trim();
  judging.find(
    verb ?? object,
    "mutating",
    `${words} is not known to only read`,
    "known to: ip addr show, ip route show",
  );
}

const IP = {
  singleDash: true,
  stopAtOperand: true,
  flags: `-o -oneline -br -brief -4 -6 -0 -s -stats -statistics -d -details -j -json -p -pretty -h -human
    -human-readable -c -color -N -Numeric -r -resolve -t -timestamp -V -Version --brief --json --color -iec`,
  values: "-f -family",
  optional: "-c -color --color",
  harmful: {
    "-b": "reads commands from a file",
    "-batch": "reads commands from a file",
    "-n": "enters another network namespace",
    "-netns": "enters another network namespace",
  },
} as const;
