import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { given, reader } from "../reader.ts";
import { always, exactReader, onlyFiles, strictReader } from "./checks.ts";

const IN_PLACE = "changes the file in place";

/** Commands that read structured text: JSON, YAML, XML, CSV, PDF. */
export const FORMATS: readonly CommandSpec[] = [
  // No filter and no option of theirs writes, runs or connects.
  { ...reader("jq gojq"), judge: noInPlace },
  reader("csvlook csvcut csvgrep csvstat csvsort"),
  strictReader(
    "yq",
    "queries YAML and JSON",
    {
      flags: `-a -c -C -e -h -j -M -n -N -P -r -R -S -v -V -y -Y -0 --colors --no-colors --exit-status --no-doc
      --null-input --nul-output --prettyPrint --unwrapScalar --verbose --version --help --tojson --raw-output
      --compact-output --raw-input --slurp --sort-keys --join-output --ascii-output --color-output
      --monochrome-output --tab --yaml-output --yml-output --yaml-roundtrip --yml-roundtrip --indentless-lists
      --explicit-start --explicit-end --header-preprocess --string-interpolation --csv-auto-parse --tsv-auto-parse
      --xml-keep-namespace --xml-raw-token --xml-skip-proc-inst --xml-skip-directives --xml-strict-mode
      --security-disable-env-ops --security-disable-file-ops --yaml-fix-merge-anchor-to-spec`,
      values: `-f -I -o -p -w --indent --output-format --input-format --front-matter --from-file --expression --arg
      --argjson --slurpfile --rawfile --width --csv-separator --properties-separator --xml-attribute-prefix
      --xml-content-name --xml-proc-inst-prefix --xml-directive-name --yaml-output-grammar-version --yml-out-ver
      --lua-prefix --lua-suffix --shell-key-separator`,
      // With a value only: -r=false.
      optional: "--unwrapScalar --header-preprocess --string-interpolation --xml-keep-namespace --xml-raw-token",
      harmful: {
        "-i": IN_PLACE,
        "--inplace": IN_PLACE,
        "--in-place": IN_PLACE,
        "-s": "writes the parts to files",
        "--split-exp": "writes the parts to files",
        "--split-exp-file": "writes the parts to files",
        "--security-enable-system-operator": "lets the expression run programs",
      },
    },
    noLoading,
  ),
  strictReader("xq", "queries XML", {
    flags: "-r -c -C -M -S -n -m -j --raw-output --compact-output --node --no-color",
    values: "-x -q -a --xpath --query --attr --indent",
    harmful: { "-i": IN_PLACE, "--in-place": IN_PLACE },
  }),
  strictReader(
    "xmllint",
    "reads XML",
    {
      singleDash: true,
      flags: `-noout -format -html -recover -nonet -huge -nowarning -noblanks -nocdata -nsclean -dropdtd -c14n -c14n11
        -exc-c14n -stream -sax -timing -version -quiet -xinclude -noxincludenode -valid -noent -loaddtd -dtdattr
        -postvalid -auto --noout --format --html --recover --nonet --huge --nowarning --noblanks --nocdata --nsclean
        --dropdtd --c14n --c14n11 --exc-c14n --stream --sax --timing --version --quiet --xinclude --noxincludenode
        --valid --noent --loaddtd --dtdattr --postvalid`,
      values: `-xpath -pretty -encode -schema -relaxng -schematron -pattern -maxmem --xpath --pretty --encode --schema
        --relaxng --schematron --pattern --maxmem`,
      harmful: {
        "-o": "writes its output to a file",
        "-output": "writes its output to a file",
        "--o": "writes its output to a file",
        "--output": "writes its output to a file",
        "-shell": "reads commands that can write",
        "--shell": "reads commands that can write",
      },
    },
    onlyFiles,
    (read, call, judging) => {
      const loads = given(read, ...LOADS.flatMap((name) => [`-${name}`, `--${name}`]));
      if (loads === undefined) return;
      // --nonet does not hold for an address that a catalogue gives, and a document names its own catalogue.
      const reason = `${call.name.values[0]} ${loads.text} may fetch from the network what the document names`;
      if (given(read, "-nonet", "--nonet") === undefined)
        judging.find(loads, "mutating", reason, "add --nonet before it");
      else if (!judging.facts.sandboxed)
        judging.find(loads, "mutating", `${reason}: it is harmless only in the sandbox`);
    },
  ),
  strictReader(
    "gron",
    "makes JSON greppable",
    { flags: "-u -v -c -m -s -j --ungron --values --colorize --monochrome --stream --json --no-sort --version" },
    onlyFiles,
  ),
  // -f eval would run its input as Perl.
  exactReader("json_pp", "formats JSON", "", "-json_opt pretty", "-json_opt pretty,canonical", "-json_opt canonical"),
  reader("pdfinfo"),
  strictReader(
    "pdftotext",
    "reads the text of a PDF",
    {
      singleDash: true,
      flags: "-layout -raw -nopgbrk -q -v -h -simple -nodiag",
      values: "-f -l -r -x -y -W -H -enc -eol -fixed",
    },
    ({ operands: [file, out, more] }, call, judging) => {
      if (file === undefined) return;
      const prints = out !== undefined && more === undefined && file.count === "one" && always(out, (to) => to === "-");
      if (prints) return;
      judging.find(call.name, "mutating", "pdftotext writes the text to a file", "give - as the second operand");
    },
  ),
];

const LOADS = "xinclude noxincludenode valid noent loaddtd dtdattr postvalid schema relaxng schematron auto".split(" ");

/** jq itself has no such option; look-alikes have. */
function noInPlace(...[call, judging]: Parameters<NonNullable<CommandSpec["judge"]>>): void {
  const asked = call.args.find((arg) =>
    arg.values?.some((value) => /^(-[a-zA-Z]*i[a-zA-Z]*|--in-?place)$/.test(value)),
  );
  if (asked !== undefined) judging.find(asked, "mutating", `${call.name.values[0]} ${asked.text} ${IN_PLACE}`);
  // Only at the beginning of a program, or behind another one.
  noFileWith(/(?:^|[;\n])\s*(?:import|include)\s*["#]/, call, judging);
}

function noLoading(_: unknown, call: CommandCall, judging: Judging): void {
  noFileWith(/(?<![.\w])(?:load\w*|strload|eval)\s*[(#]/, call, judging);
}

/** An expression of yq or jq can put together the name of a file, and open it; without a sandbox that may be any. */
function noFileWith(opening: RegExp, { name, args }: CommandCall, judging: Judging): void {
  if (judging.facts.sandboxed) return;
  const found = args.find((arg) => arg.values?.some((value) => opening.test(value)));
  if (found === undefined) return;
  judging.find(found, "dynamic", `${name.values[0]} ${found.text} may open any file`, "name the files as operands");
}
