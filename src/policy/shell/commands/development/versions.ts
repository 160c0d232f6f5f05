import { onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";
import { unlessThere } from "../checks.ts";

/** Programs that say what they are when asked exactly so, and otherwise do what `otherwise` says. */
function says(names: string, queries: string, otherwise: string, hint?: string): CommandSpec {
  const known = queries.split("|");
  return {
    names: names.split(" "),
    level: "READ",
    reason: "tells its version",
    judge(call, judging) {
      const words = call.args.map((arg) => onlyValue(arg));
      if (words.every((word) => word !== undefined) && known.includes(words.join(" "))) return;
      judging.find(call.args[0] ?? call.name, "code", `${call.name.values[0]} ${otherwise}`, hint ?? HINT);
    },
  };
}

/** rustup runs the program that a file of the project names, even for its version. */
function withToolchain(spec: CommandSpec): CommandSpec {
  return unlessThere(spec, ["rust-toolchain", "rust-toolchain.toml"], "runs what rust-toolchain says");
}

const HINT = "read the files instead, or put it into the plan as a step";
const RUNS = "runs code";
const BUILDS = "runs what the project says, and writes files";
const COMPILES = "writes files, and may run programs";
const MANAGES = "installs, downloads or runs code";
const TALKS = "may change what it talks to";
const EDITS = "can change files and run programs";
const V = "--version";

/**
 * Programs of which only the question for the version is harmless. Left out are those that run code of the project
 * even then: yarn (yarnPath), pnpm (.pnpmfile.cjs), mvn (.mvn/jvm.config), composer and poetry (plugins), bazel
 * (tools/bazel), pytest (conftest.py), flake8 (local plugins), nx and turbo (the copy in node_modules), packer (plugins
 * beside the templates); and pyright, which downloads itself.
 */
export const VERSIONS: readonly CommandSpec[] = [
  says("node nodejs", `${V}|-v`, RUNS, "read the script instead"),
  says("deno bun", `${V}|-V|-v`, RUNS),
  unlessThere(says("npx", `${V}|-v`, "downloads and runs programs"), [".npmrc"], "keeps a cache where .npmrc says"),
  says("python python2 python3 pypy pypy3", `${V}|-V|-VV`, RUNS, "read the script; use jq, awk or sed to look at data"),
  says("python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14", `${V}|-V|-VV`, RUNS),
  says("ruby", `${V}|-v`, RUNS),
  says("perl", `${V}|-v`, RUNS, "use sed, awk or grep"),
  says("php", `${V}|-v|-m|-i`, RUNS),
  says("lua luajit lua5.1 lua5.3 lua5.4", "-v", RUNS),
  says("Rscript R julia", V, RUNS),
  says("elixir", `${V}|-v`, RUNS),
  says("java", `${V}|-version|--show-version`, RUNS),
  says("kotlin kotlinc scala", "-version", RUNS),
  says("swift swiftc", V, COMPILES),
  says("javac jar javap jshell", `${V}|-version`, COMPILES),
  says("gcc g++ cc c++ clang clang++ cpp gfortran ld as ar", `${V}|-dumpversion|-dumpmachine`, COMPILES),
  withToolchain(says("rustc", `${V}|-V|-vV|--version --verbose|--print sysroot|--print target-list`, COMPILES)),
  withToolchain(
    says("cargo", `${V}|-V|-vV|--version --verbose|--list`, BUILDS, "Cargo.toml and Cargo.lock can be read"),
  ),
  says("ghc stack cabal ghci runghc", V, COMPILES),
  says("zig", "version|env", COMPILES),
  says("ocaml opam dune nim crystal dart dmd ldc2 fpc", V, COMPILES),
  unlessThere(
    says("dotnet", `${V}|--list-sdks|--list-runtimes`, BUILDS),
    ["global.json"],
    "runs the program that global.json names",
  ),
  says("make gmake", `${V}|-v`, "runs what the Makefile says, even with -n", "read the Makefile"),
  says("cmake ctest ninja meson just scons autoconf automake", V, BUILDS),
  says("mix", `${V}|-v`, BUILDS),
  says("rake", V, BUILDS),
  says("uv pipx conda mamba pyenv rbenv nvm fnm volta asdf mise", `${V}|-V|-v|version`, MANAGES),
  says("nix", V, MANAGES),
  unlessThere(says("ansible ansible-playbook", V, TALKS), ["ansible.cfg"], "writes the log that ansible.cfg names"),
  says("vagrant pulumi", V, TALKS),
  says("gcloud", `${V}|version|config list|info`, TALKS),
  says("az", `${V}|version`, TALKS),
  says("git-lfs", `${V}|version`, "writes into the repository"),
  says("psql mysql mariadb", `${V}|-V`, "can change a database"),
  says("redis-cli", `${V}|-v`, "can change a database"),
  says("mongosh mongo", V, "can change a database"),
  says("pg_dump mysqldump pg_restore createdb dropdb redis-server postgres mysqld mongod", V, "can change a database"),
  says("nginx", "-v|-V", "serves others"),
  says("apachectl httpd apache2", "-v|-V", "serves others"),
  says("caddy", "version", "serves others"),
  says("podman", `${V}|-v`, "runs containers, or changes them"),
  says("code cursor subl", `${V}|-v|--list-extensions`, "opens an editor"),
  says("vim vi nvim emacs nano", V, EDITS),
  says("protoc buf hadolint clang-format clang-tidy", V, "may write files or load settings that run code"),
  says(
    "eslint prettier biome oxlint stylelint",
    `${V}|-v`,
    "loads settings and plugins of the project, which are code",
  ),
  says("ruff black isort mypy", V, "writes caches, and loads plugins the project names"),
  says("golangci-lint ktlint swiftlint", V, "loads settings and plugins of the project"),
];
