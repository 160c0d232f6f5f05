import { onlyValue } from "../argument.ts";
import type { CommandSpec } from "../command.ts";
import { reader, writer } from "../reader.ts";
import { exactReader, onlyFiles, sandboxed, strictReader, verbReader } from "./checks.ts";

const INSTALLS = "installs or removes software";
const PLAN = "name what must be installed in the plan";
const RUNS = "runs a program of your choice";

/** Package managers of the system: only what asks them about packages. */
export const PACKAGES: readonly CommandSpec[] = [
  reader("dpkg-query"),
  unpacking(
    query(
      "dpkg dpkg-deb",
      /^(-[lLsSpcIC]|--(list|listfiles|status|search|print-avail|contents|info|audit|get-selections|print-architecture|version|compare-versions))$/,
    ),
  ),
  query("rpm", /^(-q[ailcdsfpRv]*|--query|--version)$/, {
    flags: `-q -a -i -l -c -d -s -f -p -R -v --query --all --info --list --file --package --requires --provides
      --changelog --scripts --docfiles --configfiles --state --last --whatprovides --whatrequires --conflicts
      --obsoletes --version`,
    values: "--qf --queryformat",
    harmful: { "--pipe": RUNS, "--eval": RUNS, "-E": RUNS, "--define": RUNS, "-D": RUNS },
  }),
  query("pacman", /^(-Q[eqdtmnilkosgpu]*|-S[si]|-V|--version)$/),
  sandboxed(
    verbReader("apt apt-cache", "asks about packages", "list show search policy depends rdepends showpkg madison", {
      flags: "-a --installed --upgradable --all-versions --names-only --recurse",
      harmful: { "-o": "sets options that can name programs", "-c": "reads a configuration that can name programs" },
    }),
    "may rewrite its caches",
  ),
  verbReader("apk", "asks about packages", "info list policy version", {
    flags: "-v -q -a -e -I -L -W --installed --contents --who-owns --version",
  }),
  verbReader("snap", "asks about packages", "list version", { flags: "--all --version" }),
  exactReader(
    "brew",
    INSTALLS,
    ..."--prefix|--version|--cellar|--repository|list|list --versions|list --formula|list --cask|leaves".split("|"),
  ),
  writer("apt-get aptitude apt-key add-apt-repository dpkg-reconfigure debconf-set-selections", INSTALLS, PLAN),
  writer("apt-mark update-alternatives alternatives", "changes what is installed", PLAN),
  writer("yum dnf microdnf zypper emerge flatpak port xbps-install nix-env nix-shell guix pkg pkg_add", INSTALLS, PLAN),
  writer("installer softwareupdate mas", INSTALLS, PLAN),
];

/** To show what a package says of itself, it unpacks that part. */
function unpacking(spec: CommandSpec): CommandSpec {
  const apart = sandboxed(spec, "unpacks a part of the package into a temporary directory");
  return {
    ...spec,
    judge(call, judging) {
      const unpacks = ["-I", "--info"].includes(onlyValue(call.args[0]) ?? "");
      (unpacks ? apart : spec).judge?.(call, judging);
    },
  };
}

/** A command whose first word says that it is only asked something; more options only if they are in the table. */
function query(names: string, first: RegExp, table: Parameters<typeof strictReader>[2] = {}): CommandSpec {
  const rest = strictReader(names, "asks about packages", table, onlyFiles);
  const simple = table.flags === undefined;
  return {
    ...rest,
    judge(call, judging) {
      const mode = onlyValue(call.args[0]);
      if (mode === undefined || !first.test(mode)) {
        judging.find(call.args[0] ?? call.name, "mutating", `${call.name.values[0]} is not only asked here`, PLAN);
      } else rest.judge?.(simple ? { ...call, args: call.args.slice(1) } : call, judging);
    },
  };
}
