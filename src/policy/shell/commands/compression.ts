import type { CommandSpec } from "../command.ts";
import { atMost, given } from "../reader.ts";
import { always, type Check, givenFirst, strictReader } from "./checks.ts";

const FLAGS = `-c -d -f -k -q -v -n -N -t -z -s -e -h -V --stdout --to-stdout --decompress --uncompress --force --keep
  -0 -1 -2 -3 -4 -5 -6 -7 -8 -9 --quiet --verbose --test --compress --small --no-name --name --fast --best --version --help`;
const REPLACES = { "-r": "goes through directories", "--rm": "deletes the file", "-S": "names the file it writes" };
const WRITES = { ...REPLACES, "-o": "writes its output to a file", "--output": "writes its output to a file" };
const RUNS = "runs a program of your choice";
const STDOUT = ["-c", "--stdout", "--to-stdout"];
/** Some makers let a program be named for each format. */
const PROGRAMS = { "--gz": RUNS, "--bz2": RUNS, "--xz": RUNS, "--lz": RUNS, "--zst": RUNS, "--format": RUNS };

/** Compressed files: only what prints, lists or tests them. */
export const COMPRESSION: readonly CommandSpec[] = [
  strictReader(
    "gzip gunzip gzip.gnu pigz unpigz",
    "compresses",
    { flags: `${FLAGS} -l --list`, number: true, harmful: REPLACES },
    prints("-c --stdout --to-stdout -l --list -t --test"),
  ),
  strictReader(
    "bzip2 bunzip2",
    "compresses",
    { flags: FLAGS, number: true, harmful: REPLACES },
    prints("-c --stdout -t --test"),
  ),
  strictReader(
    "xz unxz lzma unlzma",
    "compresses",
    {
      flags: `${FLAGS} -l --list -H --robot --single-stream`,
      values: "-T -M -F --threads --memlimit --format",
      number: true,
    },
    prints("-c --stdout --to-stdout -l --list -t --test"),
  ),
  strictReader(
    "zstd unzstd zstdmt",
    "compresses",
    { flags: `${FLAGS} -l --list --ultra --no-progress`, number: true, harmful: WRITES },
    prints("-c --stdout -l --list -t --test"),
  ),
  strictReader(
    "lz4 unlz4 brotli",
    "compresses",
    { flags: `${FLAGS} --list`, number: true, harmful: WRITES },
    prints("-c --stdout -t --test --list"),
    atMost(1, "writes its output to its second operand"),
  ),
  strictReader("zcat gzcat bzcat xzcat lzcat zstdcat", "prints compressed files", {
    flags: "-f -k -q -v --force --quiet --verbose --version --help",
    harmful: { ...WRITES, ...PROGRAMS },
  }),
  strictReader("lz4cat", "prints compressed files", { flags: "-f -q -v", harmful: WRITES }, atMost(1, "writes to it")),
  strictReader(
    "zgrep zegrep zfgrep bzgrep xzgrep lzgrep zstdgrep",
    "searches compressed files",
    {
      flags: "-E -F -G -i -v -w -x -c -l -L -n -h -H -o -q -s -a -b",
      values: "-A -B -C -e -m --color --colour",
      number: true,
      harmful: PROGRAMS,
    },
    scripted,
  ),
  strictReader(
    "zdiff zcmp",
    "compares compressed files",
    { flags: "-u -c -q -s -i -w -b -B", harmful: PROGRAMS },
    scripted,
  ),
];

/**
 * These are shell scripts, and some of them put a file's name into a program for sed or the shell (CVE-2022-1271): names
 * must be plain, and a pattern one line.
 */
function scripted(...[{ operands, options }, { name }, judging]: Parameters<Check>): void {
  const isComparing = /diff|cmp/.test(name.values[0]);
  const hasPattern = isComparing || options.some((option) => option.name === "-e");
  const files = hasPattern ? operands : operands.slice(1);
  const patterns = [...(hasPattern ? [] : operands.slice(0, 1)), ...options.flatMap(({ value }) => value ?? [])];
  const odd =
    patterns.find((word) => !always(word, (value) => !/[\n\r]/.test(value))) ??
    files.find((word) => !always(word, (value) => /^[\w./@+,=~: -]*$/.test(value)));
  if (odd === undefined) return;
  const reason = `${name.values[0]} is a shell script, and ${odd.text} may be a name it runs`;
  judging.find(odd, "dynamic", reason, "write the names out, or use zcat FILE | grep");
}

/**
 * With files it prints only if it is told to; without one it is a filter. Listing and testing are modes, and the last
 * mode counts.
 */
function prints(names: string): Check {
  const wanted = names.split(" ");
  const stay = wanted.filter((name) => STDOUT.includes(name));
  return (read, call, judging) => {
    const undone = given(read, "-d", "-z", "--decompress", "--uncompress", "--compress") !== undefined;
    if (read.operands.length === 0 || givenFirst(read, undone ? stay : wanted)) return;
    judging.find(call.name, "mutating", `${call.name.values[0]} replaces the file`, "give -c first: it prints then");
  };
}
