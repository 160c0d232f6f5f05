import { onlyValue } from "../argument.ts";
import type { CommandSpec } from "../command.ts";
import { reader } from "../reader.ts";
import { changer, noLists, strictReader } from "./checks.ts";

const LOADS = { "--plugin": "loads code from a file" };

/** Commands that look into compiled programs. */
export const BINARIES: readonly CommandSpec[] = [
  reader("c++filt"),
  strictReader(
    "readelf",
    "shows what is in a program",
    {
      flags: `-a -h -l -S -e -s -n -r -d -V -A -D -I -W -t -g -u -T -c -v -H --all --file-header --program-headers
      --segments --section-headers --sections --headers --symbols --syms --dyn-syms --notes --relocs --unwind
      --dynamic --version-info --arch-specific --histogram --wide --demangle --version --help`,
      values: "-x -p -R --hex-dump --string-dump --relocated-dump",
      optional: "--demangle",
    },
    noLists,
  ),
  strictReader(
    "objdump",
    "shows what is in a program",
    {
      flags: `-a -f -p -h -x -d -D -s -t -T -r -R -C -l -w -z -v -H --archive-headers --file-headers --private-headers
      --section-headers --headers --all-headers --disassemble --disassemble-all --full-contents --syms --dynamic-syms
      --reloc --dynamic-reloc --demangle --wide --no-show-raw-insn --version --help`,
      values: "-j -m -M --section --start-address --stop-address --disassemble-symbols",
      optional: "--demangle --disassemble",
      harmful: LOADS,
    },
    noLists,
  ),
  strictReader(
    "nm",
    "shows the names in a program",
    {
      flags: `-a -A -C -D -g -n -o -p -P -r -S -s -u -U -v -V -B -j --debug-syms --demangle --dynamic --extern-only
      --numeric-sort --no-sort --print-file-name --print-size --print-armap --reverse-sort --size-sort --undefined-only
      --defined-only --just-symbol-name --version --help`,
      values: "-t -f --radix --format",
      optional: "--demangle",
      harmful: LOADS,
    },
    noLists,
  ),
  strictReader(
    "size",
    "shows the size of a program",
    {
      flags: "-A -B -G -d -o -x -t -m -l --totals --common --version --help",
      values: "--format --radix",
    },
    noLists,
  ),
  strictReader(
    "addr2line",
    "finds the line of an address",
    {
      flags: "-a -C -f -i -p -s --addresses --demangle --functions --inlines --pretty-print --basenames",
      values: "-e -j --exe --section",
    },
    noLists,
  ),
  strictReader(
    "otool",
    "shows what is in a program",
    {
      flags: "-a -h -l -L -D -f -t -d -o -r -S -T -M -H -G -I -v -V -X -x -C -P",
      values: "-s -p",
    },
    noLists,
  ),
  {
    names: ["ar"],
    level: "READ",
    reason: "lists an archive",
    judge(call, judging) {
      const [letters, ...rest] = call.args;
      const isVersion = onlyValue(letters) === "--version" && rest.length === 0;
      if (isVersion) return;
      if (!/^-?[tp][vO]*$/.test(onlyValue(letters) ?? ""))
        judging.find(letters ?? call.name, "mutating", "ar changes archives, or writes files", "ar t FILE lists one");
      strictReader("ar", "", {}, noLists).judge?.({ ...call, args: rest }, judging);
    },
  },
  changer("ldd", "may run the program it looks at", "objdump -p FILE shows what it needs"),
];
