import type { CommandSpec } from "../command.ts";
import { reader, writer } from "../reader.ts";
import { changer, onlyValues, sandboxed, strictReader } from "./checks.ts";

const PLAN = "describe the change in the plan; while planning nothing is changed";

/** Commands that look at files and directories, and those that change them. */
export const FILES: readonly CommandSpec[] = [
  reader("ls dir vdir stat du df realpath readlink dirname basename pathchk namei lsattr getfacl getfattr mountpoint"),
  reader("findmnt lsblk which whereis exa eza lsd locate plocate mlocate mdfind mdls"),
  sandboxed(reader("blkid"), "writes a cache"),
  strictReader("file", "tells what a file is", {
    // Not -p: it sets the access time. Not -m and -f: what they read is not what is named.
    flags: `-b -i -I -L -h -k -z -Z -N -n -r -s -S -0 -l -v -E --brief --mime --mime-type --mime-encoding --extension
      --apple --dereference --no-dereference --keep-going --uncompress --uncompress-noreport --no-pad --no-buffer
      --raw --special-files --print0 --list --version --help`,
    values: "-e -F -P --exclude --exclude-quiet --separator --parameter",
    harmful: {
      "-C": "writes a compiled magic file",
      "--compile": "writes a compiled magic file",
      "-p": "changes the access time",
      "--preserve-date": "changes the access time",
    },
  }),
  strictReader(
    "tree",
    "shows a directory tree",
    {
      flags: `-a -d -l -f -x -i -q -N -Q -p -u -g -s -h -D -F -v -t -c -U -r -A -S -n -C -X -J --du --si --inodes
        --device --dirsfirst --filesfirst --prune --noreport --nolinks --matchdirs --ignore-case --metafirst
        --gitignore --info --fromfile --fromtabfile --fflinks --condense --hyperlink --help --version`,
      values: "-L -P -I -H -T --filelimit --charset --sort --timefmt --gitfile --infofile --hintro --houtro",
      optional: "--sort",
      harmful: {
        "-o": "writes its output to a file",
        "-R": "writes 00Tree.html files",
      },
    },
    // tree reads on after a number, and takes no other value from the same word.
    ({ options }, _call, judging) => {
      for (const { name, value, at, isApart } of options) {
        if (name.startsWith("--") || value === undefined || isApart) continue;
        if (name === "-L" && value.values?.every((text) => /^\d+$/.test(text))) continue;
        judging.find(at, "not_understood", `the value of tree ${name} must be a word of its own`);
      }
    },
    onlyValues("-L", (value) => /^\d+$/.test(value), "takes a number"),
  ),
  strictReader("xattr", "shows extended attributes", {
    flags: "-l -p -r -s -v -x",
    harmful: { "-w": "writes an attribute", "-d": "deletes an attribute", "-c": "deletes all attributes" },
  }),
  changer("cp install", "writes files", PLAN),
  changer("mv rename prename", "moves files", PLAN),
  changer("rm rmdir unlink shred srm trash trash-put", "deletes files", PLAN),
  changer("mkdir mkfifo mknod", "creates files or directories", PLAN),
  changer(
    "touch truncate fallocate",
    "creates or changes files",
    "use ls, test or stat to see whether a file is there",
  ),
  changer("mktemp tempfile", "creates a file", "use a pipe or <(…) instead of a temporary file"),
  changer("ln link symlink", "creates links", PLAN),
  changer("chmod chown chgrp chattr chflags chcon restorecon setfacl setfattr", "changes who may do what", PLAN),
  writer("updatedb", "rewrites the index of files"),
  writer("gio", "copies and deletes files", PLAN),
];
