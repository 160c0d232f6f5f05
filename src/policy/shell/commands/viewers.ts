import type { CommandSpec } from "../command.ts";
import { always, exactReader, onlyOperands, onlyValues, strictReader } from "./checks.ts";

const PAGER = "runs a program of your choice";
const USE_CAT = "use cat, head or sed -n";
const NAMES = "reads only pages with plain names here";

/** Pagers and manuals. Without a terminal they print and end; with one, the pager is the user's own. */
export const VIEWERS: readonly CommandSpec[] = [
  strictReader(
    "less more",
    "shows a file",
    {
      // Options with values are left out: after `$`, or after a number, less reads on for more options.
      flags: `-c -C -d -e -E -f -F -g -G -i -I -J -K -L -l -m -M -n -N -q -Q -r -R -s -S -u -U -w -W -X
        --chop-long-lines --HILITE-SEARCH --ignore-case --IGNORE-CASE --LINE-NUMBERS --line-numbers --long-prompt
        --no-init --no-lessopen --quiet --quit-at-eof --QUIT-AT-EOF --quit-if-one-screen --raw-control-chars
        --RAW-CONTROL-CHARS --silent --squeeze-blank-lines --version`,
      number: true,
      harmful: {
        "-o": "writes its input to a file",
        "-O": "writes its input to a file",
        "--log-file": "writes its input to a file",
        "--LOG-FILE": "writes its input to a file",
        "-k": "reads commands from a file",
        "--lesskey-file": "reads commands from a file",
        "--lesskey-src": "reads commands from a file",
        "--lesskey-content": "reads commands",
        "-t": "looks a tag up with a program",
        "--tag": "looks a tag up with a program",
      },
    },
    ({ operands }, call, judging) => {
      const command = operands.find(({ prefix, values = [prefix] }) => values.some((value) => /^(\+|$)/.test(value)));
      if (command === undefined) return;
      judging.find(command, "mutating", `${command.text} may be a command of ${call.name.values[0]}`, USE_CAT);
    },
  ),
  strictReader(
    "bat batcat",
    "shows a file in colour",
    {
      flags: `-A -p -n -f -d -u -s -S -P -L -h -V --show-all --plain --number --force-colorization --diff --unbuffered
        --squeeze-blank --chop-long-lines --no-paging --list-languages --list-themes --no-config --no-lessopen
        --no-custom-assets --config-dir --cache-dir --help --version`,
      values: `-l -H -m -r --language --highlight-line --file-name --diff-context --tabs --wrap --terminal-width --color
        --italic-text --decorations --paging --map-syntax --theme --theme-dark --theme-light --style --line-range
        --ignored-suffix --nonprintable-notation --squeeze-limit --strip-ansi --binary`,
      harmful: {
        "--pager": PAGER,
        "--lessopen": PAGER,
        "--generate-config-file": "writes its configuration",
        "--diagnostic": "runs other programs",
      },
    },
    onlyValues("--paging", (value) => value === "never" || value === "auto", "runs the pager even without a terminal"),
    ({ operands: [first] }, call, judging) => {
      if (first === undefined || always(first, (value) => value !== "cache")) return;
      if (first.values === undefined && !"cache".startsWith(first.prefix)) return;
      judging.find(first, "mutating", `${call.name.values[0]} cache changes its cache`);
    },
  ),
  strictReader(
    "man",
    "shows a page of the manual",
    {
      flags: "-k -f -w -a -W --apropos --whatis --where --path --location --all",
      values: "-s -S --sections",
      harmful: {
        "-P": PAGER,
        "--pager": PAGER,
        "-H": "runs a browser",
        "--html": "runs a browser",
        "-C": "reads a configuration that can name programs",
        "--config-file": "reads a configuration that can name programs",
        "-l": "formats any file as a page",
        "--local-file": "formats any file as a page",
        "-p": "runs preprocessors",
        "--preprocessor": "runs preprocessors",
        "-X": "opens a window",
        "-T": "chooses an output device",
        "-t": "formats for a printer",
        "-c": "rewrites the stored page",
        "-u": "rewrites its caches",
        "--update": "rewrites its caches",
      },
    },
    onlyOperands((value) => /^[\w.+:@[-]+$/.test(value), NAMES, "write the name of the page out"),
    onlyValues("-s -S --sections", (value) => /^[\w,:]+$/.test(value), NAMES),
  ),
  strictReader(
    "apropos whatis",
    "searches the manual",
    { flags: "-a -e -w -r -l --and --exact --wildcard --regex --long", values: "-s --sections --section" },
    // On a Mac and on FreeBSD these are shell scripts.
    onlyOperands((value) => /^[\w.+:@^*? -]+$/.test(value), "searches only for plain words here", "write the word out"),
  ),
  strictReader(
    "info",
    "shows a page of the manual",
    {
      flags: "-a -w --all --where --subnodes --version --help",
      values: "-o --output",
      harmful: { "--init-file": "reads key bindings", "--restore": "replays keys", "--dribble": "writes a file" },
    },
    onlyValues("-o --output", (value) => value === "-", "writes its output to a file"),
    onlyOperands((value) => /^[\w.+@()-]+$/.test(value), NAMES, "write the name of the page out"),
  ),
  exactReader("tldr", "shows examples of a command, and keeps a cache from the network", "--version"),
];
