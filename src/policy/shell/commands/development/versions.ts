import { onlyValue } from "../../argument.ts";
import type { CommandSpec } from "../../command.ts";
import { obeying } from "../project-files.ts";
import { GLOBAL_JSON, NODE_FILES, NPM_FILES, ownCopy, TOOLCHAIN } from "./obeyed-files.ts";
import { parsing } from "./parsing.ts";

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

/** Programs of npm, one by one: each may have a copy in the project. */
function saysOfNpm(names: string, queries: string, otherwise: string): CommandSpec[] {
  return names.split(" ").map((name) => obeying(says(name, queries, otherwise), ownCopy(name), ...NODE_FILES));
}

const HINT = "read the files instead, or put it into the plan as a step";
const RUNS = "runs code";
const BUILDS = "runs what the project says, and writes files";
const COMPILES = "writes files, and may run programs";
const MANAGES = "installs, downloads or runs code";
const TALKS = "may change what it talks to";
const EDITS = "can change files and run programs";
const V = "--version";

/** cargo reads Cargo.toml for these, and starts no compiler, whatever `.cargo/config.toml` names as one. */
const MANIFEST = [
  "locate-project|locate-project --workspace|locate-project --message-format plain",
  ...["--format-version 1", "--format-version=1"].flatMap((format) => [
    `metadata --no-deps ${format}`,
    `metadata ${format} --no-deps`,
    `metadata --offline --no-deps ${format}`,
    `metadata --no-deps --offline ${format}`,
  ]),
  "metadata --no-deps|metadata --no-deps --offline|metadata --offline --no-deps",
].join("|");

/** An option file of the project cannot make these write. */
const CTAGS = `${V}|--help|${"languages kinds kinds-full extensions maps fields features extras excludes".replace(/\S+/g, "--list-$&").replaceAll(" ", "|")}`;

/**
 * Programs of which only the question for the version is harmless. Left out are those that run code of the project
 * even then: yarn (yarnPath, packageManager), pnpm (.pnpmfile.cjs, packageManager), mvn (.mvn/jvm.config), composer and poetry (plugins), bazel
 * (tools/bazel), pytest (conftest.py), flake8 (local plugins), nx and turbo (the copy in node_modules), packer (plugins
 * beside the templates); and pyright, which downloads itself.
 */
export const VERSIONS: readonly CommandSpec[] = [
  obeying(
    parsing(says("node nodejs", `${V}|-v|--help|-h|--v8-options`, RUNS, "read the script instead"), "--check -c"),
    ...NODE_FILES,
  ),
  says("deno bun", `${V}|-V|-v`, RUNS),
  obeying(says("npx", `${V}|-v`, "downloads and runs programs"), ...NPM_FILES),
  says("python python2 python3 pypy pypy3", `${V}|-V|-VV`, RUNS, "read the script; use jq, awk or sed to look at data"),
  says("python3.8 python3.9 python3.10 python3.11 python3.12 python3.13 python3.14", `${V}|-V|-VV`, RUNS),
  says("ruby", `${V}|-v`, RUNS),
  says("perl", `${V}|-v`, RUNS, "use sed, awk or grep"),
  parsing(says("php", `${V}|-v|-m|-i|--ini`, RUNS), "-l"),
  says("lua luajit lua5.1 lua5.3 lua5.4", "-v", RUNS),
  says("Rscript R julia", V, RUNS),
  says("elixir", `${V}|-v`, RUNS),
  says("java", `${V}|-version|--show-version`, RUNS),
  says("kotlin kotlinc scala", "-version", RUNS),
  says("swift swiftc", V, COMPILES),
  says("gcc g++ cc c++ clang clang++ gfortran", `${V}|-v|-dumpversion|-dumpmachine`, COMPILES),
  // Without a file these read one from their input, whatever -v may mean.
  says("cpp ld as", `${V}|-dumpversion|-dumpmachine`, COMPILES),
  obeying(says("rustc", `${V}|-V|-vV|--version --verbose|--print sysroot|--print target-list`, COMPILES), TOOLCHAIN),
  obeying(says("rustfmt", `${V}|-V`, "changes files, as the project says"), TOOLCHAIN),
  obeying(
    says("cargo", `${V}|-V|-vV|--version --verbose|--list|${MANIFEST}`, BUILDS, "add --no-deps to cargo metadata"),
    TOOLCHAIN,
  ),
  says("ghc stack cabal ghci runghc", V, COMPILES),
  says("zig", "version|env", COMPILES),
  says("ocaml opam dune nim crystal dart dmd ldc2 fpc", V, COMPILES),
  obeying(says("dotnet", `${V}|--info|--list-sdks|--list-runtimes`, BUILDS), GLOBAL_JSON),
  says("make gmake", `${V}|-v`, "runs what the Makefile says, even with -n", "read the Makefile"),
  says("cmake ctest ninja meson just scons autoconf automake", V, BUILDS),
  says("mix", `${V}|-v`, BUILDS),
  says("rake", V, BUILDS),
  says("gradle", `${V}|-v`, "runs code of the project", "read the build files"),
  says("uv pipx conda mamba asdf mise", `${V}|-V|-v|version`, MANAGES),
  says("pyenv rbenv nodenv goenv jenv", `${V}|-v|version|versions|versions --bare|root|global|local`, MANAGES),
  says("nvm fnm volta", `${V}|-V|-v|version|current|ls|list`, MANAGES),
  says("direnv", `${V}|version|status`, MANAGES),
  says("nix", V, MANAGES),
  obeying(says("ansible ansible-playbook", V, TALKS), {
    names: ["ansible.cfg"],
    harm: "writes the log that ansible.cfg names",
  }),
  says("vagrant pulumi", V, TALKS),
  says("gcloud", `${V}|version|config list|config get-value project|auth list|info`, TALKS),
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
  // Its `.env` may name another daemon, and the program to reach it with.
  says("docker-compose", `${V}|-v|version`, "changes containers", "docker compose ps, logs and config only read"),
  says("kind minikube k9s", "version", TALKS),
  says("sqlite3", `${V}|-version`, "can change a database, and run programs"),
  says("ffmpeg ffprobe", "-version", "may fetch and write files"),
  says("pandoc fzf delta", V, "can run programs"),
  says("ctags etags", CTAGS, "writes an index", "use grep -n or rg -n"),
  says("code cursor subl", `${V}|-v|--list-extensions`, "opens an editor"),
  says("vim vi nvim emacs nano", V, EDITS),
  says("protoc buf clang-format clang-tidy", V, "may write files or load settings that run code"),
  ...saysOfNpm(
    "eslint prettier biome oxlint stylelint",
    `${V}|-v`,
    "loads settings and plugins of the project, which are code",
  ),
  says("isort mypy", V, "writes caches, and loads plugins the project names"),
  says("golangci-lint ktlint swiftlint", V, "loads settings and plugins of the project"),
];
