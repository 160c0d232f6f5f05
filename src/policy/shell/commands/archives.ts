import { type Argument, known, maybeOption, onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { type ReadArguments, readOptions } from "../options.ts";
import { given, reader, writer } from "../reader.ts";
import { always, type Check, givenFirst, needs, strictReader } from "./checks.ts";

const RUNS = "runs a program of your choice";
const EXTRACTS = "extracts or changes files";

/** Archives: only what lists them, or prints what is in them. */
export const ARCHIVES: readonly CommandSpec[] = [
  { names: ["tar", "gtar", "bsdtar"], level: "READ", reason: "lists archives", judge: judgeTar },
  strictReader(
    "unzip",
    "lists archives",
    {
      flags: "-l -v -t -p -c -z -Z -q -a -j -C -L -x -1 -2 -h",
      harmful: {
        "-d": "extracts into a directory",
        "-f": EXTRACTS,
        "-u": EXTRACTS,
        "-o": "overwrites files",
        "-n": EXTRACTS,
        "-T": "sets the time of the archive",
      },
    },
    noDashes,
    (read, call, judging) => {
      const zipinfo = onlyValue(call.args[0])?.startsWith("-Z");
      if (zipinfo || givenFirst(read, ["-l", "-v", "-t", "-p", "-c", "-z"])) return;
      judging.find(call.name, "mutating", "unzip extracts files", "unzip -l lists them, unzip -p prints one");
    },
  ),
  reader("zipinfo"),
  words("7z 7za 7zr 7zz", /^(l|t)$/, /^-(slt|ba|bd|y|sccUTF-8)$/, "7z l lists"),
  words("unrar rar", /^(l|lt|lta|lb|v|vt|vb|t|p)$/, /^-(inul|idq)$/, "unrar l lists"),
  strictReader(
    "cpio",
    "lists archives",
    {
      flags: "-i -t -v -n --list --extract --verbose --quiet --numeric-uid-gid --force-local",
      values: "-F -I --file",
      harmful: { "--rsh-command": RUNS, "-o": "writes an archive", "-p": "copies files" },
    },
    needs("-t --list", EXTRACTS),
    localArchive("-F -I --file"),
  ),
  writer("zip zipnote zipsplit unar", "writes files", "unzip -l lists an archive"),
  writer("compress uncompress", "replaces files", "zcat prints them"),
];

const TAR = {
  flags: `-t --list -x --extract --get -O --to-stdout -v --verbose -z --gzip --gunzip --ungzip -j --bzip2 -J --xz
    --zstd --lzma --lzip --lzop -Z --compress --uncompress -a --auto-compress -B -i --ignore-zeros -p -P -n --seek
    -R --block-number --full-time --utc --numeric-owner --force-local --wildcards --no-wildcards --anchored
    --no-anchored --ignore-case --no-recursion --totals --null --version --help`,
  values: `-f --file -C --directory -X --exclude-from --exclude --include --strip-components -b --blocking-factor
    --quoting-style --warning`,
  optional: "--occurrence --totals",
  harmful: {
    "-c": "writes an archive",
    "--create": "writes an archive",
    "-r": "writes an archive",
    "--append": "writes an archive",
    "-u": "writes an archive",
    "--update": "writes an archive",
    "-A": "writes an archive",
    "--concatenate": "writes an archive",
    "--catenate": "writes an archive",
    "--delete": "writes an archive",
    "-I": RUNS,
    "--use-compress-program": RUNS,
    "--to-command": RUNS,
    "--checkpoint-action": RUNS,
    "-F": RUNS,
    "--info-script": RUNS,
    "--new-volume-script": RUNS,
    "--rsh-command": RUNS,
    "--rmt-command": RUNS,
    "-M": "asks for commands between volumes",
    "--multi-volume": "asks for commands between volumes",
    "-g": "writes a snapshot file",
    "--listed-incremental": "writes a snapshot file",
    "--index-file": "writes its listing to a file",
    "-T": "reads options from a file",
    "--files-from": "reads options from a file",
    "-d": "is not known to only read everywhere",
  },
} as const;

function judgeTar(call: CommandCall, judging: Judging): void {
  const args = spellOut(call.args);
  if (args === undefined) {
    judging.find(call.name, "dynamic", "the mode of tar is unknown", "write the options out: tar -tf FILE");
    return;
  }
  const read = readOptions({ ...call, args }, TAR, judging);
  if (read === undefined) return;
  const extracts = given(read, "-x", "--extract", "--get");
  if (extracts !== undefined && !givenFirst(read, ["-O", "--to-stdout"])) {
    const hint = "tar -tf lists them; tar -xOf FILE MEMBER prints one, with -O before the names";
    judging.find(extracts, "mutating", "tar extracts files", hint);
  } else if (extracts === undefined && given(read, "-t", "--list", "--version", "--help") === undefined) {
    judging.find(call.name, "mutating", "tar is not asked to list", "tar -tf FILE lists an archive");
  } else {
    for (const check of [localArchive("-f --file"), plain]) check(read, call, judging);
  }
}

/** `tvf x` as `-t -v -f x`: the old style, in which the values follow in the order of their letters. */
function spellOut(args: readonly Argument[]): readonly Argument[] | undefined {
  const [first, ...rest] = args;
  const letters = onlyValue(first);
  if (first === undefined || letters === undefined) return undefined;
  if (letters.startsWith("-")) return args;
  const spelled: Argument[] = [];
  for (const letter of letters) {
    spelled.push(known(`-${letter}`, first));
    if (!"fCXb".includes(letter)) continue;
    const value = rest.shift();
    if (value !== undefined) spelled.push(value);
  }
  return [...spelled, ...rest];
}

/** An archive named `host:file` is fetched by running a remote shell. */
function localArchive(names: string): Check {
  const wanted = names.split(" ");
  return (read: ReadArguments, call, judging) => {
    if (given(read, "--force-local") !== undefined) return;
    for (const { name, value } of read.options) {
      if (!wanted.includes(name) || value === undefined) continue;
      if (value.values === undefined ? value.prefix.includes("/") && isLocal(value.prefix) : always(value, isLocal))
        continue;
      judging.find(value, "mutating", `${call.name.values[0]} may fetch ${value.text} from another machine`, LOCAL);
    }
  };
}

const LOCAL = "begin the name of the file with ./";

function isLocal(name: string): boolean {
  return !/^[^/]+:/.test(name);
}

const plain: Check = ({ options }, _call, judging) => {
  const odd = options.find(({ value }) => value?.values?.some((text) => /^-./.test(text)));
  if (odd !== undefined) judging.find(odd.at, "not_understood", `the value of tar ${odd.name} may be an option`);
};

/** For unzip `--` ends nothing, and another dash takes an option back: `-l -- --l` extracts. */
function noDashes(...[{ operands }, { name, args }, judging]: Parameters<Check>): void {
  const dashed = [...args.filter((arg) => onlyValue(arg) === "--"), ...operands].find((word) =>
    word.values === undefined ? maybeOption(word) : word.values.some((value) => value.startsWith("-")),
  );
  if (dashed === undefined) return;
  judging.find(dashed, "mutating", `${dashed.text} ends nothing, and may take options of ${name.values[0]} back`);
}

/** A command whose first word is its mode, followed by files. */
function words(names: string, mode: RegExp, option: RegExp, hint: string): CommandSpec {
  return {
    names: names.split(" "),
    level: "READ",
    reason: "lists archives",
    judge({ name, args: [first, ...rest] }, judging) {
      const verb = onlyValue(first);
      if (verb === undefined || !mode.test(verb)) {
        judging.find(first ?? name, "mutating", `${name.values[0]} ${EXTRACTS}`, hint);
        return;
      }
      const bad = rest.find(({ values, prefix, count }) =>
        values === undefined
          ? count === "any" || /^($|[-@])/.test(prefix)
          : values.some((value) => /^[-@]/.test(value) && !option.test(value)),
      );
      if (bad !== undefined) judging.find(bad, "unknown_option", `${bad.text} of ${name.values[0]} is not known`);
    },
  };
}
