import { type Argument, onlyValue } from "../argument.ts";
import type { CommandCall, CommandSpec, Judging } from "../command.ts";
import { type OptionTable, readOptions } from "../options.ts";
import { filesReadByAwkProgram, judgeAwkProgram } from "../programs/awk-program.ts";
import type { ProgramFinding } from "../programs/program-finding.ts";
import { filesReadBySedScript, judgeSedScript } from "../programs/sed-script.ts";

/** Commands that are given a program in a language of their own. */
export const PROGRAMS: readonly CommandSpec[] = [
  { names: ["sed", "gsed"], level: "READ", reason: "prints lines, edited", judge: sed },
  { names: ["awk", "gawk", "mawk", "nawk", "original-awk"], level: "READ", reason: "prints fields", judge: awk },
];

const FROM_FILE = "runs a program from a file, which is not looked at";

const SED: OptionTable = {
  flags:
    "-n -E -r -s -u -z --quiet --silent --regexp-extended --posix --null-data --zero-terminated --separate --unbuffered --debug --sandbox --version --help",
  values: "-e --expression",
  harmful: {
    "-i": "changes files in place",
    "--in-place": "changes files in place",
    "-I": "changes files in place",
    "-f": FROM_FILE,
    "--file": FROM_FILE,
  },
};

function sed(call: CommandCall, judging: Judging) {
  const first = call.args.find((arg) => !onlyValue(arg)?.startsWith("-"));
  if (
    first !== undefined &&
    textsOf(first) === undefined &&
    !call.args.some((arg) => /^(?:-e|--expr)/.test(arg.prefix))
  ) {
    return uncertain(first, "sed", SED_INSTEAD, judging);
  }
  // A script that begins with a number is at worst an option sed does not have.
  const args = call.args.map((arg) =>
    arg === first && arg.values === undefined && arg.samples ? { ...arg, values: arg.samples } : arg,
  );
  const read = readOptions({ ...call, args }, SED, judging);
  if (read === undefined || read.options.some(({ name }) => name === "--version" || name === "--help")) return;
  const given = read.options.flatMap(({ name, value }) =>
    name === "-e" || name === "--expression" ? (value ?? []) : [],
  );
  const scripts = given.length > 0 ? given : read.operands.slice(0, 1);
  // Outside GNU sed the first operand is the script, if it stands before every -e.
  const early =
    given.length > 0 && read.operands.find((operand) => args.indexOf(operand) < args.findIndex(isScriptOption));
  if (early) return uncertain(early, "sed", "put -e first, and the files last", judging);
  let programs = [""];
  for (const script of scripts) {
    const texts = script.isLoose ? looseTexts(script) : textsOf(script);
    programs = programs.flatMap((before) => (texts ?? []).map((text) => `${before}${text}\n`));
    if (texts === undefined || programs.length > MOST_PROGRAMS) return uncertain(script, "sed", SED_INSTEAD, judging);
  }
  // sed joins its scripts by line breaks; the last has none.
  for (const program of programs) {
    const script = program.slice(0, -1);
    report(judgeSedScript(script), scripts[0] ?? call.name, judging);
    judging.opens(filesReadBySedScript(script), scripts[0] ?? call.name);
  }
}

/** With nothing but addresses and printing in it, no number and no sentence makes a program write. */
function looseTexts({ samples }: Argument): readonly string[] | undefined {
  return samples?.every((sample) => /^[\d,$+~!;=pdq{} ]*$/.test(sample)) ? ["p"] : undefined;
}

function isScriptOption({ prefix }: Argument): boolean {
  return /^-[nErsuz]*e|^--expr/.test(prefix);
}

const MOST_PROGRAMS = 64;
const SED_INSTEAD = `tail -n +"$n" FILE | head -40, or awk -v n="$n" 'NR >= n && NR < n + 40' FILE`;

const AWK: OptionTable = {
  flags: "--version --csv --re-interval",
  values: "-F -v --field-separator --assign",
  stopAtOperand: true,
  harmful: {
    "-f": FROM_FILE,
    "--file": FROM_FILE,
    "-i": "loads a library, which may change files in place",
    "--include": "loads a library, which may change files in place",
    "-l": "loads an extension",
    "--load": "loads an extension",
    "-o": "writes the program to a file",
    "-p": "writes a profile to a file",
    "-d": "writes variables to a file",
    "-E": FROM_FILE,
  },
};

function awk(call: CommandCall, judging: Judging): void {
  const read = readOptions(call, AWK, judging);
  if (read === undefined || read.options.some(({ name }) => name === "--version")) return;
  const [program, ...files] = read.operands;
  if (program === undefined) return;
  const given = [...files, ...read.options.flatMap(({ value }) => value ?? [])];
  const address = given.find((file) =>
    (file.values ?? [file.prefix]).some((name) => /(?:^|=)\/inet|\\[0-7x]/.test(name)),
  );
  if (address !== undefined) judging.find(address, "mutating", "gawk opens a connection to the network for this name");
  const texts = textsOf(program);
  if (texts === undefined) uncertain(program, "awk", "give values with -v: awk -v n=\"$n\" '…'", judging);
  for (const text of texts ?? []) {
    report(judgeAwkProgram(text), program, judging);
    judging.opens(filesReadByAwkProgram(text).files, program);
  }
}

/** Every program this can be. A number in it may be any number: no program is another one by that. */
function textsOf(program: Argument | undefined): readonly string[] | undefined {
  if (program?.count !== "one") return undefined;
  return program.values ?? program.samples;
}

function uncertain(program: Argument, name: string, instead: string, judging: Judging) {
  judging.find(program, "dynamic", `the program of ${name} is not certain before it runs`, instead);
}

function report(findings: readonly ProgramFinding[], program: Argument, judging: Judging): void {
  for (const { code, reason, hint } of findings) judging.find(program, code, reason, hint);
}
