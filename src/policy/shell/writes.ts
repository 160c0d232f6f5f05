import { defined } from "../../plan/defined.ts";
import { type Argument, onlyValue } from "./argument.ts";
import type { CommandCall } from "./command.ts";
import { type OptionTable, type ReadArguments, readOptions } from "./options.ts";
import { treesRead } from "./tree-reads.ts";
import { unnamedWrites } from "./unnamed-writes.ts";

/** The paths a command writes, as far as its words name them. */
export interface Writes {
  /** As the words name them, relative to where the command runs. Missing: they may be anywhere. */
  paths?: readonly string[];
  /** It writes no other paths. */
  isAll: boolean;
  /** It removes, moves or changes existing files, and does not only write new content. */
  removes?: true;
  /** Links may have moved: the paths of the rest of the line may lead elsewhere by then. */
  movesLinks?: true;
  /** Paths that it writes without naming them, and from which programs load code or settings; with `~/` below home. */
  loaded?: readonly string[];
  /** Directories that it copies with all that is in them. */
  from?: readonly string[];
  /** Why a person must be asked although the line names no protected path. */
  asks?: Asks;
}

/**
 * `program`: it runs a program or a text that the line does not tell. `keyboard`: it types into a terminal, or takes over
 * a program in one. `settings`: the user's programs run what it sets. `contents`: it writes files that only an archive or a
 * patch names. `tree`: it copies a directory that the line does not name.
 */
export type Asks = "program" | "keyboard" | "settings" | "contents" | "tree";

/** What a program writes that is not known before it runs. */
export const UNKNOWN_PROGRAM: Writes = { isAll: false, removes: true, asks: "program" };

/** The paths that a command writes; undefined if its words do not name them. */
export function writesOf(call: CommandCall): Writes | undefined {
  const named = namedWrites(call);
  const unnamed = unnamedWrites(call);
  if (unnamed === undefined) return named;
  const writes = unnamed.isElsewhere ? ANYWHERE : (named ?? HERE);
  const { loaded, asks } = unnamed;
  return { ...writes, isAll: false, loaded, ...defined({ asks }) };
}

function namedWrites(call: CommandCall): Writes | undefined {
  const name = call.name.values[0];
  if (MACHINE.has(name) || name.startsWith("mkfs")) return ANYWHERE;
  return WRITERS.get(name)?.(call);
}

/** What a redirection to this word writes. */
export function writesTo(target: Argument): Writes {
  const paths = pathsOf([target]);
  return paths === undefined ? ANYWHERE : { paths, isAll: !isPattern(target) };
}

const ANYWHERE: Writes = { isAll: false, removes: true };
const HERE: Writes = { paths: ["."], isAll: false, removes: true };

type Writer = (call: CommandCall) => Writes;

/** Commands that change the machine, its disks, users or packages, or that act as another user. */
const MACHINE = new Set(
  (
    "sudo su doas pkexec runuser sudoedit visudo shutdown reboot halt poweroff init telinit useradd userdel usermod " +
    "groupadd groupdel groupmod adduser deluser addgroup delgroup passwd chpasswd chsh chfn gpasswd mount umount swapoff " +
    "losetup mkswap fsck fdisk parted sfdisk cfdisk wipefs blkdiscard cryptsetup lvm resize2fs tune2fs modprobe insmod " +
    "rmmod depmod iptables ip6tables nft ufw firewall-cmd systemctl launchctl crontab apt apt-get aptitude dpkg rpm yum " +
    "dnf microdnf zypper pacman apk snap flatpak brew"
  ).split(" "),
);

const LINKS: OptionTable = { flags: "-r -R -a -d -P --recursive --archive --no-dereference" };

const COPY: OptionTable = {
  flags: `-f -i -n -p -u -v -T --force --interactive --no-clobber --update --verbose --no-target-directory ${LINKS.flags}`,
  values: "-t --target-directory",
};

const WRITERS: ReadonlyMap<string, Writer> = new Map([
  ...named("rm rmdir unlink", allOperands(RM(), { removes: true, mayMatch: true })),
  ...named("mkdir", allOperands({ flags: "-p -v --parents --verbose", values: "-m --mode" })),
  ...named("touch", allOperands({ flags: "-a -c -m --no-create", values: "-d -t -r --date --reference" })),
  ...named("tee", allOperands({ flags: "-a -i -p --append --ignore-interrupts" })),
  ...named("cp", copies),
  ...named("mv", moves),
  ...named("chmod", afterFirst({ flags: "-R -v -c -f --recursive --verbose --changes --silent" }, { isAll: true })),
  ...named("chown chgrp chattr chcon chflags setfacl setfattr", afterFirst({ flags: "-R -h -v --recursive" })),
  ...named("ln link symlink install rsync scp", destination),
  ...named(
    "truncate fallocate shred srm trash trash-put rename prename mkfifo mknod sponge dos2unix unix2dos",
    roughly,
  ),
  ...named("dd", dd),
  ...named("sed gsed", inPlace),
  ...named("find gfind", starts),
  ...named("tar bsdtar gtar cpio pax", values("-C", "-D", "--directory")),
  ...named("unzip", values("-d")),
  ...named("patch gpatch", values("-d", "-o", "-r", "--directory", "--output", "--reject-file")),
  ...named("7z 7za 7zr 7zz unrar", attached("-o")),
  ...named("curl", values("-o", "--output", "--output-dir")),
  ...named("wget", values("-O", "-P", "--output-document", "--directory-prefix")),
  ...named("git", git),
]);

function RM(): OptionTable {
  return {
    flags: `-f -i -I -r -R -d -v -p --force --recursive --dir --verbose --parents --one-file-system --preserve-root
      --no-preserve-root --ignore-fail-on-non-empty`,
  };
}

function named(names: string, writer: Writer): [string, Writer][] {
  return names.split(" ").map((name) => [name, writer]);
}

/** Every operand is written. */
function allOperands(table: OptionTable, { removes, mayMatch }: { removes?: true; mayMatch?: true } = {}): Writer {
  return (call) => {
    const { read, isSound } = readWords(call, table);
    // What a pattern matches may be a link, which most commands follow.
    const isAll = isSound && (mayMatch === true || !read.operands.some(isPattern));
    return written(read.operands, isAll, removes);
  };
}

/** The first operand says what becomes of the others. */
function afterFirst(table: OptionTable, { isAll = false } = {}): Writer {
  return (call) => {
    const { read, isSound } = readWords(call, table);
    const operands = isSound ? read.operands.slice(1) : read.operands;
    return written(operands, isAll && isSound && !operands.some(isPattern), true);
  };
}

/** Files are copied over what has their names; what is below a directory may be copied through links. */
function copies(call: CommandCall): Writes {
  const { read, isSound } = readWords(call, COPY);
  const copiesLinks = read.options.some(({ name }) => LINKS.flags?.split(" ").includes(name));
  const writes = intoLast(read, isSound && !copiesLinks, false);
  return isSound && !copiesLinks ? writes : { ...writes, from: treesRead(call).flatMap(({ values }) => values ?? []) };
}

function moves(call: CommandCall): Writes {
  const { read, isSound } = readWords(call, COPY);
  return { ...intoLast(read, isSound, true), movesLinks: true };
}

/** The last operand, or what `-t` says, may be a directory: then the files get there under their own names. */
function intoLast({ operands, options }: ReadArguments, isSound: boolean, takesAway: boolean): Writes {
  const target = options.find(({ name }) => name === "-t" || name === "--target-directory")?.value;
  const sources = target === undefined ? operands.slice(0, -1) : operands;
  const into = pathsOf(target === undefined ? operands.slice(-1) : [target]);
  const from = pathsOf(sources);
  if (into === undefined || from === undefined)
    return takesAway || into === undefined ? ANYWHERE : { paths: into, isAll: false };
  const paths = [...into, ...into.flatMap((place) => from.map((source) => `${place}/${baseName(source)}`))];
  const isAll = isSound && ![...operands, ...(target ? [target] : [])].some(isPattern) && operands.length > 0;
  return { paths: takesAway ? [...paths, ...from] : paths, isAll, ...(takesAway && { removes: true as const }) };
}

function destination(call: CommandCall): Writes {
  const { read } = readWords(call, { values: "-t --target-directory" });
  const target = call.args.findIndex((arg) => /^(?:-t|--target-directory)$/.test(onlyValue(arg) ?? ""));
  const into = target < 0 ? read.operands.slice(-1) : call.args.slice(target + 1, target + 2);
  const from = /^(?:rsync|scp)$/.test(call.name.values[0]) ? treesRead(call).flatMap(({ values }) => values ?? []) : [];
  return { ...written(into, false, true), from };
}

/** Words that are no options: more than the command writes, perhaps. */
function roughly(call: CommandCall): Writes {
  return written(readWords(call, {}).read.operands, false, true);
}

function dd({ args }: CommandCall): Writes {
  const outputs = args.filter(({ prefix, values }) => values === undefined || prefix.startsWith("of="));
  const paths = pathsOf(outputs)?.map((path) => path.replace(/^of=/, ""));
  return paths === undefined ? ANYWHERE : { paths, isAll: false, removes: true };
}

function inPlace(call: CommandCall): Writes {
  const { operands } = readWords(call, { values: "-e -f -l -s --expression --file" }).read;
  const isScripted = call.args.some((arg) => /^(?:-[a-zA-Z]*[ef]$|--expression|--file)/.test(onlyValue(arg) ?? ""));
  return written(isScripted ? operands : operands.slice(1), false);
}

/** Where `find` starts, before its first expression. */
function starts({ args }: CommandCall): Writes {
  const first = args.findIndex((arg) => /^[-(!,]/.test(arg.prefix) && !/^-[HLPEXs]$/.test(arg.prefix));
  const from = (first < 0 ? args : args.slice(0, first)).filter((arg) => !arg.prefix.startsWith("-"));
  return from.length === 0 ? { paths: ["."], isAll: false, removes: true } : written(from, false, true);
}

/** Where it stands, and the values of these options. */
function values(...names: string[]): Writer {
  return ({ args }) => {
    const found = args.flatMap((arg, index): Argument[] => {
      const name = names.find((each) => arg.prefix === each || arg.prefix.startsWith(`${each}=`));
      if (name === undefined) return [];
      const next = args[index + 1];
      if (arg.prefix !== name) return [cut(arg, name.length + 1)];
      return next === undefined ? [] : [next];
    });
    return besides(".", written(found, false));
  };
}

/** Where it stands, and what follows this option in the same word. */
function attached(option: string): Writer {
  return ({ args }) => {
    const found = args.filter(({ prefix }) => prefix.startsWith(option)).map((arg) => cut(arg, option.length));
    return besides(".", written(found, false));
  };
}

function besides(path: string, writes: Writes): Writes {
  return writes.paths === undefined ? writes : { ...writes, paths: [path, ...writes.paths] };
}

/** Where git works, and what it is told to work on elsewhere. */
function git({ args }: CommandCall): Writes {
  const elsewhere = values("--git-dir", "--work-tree", "-C")({ args } as CommandCall).paths;
  const named = args.flatMap((arg) => arg.values ?? []).filter((value) => /^(?:\/|~|\.\.(?:\/|$))/.test(value));
  return elsewhere === undefined ? ANYWHERE : { paths: [...elsewhere, ...named], isAll: false, removes: true };
}

function written(operands: readonly Argument[], isAll: boolean, removes?: true): Writes {
  const paths = pathsOf(operands);
  if (paths === undefined) return ANYWHERE;
  return { paths, isAll, ...defined({ removes }) };
}

/** Options and operands; where the options are not all known, every word that is none counts as an operand. */
function readWords(call: CommandCall, table: OptionTable): { read: ReadArguments; isSound: boolean } {
  const read = readOptions(call, table, { find: () => {} });
  if (read !== undefined) return { read, isSound: true };
  const operands = call.args.filter(({ values, prefix }) => values === undefined || !prefix.startsWith("-"));
  return { read: { options: [], operands }, isSound: false };
}

/** All that the words can be; of a pattern in the last part of a path the directory. Nothing if that is not known. */
function pathsOf(words: readonly Argument[]): string[] | undefined {
  const paths: string[] = [];
  for (const { values, text } of words) {
    if (values !== undefined) paths.push(...values);
    else if (PATTERN.test(text)) paths.push(`${text.slice(0, text.lastIndexOf("/") + 1)}.`);
    else return undefined;
  }
  return paths;
}

function isPattern({ values }: Argument): boolean {
  return values === undefined;
}

/** `build/*.o`: plain names, and wildcards only in the last one. What begins with a dot may be the directory above. */
const PATTERN = /^\/?(?:[\w.+@,-]+\/)*(?!\.)[\w.+@,*?-]*[*?][\w.+@,*?-]*$/;

function cut(argument: Argument, from: number): Argument {
  const { values, prefix, ...rest } = argument;
  return { ...rest, ...(values && { values: values.map((value) => value.slice(from)) }), prefix: prefix.slice(from) };
}

function baseName(path: string): string {
  return path.replace(/\/+$/, "").split("/").at(-1) ?? path;
}
