import { onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";
import { given, reader, writer } from "../../reader.ts";
import { noLists, strictReader } from "../checks.ts";
import { obeying } from "../project-files.ts";
import { family, subCommands } from "../sub-commands.ts";
import { GO_FILES, NODE_FILES, NPM_FILES, ownCopy, TOOLCHAIN } from "./obeyed-files.ts";

const NPM_TABLE = {
  flags:
    "-a --all -g --global -l --long --json --parseable -p --depth=0 --omit=dev --silent -s --link --unicode " +
    "--no-unicode --no-color --package-lock-only --no-update-notifier --workspaces -ws --no-audit --no-fund --offline",
  values: "--depth --omit --include --workspace -w --color --loglevel",
} as const;

/** No option that names a place: npm writes logs and a cache there. */
const NPM_SETTINGS = (names: string) =>
  strictReader(names, "shows settings", { flags: "--json -l --long -g --global --no-color -s --silent" });

/** npm keeps a log of every call in the user's home; where we run it, it is told not to. */
const NPM = family(
  "npm",
  "tells about packages",
  { flags: "-s --silent --no-update-notifier --offline --json -g --global" },
  subCommands(
    strictReader("ls list la ll explain why root prefix bin", "lists packages", NPM_TABLE),
    inSandbox(strictReader("query outdated", "lists packages", NPM_TABLE)),
    inSandbox(strictReader("view info show v search", "asks the registry", NPM_TABLE)),
    family("config c", "", { flags: "--json -l --long -g --global" }, subCommands(NPM_SETTINGS("get list ls"))),
    NPM_SETTINGS("get"),
    family("pkg", "", { flags: "--json" }, subCommands(strictReader("get", "", NPM_TABLE))),
    strictReader("run run-script", "lists scripts", { flags: "--json" }, (read, call, judging) => {
      const [script] = read.operands;
      if (script !== undefined) judging.find(script, "code", `${call.name.values[0]} runs code of the project`);
    }),
    writer("test t tst start stop restart exec x init create", "runs code", "read package.json and the script"),
    writer(
      "install i in add ci uninstall un remove rm update up upgrade link ln dedupe ddp prune rebuild rb shrinkwrap pack",
      "changes installed packages, and runs their scripts",
    ),
    writer(
      "publish unpublish deprecate dist-tag owner access team token login logout adduser version",
      "changes what is published",
    ),
    writer(
      "set cache audit fund edit explore docs bugs repo home star hook org profile doctor",
      "changes settings, or opens programs",
    ),
  ),
);

const PIP = family(
  "pip pip3",
  "tells about packages",
  { flags: "-q --quiet -v --verbose --version -V --no-input --no-color --disable-pip-version-check --isolated" },
  subCommands(
    strictReader("list freeze", "lists packages", {
      flags:
        "-l --local --user -e --editable --exclude-editable --not-required --pre --all -q --quiet --no-color " +
        "--disable-pip-version-check",
      values: "--format --exclude",
      harmful: { "--outdated": "asks the index and keeps what it says", "-o": "asks the index and keeps what it says" },
    }),
    strictReader("show", "tells about packages", { flags: "-f --files -v --verbose -q --quiet --no-color" }),
    strictReader("check", "checks packages", { flags: "-q --quiet" }),
    family(
      "config",
      "",
      { flags: "--global --user --site" },
      subCommands(strictReader("list get debug", "shows settings", { flags: "--global --user --site -v --verbose" })),
    ),
    writer(
      "install uninstall download wheel cache lock index hash",
      "changes installed packages, or downloads",
      "pip list and pip show only read",
    ),
  ),
);

const GO = family(
  "go",
  "tells about Go code",
  {},
  subCommands(
    strictReader("version", "tells versions", { flags: "-m -v -json", singleDash: true }),
    strictReader("env", "tells settings", {
      flags: "-json -changed",
      singleDash: true,
      harmful: { "-w": "changes settings", "-u": "changes settings" },
    }),
    reader("help"),
    inSandbox(
      strictReader("list", "lists packages", {
        flags: "-m -json -deps -test -e -u -versions -find -retracted -compiled",
        values: "-f -tags -mod",
        singleDash: true,
        harmful: { "-toolexec": "runs a program", "-export": "builds" },
      }),
    ),
    inSandbox(strictReader("doc", "shows documentation", { flags: "-all -c -cmd -short -src -u", singleDash: true })),
    writer(
      "build run test install get mod work generate fmt fix clean vet tool telemetry bug",
      "builds, downloads, or changes files",
      "go.mod and the sources can be read",
    ),
  ),
);

const GEM = family(
  "gem",
  "tells about gems",
  { flags: "--version -v" },
  subCommands(
    strictReader("list", "lists gems", {
      flags: "-l --local -d --details -a --all -q --quiet --versions --no-versions",
    }),
    strictReader("env environment", "tells settings", {}),
    strictReader("which", "finds a file", { flags: "-a --all -g --gems-first --no-all --no-gems-first" }),
    writer("install uninstall update build push cleanup fetch unpack exec", "changes installed gems"),
  ),
);

const RUSTUP = family(
  "rustup",
  "tells about toolchains",
  { flags: "--version -V" },
  subCommands(
    family("toolchain", "", {}, subCommands(strictReader("list", "", { flags: "-v --verbose -q --quiet" }))),
    family(
      "target component",
      "",
      {},
      subCommands(inSandbox(strictReader("list", "", { flags: "--installed -q --quiet", values: "--toolchain" }))),
    ),
    inSandbox(strictReader("show", "tells what is active", { flags: "-v --verbose" })),
    writer("update install default override run self set uninstall doc man", "changes toolchains, or runs programs"),
  ),
);

const TSC: CommandSpec = strictReader(
  "tsc",
  "checks types",
  {
    flags:
      "--noEmit --showConfig --listFilesOnly --version -v --help -h --all --strict --skipLibCheck --pretty --noUnusedLocals " +
      "--noUnusedParameters --allowJs --checkJs --listFiles --explainFiles --traceResolution --diagnostics",
    values: "-p --project --target --module --moduleResolution --lib --jsx --types",
    harmful: {
      "--build": "writes files",
      "-b": "writes files",
      "--watch": "does not end",
      "-w": "does not end",
      "--init": "writes a file",
      "--outDir": "writes files",
      "--outFile": "writes a file",
      "--generateTrace": "writes files",
      "--generateCpuProfile": "writes a file",
    },
    singleDash: true,
  },
  noLists,
  (read, call, judging) => {
    const taken = read.operands.find((word) => word.values?.some((value) => /^(true|false)$/i.test(value)));
    if (taken !== undefined) {
      const reason = `${taken.text} may turn the option before it off: tsc takes true or false from the next word`;
      judging.find(taken, "mutating", reason, "leave it out");
    }
    if (given(read, "--showConfig", "--version", "-v", "--help", "-h", "--all") !== undefined) return;
    const only = given(read, "--noEmit", "--listFilesOnly");
    if (only === undefined) {
      judging.find(call.name, "mutating", "tsc writes the files it compiles", "add --noEmit");
    } else if (!judging.facts.sandboxed) {
      const reason = `tsc ${only.text} may write a trace or a tsbuildinfo file, as tsconfig.json says`;
      judging.find(call.name, "mutating", `${reason}: harmless only in the sandbox`);
    }
  },
);

export const PACKAGES: readonly CommandSpec[] = [
  obeying(withVersion(NPM), ...NPM_FILES),
  PIP,
  obeying(GO, GO_FILES),
  GEM,
  obeying(RUSTUP, TOOLCHAIN),
  obeying(TSC, ownCopy("tsc"), ...NODE_FILES),
  writer(
    "yarn yarnpkg pnpm pnpx corepack",
    "runs code that the project names in its settings, whatever is asked",
    "read package.json and the lock file",
  ),
  writer(
    "poetry pdm hatch pipenv easy_install composer",
    "loads plugins, and changes installed packages",
    "read the lock file",
  ),
  writer("bundle bundler", "runs the Gemfile, which is code of the project", "read Gemfile.lock"),
  writer("mvn mvnw gradlew sbt lein bazel bazelisk buck2 pants", "runs code of the project", "read the build files"),
  writer("packer", "runs plugins that lie beside the templates"),
  writer("pyright", "downloads itself"),
  writer("pre-commit husky lint-staged semantic-release", "runs code of the project"),
  writer(
    "jest vitest mocha ava tap nyc c8 playwright cypress karma rspec",
    "runs code of the project",
    "read the tests",
  ),
  writer("pytest tox nox coverage flake8 pylint rubocop", "runs code of the project", "read the tests and the sources"),
  writer(
    "webpack vite rollup esbuild parcel tsup turbo nx lerna next nuxt astro ng gulp grunt",
    "runs code of the project",
  ),
  writer("ts-node tsx swc babel nodemon iex erl groovy clj clojure", "runs code", "read the script"),
  writer("gtags cscope", "writes an index", "use grep -n or rg -n"),
];

/** `npm -v`: the family alone would take it for an option in front of a sub-command. `npm help ls` opens a manual. */
function withVersion(spec: CommandSpec): CommandSpec {
  return {
    ...spec,
    judge(call, judging) {
      if (call.args.length === 1 && ["-v", "--version", "-h", "--help", "help"].includes(onlyValue(call.args[0]) ?? ""))
        return;
      spec.judge?.(call, judging);
    },
  };
}

/** What is harmless only where nothing it writes lasts. */
function inSandbox(spec: CommandSpec): CommandSpec {
  return {
    ...spec,
    judge(call, judging) {
      if (judging.facts.sandboxed) return spec.judge?.(call, judging);
      const reason = `${call.name.values[0]} writes logs or caches: it is harmless only in the sandbox`;
      judging.find(call.name, "mutating", reason, "read the files instead");
    },
  };
}
