import type { CommandSpec } from "../command.ts";
import { optionReader, writer } from "../reader.ts";
import { mayBeGiven, strictReader } from "./checks.ts";
import { FD } from "./fd.ts";

const RUNS = "runs a program of your choice";

/** Commands that search. */
export const SEARCH: readonly CommandSpec[] = [
  {
    names: ["grep", "egrep", "fgrep", "rgrep", "ggrep"],
    level: "READ",
    reason: "searches text",
    // No grep has these; what is sometimes installed under its name has.
    judge({ name, args }, judging) {
      const end = args.findIndex((arg) => arg.values?.[0] === "--");
      for (const [index, arg] of args.slice(0, end < 0 ? undefined : end).entries()) {
        if (/^-([a-zA-Z]*e|-regexp)$/.test(args[index - 1]?.values?.[0] ?? "")) continue;
        if (!arg.values?.some((value) => /^--(filter|pager|view|save-config)(=|$)/.test(value))) continue;
        judging.find(arg, "mutating", `${name.values[0]} ${arg.text} may run a program`, "put -- or -e before it");
      }
    },
    recursive: (call) => call.name.values[0] === "rgrep" || mayBeGiven(call, /^(-[a-zA-Z0-9]*[rRd]|--(rec|der|dir))/),
  },
  {
    ...optionReader("rg ripgrep", "searches text", {
      flags: `-a -b -c -F -h -H -i -I -l -L -n -N -o -p -P -q -s -S -u -U -v -V -w -x -z -0 -. --auto-hybrid-regex
        --binary --block-buffered --byte-offset --case-sensitive --column --count --count-matches --crlf --debug
        --files --files-with-matches --files-without-match --fixed-strings --follow --glob-case-insensitive --heading
        --help --hidden --ignore --ignore-case --ignore-file-case-insensitive --include-zero --invert-match --json
        --line-buffered --line-number --line-regexp --max-columns-preview --messages --mmap --multiline
        --multiline-dotall --no-binary --no-block-buffered --no-column --no-config --no-context-separator --no-crlf
        --no-filename --no-follow --no-heading --no-hidden --no-ignore --no-ignore-dot --no-ignore-exclude
        --no-ignore-files --no-ignore-global --no-ignore-messages --no-ignore-parent --no-ignore-vcs --no-json
        --no-line-number --no-messages --no-mmap --no-multiline --no-one-file-system --no-pcre2-unicode --no-pre
        --no-require-git --no-search-zip --no-stats --no-text --no-unicode --null --null-data --one-file-system
        --only-matching --passthru --passthrough --pcre2 --pcre2-unicode --pcre2-version --pretty --quiet
        --require-git --search-zip --smart-case --sort-files --stats --stop-on-nonmatch --text --trace --trim
        --type-list --unicode --unrestricted --version --vimgrep --with-filename --word-regexp`,
      values: `-A -B -C -d -E -e -f -g -j -m -M -r -t -T --after-context --before-context --color --colors --context
        --context-separator --dfa-size-limit --encoding --engine --field-context-separator --field-match-separator
        --file --generate --glob --hyperlink-format --iglob --ignore-file --max-columns --max-count --max-depth
        --maxdepth --max-filesize --path-separator --regexp --regex-size-limit --replace --sort --sortr --threads
        --type --type-add --type-clear --type-not`,
      harmful: {
        "--pre": "runs a program on every file",
        "--pre-glob": "belongs to --pre, which runs a program on every file",
        "--hostname-bin": "runs a program to find the name of the machine",
      },
    }),
    recursive: () => true,
  },
  {
    ...strictReader("ag", "searches text", {
      flags: `-a -c -D -f -F -h -H -i -l -L -n -o -Q -r -R -s -S -t -u -U -v -V -w -z -0 --ackmate --all-text
        --all-types --break --nobreak --case-sensitive --color --nocolor --column --count --debug --files-with-matches
        --files-without-matches --fixed-strings --follow --group --nogroup --heading --noheading --hidden
        --ignore-case --invert-match --line-numbers --list-file-types --literal --nonumbers --norecurse --null
        --numbers --only-matching --one-device --passthrough --passthru --print-all-files --print-long-lines --recurse
        --search-binary --search-files --search-zip --silent --skip-vcs-ignores --smart-case --stats --stats-only
        --unrestricted --version --vimgrep --word-regexp`,
      values:
        "-A -B -C -G -g -m -p -W --after --before --context --depth --file-search-regex --ignore --ignore-dir --max-count --path-to-ignore --width --workers",
      harmful: { "--pager": RUNS },
    }),
    recursive: () => true,
  },
  {
    ...strictReader("ack ack-grep", "searches text", {
      flags: `-1 -c -f -h -H -i -I -l -L -n -o -Q -r -R -S -s -v -w --break --nobreak --color --nocolor --column --count
        --files-with-matches --files-without-matches --follow --group --nogroup --heading --noheading --help-types
        --ignore-case --invert-match --literal --no-filename --no-recurse --nopager --noenv --passthru --print0
        --recurse --smart-case --sort-files --version --with-filename --word-regexp`,
      values:
        "-A -B -C -g -m -t -T --after-context --before-context --context --ignore-dir --ignore-directory --ignore-file --match --max-count --type",
      harmful: {
        "--pager": RUNS,
        "--output": "is Perl code in some versions",
        "--ackrc": "reads options from a file",
      },
    }),
    recursive: () => true,
  },
  FD,
  writer("ast-grep", "loads parsers that the project's configuration names, which are code", "use rg or grep"),
  writer("sg", "runs a command as another group, or code of the project", "use rg or grep"),
  writer("semgrep comby", "fetches rules or rewrites files", "use rg or grep"),
  writer("global", "writes an index", "use rg or grep -n to find definitions"),
];
