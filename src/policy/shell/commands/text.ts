import { onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec } from "../command.ts";
import { atMost, reader, writer } from "../reader.ts";
import { always, changer, mayBeGiven, noLists, onlyOperands, strictReader } from "./checks.ts";

const INSTEAD = "leave the output option out: what a command prints is shown";

/** Commands that look at text. */
export const TEXT: readonly CommandSpec[] = [
  reader("cat tac head tail wc nl rev cut paste join comm cmp tr expand unexpand fold fmt pr column col colrm ul"),
  reader("tsort numfmt look yes seq factor expr envsubst od hexdump hd"),
  reader("md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5 shasum"),
  // `@list` stands for the words in that file.
  { ...reader("strings"), judge: (call, judging) => noLists({ options: [], operands: [] }, call, judging) },
  { ...reader("diff"), recursive: comparesBelow },
  {
    ...strictReader("colordiff", "shows differences in colour", { flags: DIFF_FLAGS(), values: "-U -C" }, plainNames()),
    recursive: comparesBelow,
  },
  strictReader("diff3", "compares three files", {
    flags: "-A --show-all -e --ed -E --show-overlap -3 --easy-only -x --overlap-only -X -m --merge -a --text -T -i",
    values: "-L --label",
    harmful: { "--diff-program": "runs a program of your choice" },
  }),
  strictReader("sdiff", "compares two files side by side", {
    flags: "-a --text -b -B -d --minimal -E -H -i --ignore-case -l --left-column -s --suppress-common-lines -t -W -Z",
    values: "-w --width -I",
    harmful: {
      "-o": "writes the merged text to a file",
      "--output": "writes the merged text to a file",
      "--diff-program": "runs a program of your choice",
    },
  }),
  strictReader("sort", "sorts lines", {
    flags: `-b -d -f -g -i -M -h -n -R -r -V -c -C -m -s -u -z --ignore-leading-blanks --dictionary-order --ignore-case
      --fold-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort
      --random-sort --reverse --version-sort --check --merge --stable --unique --zero-terminated --debug --help
      --version`,
    values: `-k -t -S --key --field-separator --buffer-size --parallel --batch-size --sort --random-source`,
    optional: "--check",
    harmful: {
      "-o": "writes its output to a file",
      "--output": "writes its output to a file",
      "-T": "writes temporary files to a place of your choice",
      "--temporary-directory": "writes temporary files to a place of your choice",
      "--compress-program": "runs a program of your choice",
      "--files0-from": "reads every file that a list names",
    },
  }),
  strictReader(
    "uniq",
    "shows repeated lines once",
    {
      flags: `-c -d -D -i -u -z --count --repeated --unique --ignore-case --zero-terminated --all-repeated --group
        --help --version`,
      values: "-f -s -w --skip-fields --skip-chars --check-chars",
      optional: "--all-repeated --group",
      number: true,
    },
    atMost(1, "writes its output to its second operand"),
  ),
  strictReader(
    "ptx",
    "makes an index of words",
    { flags: "-A -f -G -O -r -R -T", values: "-b -F -g -i -M -o -S -w -W" },
    atMost(1, "may write its output to its second operand"),
  ),
  strictReader("shuf", "shuffles lines", {
    flags: "-e -r -z --echo --repeat --zero-terminated --help --version",
    values: "-i -n --input-range --head-count --random-source",
    harmful: { "-o": "writes its output to a file", "--output": "writes its output to a file" },
  }),
  strictReader("base64 base32 basenc", "encodes and decodes", {
    // -i takes a file on a Mac and none elsewhere: seen as taking none, the file is an operand.
    flags: `-d -D -i -h --decode --ignore-garbage --base64 --base64url --base32 --base32hex --base16 --base2msbf
        --base2lsbf --z85 --base58 --help --version`,
    values: "-w --wrap -b --break --input",
    harmful: { "-o": "writes its output to a file", "--output": "writes its output to a file" },
  }),
  strictReader("iconv", "converts between encodings", {
    flags: "-c -s -l --list --silent --verbose --help --version",
    values: "-f -t --from-code --to-code --unicode-subst --byte-subst --widechar-subst",
    harmful: { "-o": "writes its output to a file", "--output": "writes its output to a file" },
  }),
  XXD(),
  strictReader("bc", "calculates", { flags: "-l -q -s -w -i -h -v --mathlib --quiet --standard --warn --version" }),
  strictReader(
    "tee",
    "copies its input to files",
    { flags: "-a -i -p --append --ignore-interrupts --output-error", optional: "--output-error" },
    ({ operands }, _call, judging) => {
      const passes = (path: string) => ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty"].includes(path);
      // A process substitution is judged by itself.
      const target = operands.find(
        (operand) => !always(operand, passes) && !(operand.values === undefined && isSubstitution(operand.text)),
      );
      if (target !== undefined) judging.find(target, "mutating", `tee writes to ${target.text}`, INSTEAD);
    },
  ),
  DD(),
  changer("split csplit", "writes the pieces to files", "use head, tail or sed -n to look at a part"),
  writer("sponge", "writes its input to a file", INSTEAD),
  changer("patch", "changes files", "describe the change in the plan"),
  writer("dos2unix unix2dos mac2unix recode", "rewrites files", "file or od -c shows the line ends"),
  writer("uudecode", "writes the decoded file"),
  writer("m4", "runs commands that its input names", "read the input with cat"),
  writer("dc", "runs commands that its input names", "use bc, or $(( )) with numbers"),
  writer(
    "ed red ex view vimdiff rvim rview pico emacsclient joe micro hx kak",
    "edits files and runs commands",
    "read the file with cat, sed -n or less",
  ),
  writer("pee vipe vidir", "runs commands or edits files"),
  reader("errno isutf8"),
  // Perl opens its operands: `>a` is written, `a|` is run.
  strictReader(
    "combine",
    "combines the lines of two files",
    {},
    onlyOperands(
      (value) => /^[\w./][\w./@+,=-]*$/.test(value),
      "may run or write what this name says",
      "write the name out",
    ),
  ),
];

function comparesBelow(call: CommandCall): boolean {
  return mayBeGiven(call, /^(-[a-zA-Z0-9]*r|--rec)/);
}

function DIFF_FLAGS(): string {
  return `-u -c -q -s -r -N -i -w -b -B -E -Z -a -y -p -t -d --unified --brief --recursive --new-file --ignore-case
    --ignore-all-space --ignore-space-change --ignore-blank-lines --text --side-by-side --minimal`;
}

/** It hands its operands on, and not all of its versions do so without a shell. */
function plainNames() {
  return onlyOperands(
    (value) => /^[\w./@+,=~-]+$/.test(value),
    "may hand this name to a shell",
    "use diff, or write the name out",
  );
}

/** Reads no option after the file, and takes the second file for its output. */
function XXD(): CommandSpec {
  const flags = new Set("-a -b -C -d -E -e -h -i -p -ps -plain -postscript -r -revert -u -v -version".split(" "));
  const values = new Set("-c -cols -g -groupsize -l -len -n -name -o -R -s -seek".split(" "));
  return {
    names: ["xxd"],
    level: "READ",
    reason: "shows bytes",
    judge({ args }, judging) {
      let index = 0;
      for (; index < args.length; index++) {
        const arg = args[index];
        const word = onlyValue(arg);
        if (arg === undefined || word === undefined || word === "-" || !word.startsWith("-")) break;
        if (values.has(word)) {
          index++;
          const value = args[index];
          if (value !== undefined && value.count === "one" && always(value, (text) => !/^-\D/.test(text))) continue;
          judging.find(value ?? arg, "dynamic", `the value of ${word} of xxd is not known`, "write it out");
          return;
        }
        if (flags.has(word) || /^-[cgls](0x[\da-fA-F]+|\d+)$/.test(word)) continue;
        judging.find(arg, "unknown_option", `the option ${word} of xxd is not known to only read`);
        return;
      }
      const [file, more] = args.slice(index);
      if (more !== undefined) judging.find(more, "mutating", "xxd writes its output to its second operand");
      else if (file !== undefined && file.count !== "one")
        judging.find(file, "dynamic", `${file.text} may be several words, and xxd writes to the second`, "quote it");
    },
  };
}

/** `>(wc -l)` */
function isSubstitution(text: string): boolean {
  return text.startsWith(">(") && text.endsWith(")");
}

/** Its operands are `key=value`. */
function DD(): CommandSpec {
  const reads = /^(if|i?bs|obs|cbs|count|i?skip|i?seek|oseek|conv|iflag|status)=/;
  const discards = /^of=\/dev\/(null|stdout|stderr)$/;
  return strictReader("dd", "copies bytes", { flags: "--help --version" }, ({ operands }, _call, judging) => {
    for (const operand of operands) {
      const known = operand.values?.every((value) => reads.test(value) || discards.test(value));
      if (known ?? (operand.count === "one" && reads.test(operand.prefix))) continue;
      judging.find(operand, "mutating", `dd writes with ${operand.text}`, "leave of= out: dd prints then");
    }
  });
}
