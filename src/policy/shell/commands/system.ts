import { onlyValue } from "../argument.ts";
import type { CommandSpec } from "../command.ts";
import { given, reader } from "../reader.ts";
import {
  always,
  type Check,
  exactReader,
  givenFirst,
  needs,
  noOperands,
  onlyOperands,
  sandboxed,
  strictReader,
  verbReader,
} from "./checks.ts";

/** Commands that ask the machine about itself. */
export const SYSTEM: readonly CommandSpec[] = [
  reader("whoami id groups users who w last lastb logname pinky uptime nproc locale printenv tty clear sleep usleep"),
  reader("pstree pidof pwdx free vmstat iostat mpstat vm_stat lscpu lsmem lsns lslocks lsipc lsusb lsmod"),
  reader("cal ncal modinfo atq sw_vers system_profiler pbpaste ioreg"),
  strictReader(
    "date gdate",
    "shows the time",
    {
      flags: `-u -R -j -n --utc --universal --uct --rfc-email --rfc-2822 --rfc-822 --debug --resolution --help
        --version`,
      values: "-d -r -v -z -f --date --reference --rfc-3339 --file",
      optional: "-I --iso-8601",
      harmful: { "-s": "sets the clock", "--set": "sets the clock" },
    },
    formats,
  ),
  strictReader("uname", "names the system", {
    flags: `-a -s -n -r -v -m -p -i -o -K -U -b --all --kernel-name --nodename --kernel-release --kernel-version
      --machine --processor --hardware-platform --operating-system --help --version`,
    harmful: { "-S": "sets the name of the machine" },
  }),
  // On a Mac it runs the command that follows.
  exactReader("arch", "names the architecture", ""),
  strictReader(
    "hostname dnsdomainname domainname nisdomainname",
    "names the machine",
    {
      flags: `-f -i -I -s -d -A -a -y --fqdn --long --short --ip-address --all-ip-addresses --all-fqdns --domain --alias
        --version --help`,
      harmful: { "-F": "sets the name of the machine", "-b": "sets the name of the machine" },
    },
    noOperands("sets the name of the machine"),
  ),
  // -v takes the path of another program to run.
  strictReader("getconf", "shows limits", { flags: "-a" }),
  strictReader("lastlog", "shows last logins", { values: "-b -t -u" }),
  verbReader(
    "getent",
    "looks names up",
    "passwd group services protocols networks rpc shells initgroups netgroup hosts ahosts",
    {},
    localHosts,
  ),
  strictReader("lspci", "lists devices", {
    flags: "-v -n -k -m -t -D -b -x",
    values: "-s -d",
    harmful: { "-q": "asks the network", "-Q": "asks the network and keeps a cache" },
  }),
  strictReader("pmap", "shows the memory of a process", {
    flags: "-x -X -d -p -q --extended --device --quiet --show-path",
    values: "-A --range",
    harmful: { "-n": "writes its settings", "-N": "writes its settings", "--create-rc": "writes its settings" },
  }),
  strictReader("sar", "shows past load", {
    flags: "-A -b -B -d -H -q -r -S -u -v -w -W -y -p -h",
    values: "-P -n -s -e -f -i",
    harmful: { "-o": "writes its output to a file" },
  }),
  strictReader(
    "lsof",
    "lists open files",
    {
      flags: "-a -b -C -l -n -N -O -P -R -t -U -V -v -w -X -h",
      values: "-c -d -p -u",
      optional: "-i -F -g -s -T",
      harmful: { "-D": "can write a cache", "-k": "reads another kernel", "-m": "reads other memory" },
    },
    ({ operands }, _call, judging) => {
      const plus = operands.find(({ values, prefix }) =>
        (values ?? [prefix]).some((word) => /^\+(?![dDcL])/.test(word)),
      );
      if (plus !== undefined) judging.find(plus, "unknown_option", `the option ${plus.text} of lsof is not known`);
    },
  ),
  sandboxed(
    strictReader("top", "shows processes", {
      flags: "-b -c -H -i -S -1",
      values: "-n -d -o -p -u -l -s -w",
    }),
    "creates its configuration directory",
  ),
  strictReader(
    "stty",
    "shows the terminal's settings",
    { flags: "-a -g --all --save", values: "-F --file" },
    onlyOperands((word) => word === "size" || word === "speed", "changes the terminal"),
  ),
  verbReader(
    "tput",
    "prints what the terminal can do",
    "cols lines colors longname bold dim smul rmul rev sgr0 setaf setab el clear cup sc rc smso rmso civis cnorm",
    { values: "-T" },
  ),
  strictReader(
    "dmesg",
    "shows the kernel's messages",
    {
      flags: `-H -J -k -P -p -r -S -u -w -W -x -d -e -T -t -h -V --human --json --kernel --nopager --force-prefix --raw
      --noescape --syslog --userspace --follow --follow-new --decode --show-delta --reltime --ctime --notime --help
      --version`,
      values: "-f -l -s -F --facility --level --buffer-size --file --time-format --since --until",
      optional: "-L --color",
      harmful: {
        "-c": "clears the messages",
        "-C": "clears the messages",
        "--clear": "clears the messages",
        "--read-clear": "clears the messages",
        "-D": "changes the console",
        "-E": "changes the console",
        "-n": "changes the console",
        "--console-off": "changes the console",
        "--console-on": "changes the console",
        "--console-level": "changes the console",
      },
    },
    (read, call, judging) => {
      const pages = given(read, "-H", "--human");
      if (pages === undefined || given(read, "-P", "--nopager") !== undefined) return;
      judging.find(pages, "code", `${call.name.values[0]} ${pages.text} runs a pager`, "add --nopager");
    },
  ),
  strictReader(
    "sysctl",
    "shows kernel settings",
    {
      flags: "-a -A -n -e -N -b -d -h -i -o -x -X --all --values --names --ignore",
      values: "-r --pattern",
      harmful: {
        "-w": "changes settings",
        "--write": "changes settings",
        "-p": "changes settings",
        "--load": "changes settings",
        "--system": "changes settings",
        "-f": "changes settings",
      },
    },
    onlyOperands((name) => /^[\w.*/:-]+$/.test(name), "changes settings", "write the name out, without a value"),
  ),
  strictReader(
    "mount",
    "lists what is mounted",
    { flags: "-l -v --show-labels --version", values: "-t --types" },
    noOperands("mounts a file system"),
  ),
  strictReader(
    "swapon",
    "lists swap space",
    { flags: "-s --show --summary --noheadings --raw --bytes", optional: "--show" },
    needs("-s --show --summary", "turns swap space on"),
    noOperands("turns swap space on"),
  ),
  strictReader("fdisk", "lists partitions", { flags: "-l --list" }, needs("-l --list", "changes partitions")),
  strictReader(
    "nvidia-smi",
    "shows graphics cards",
    {
      flags: "-L -q --list-gpus --query --help --version",
      values: "-i -d --id --display --query-gpu --query-compute-apps --format",
      harmful: { "-f": "writes its output to a file", "--filename": "writes its output to a file" },
    },
    noOperands("changes settings"),
  ),
];

/** An operand that is no format is the new time, unless -j came before it. */
function formats(...[read, call, judging]: Parameters<Check>): void {
  const shows = givenFirst(read, ["-j"]);
  const input = given(read, "-f");
  if (input !== undefined && !shows) judging.find(input, "mutating", "date -f sets the clock", "add -j before it");
  const time = read.operands.find((operand) =>
    operand.values === undefined ? !operand.prefix.startsWith("+") : !always(operand, (word) => word.startsWith("+")),
  );
  if (time === undefined || shows) return;
  const said = `${call.name.values[0]} sets the clock to ${onlyValue(time) ?? time.text}`;
  judging.find(time, "mutating", said, "begin a format with +, give a time with -d");
}

/** Other names are asked for on the network. */
function localHosts(...[{ operands }, _call, judging]: Parameters<Check>): void {
  const [database, ...names] = operands;
  if (!onlyValue(database)?.endsWith("hosts")) return;
  const other = names.find((name) => !always(name, (host) => /^(localhost|127\.[\d.]+|::1)$/.test(host)));
  if (other !== undefined) judging.find(other, "mutating", `getent asks the network about ${other.text}`);
}
