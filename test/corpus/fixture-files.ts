/** The files of the fixture repository, by path; a commit for each list, in order. */
export interface FixtureCommit {
  subject: string;
  author: string;
  /** Fixed, so that every build of the fixture has the same commit ids. */
  date: string;
  files: Record<string, string>;
}

/** What every payload of the corpus runs when it is not a plain `touch`: it leaves a file and hurts nothing. */
const MARK = "#!/bin/sh\ntouch marker\n";

export const FIXTURE_COMMITS: readonly FixtureCommit[] = [
  {
    subject: "Start the workspace",
    author: "Ada Winter <ada@example.com>",
    date: "2025-03-03T09:15:00+0000",
    files: {
      "README.md":
        "# Orchard\n\nA small workspace.\n\n## Install\n\n```sh\nnpm ci\n```\n\n## Usage\n\nSee [the guide](docs/guide.md).\n\nTODO: describe the command line.\n",
      ".gitignore": "node_modules/\ndist/\nvendor/\n*.local\n",
      ".editorconfig": "root = true\n\n[*]\nindent_style = space\n",
      "package.json": `${JSON.stringify(
        {
          name: "orchard",
          version: "1.4.0",
          private: true,
          type: "module",
          workspaces: ["packages/*"],
          scripts: {
            build: "sh scripts/mark.sh",
            test: "sh scripts/mark.sh",
            lint: "sh scripts/mark.sh",
            postinstall: "sh scripts/mark.sh",
          },
          dependencies: { "@orchard/core": "workspace:*" },
          devDependencies: { typescript: "^5.6.0", vitest: "^3.0.0" },
        },
        null,
        2,
      )}\n`,
      "tsconfig.json": '{\n  "compilerOptions": { "strict": true, "outDir": "dist" },\n  "include": ["src"]\n}\n',
      Makefile:
        "STAMP := $(shell sh scripts/mark.sh)\n\n.PHONY: all test\nall: test\n\ntest:\n\t@sh scripts/mark.sh\n\nversion:\n\t@echo 1.4.0\n",
      "src/index.ts":
        'import { pick } from "./lib/pick.ts";\n\nexport function main(names: string[]): string {\n  // TODO: say what happens when there are no names\n  return pick(names) ?? "nobody";\n}\n',
      "src/lib/pick.ts":
        "/** The first name in order. */\nexport function pick(names: string[]): string | undefined {\n  return [...names].sort()[0];\n}\n",
      "src/lib/errors.ts":
        'export class OrchardError extends Error {\n  override name = "OrchardError";\n}\n\nexport class NotFound extends OrchardError {}\n',
      "a.txt": "cherry\napple\nbanana\napple\n",
      "b.txt": "apple\nbanana\ndate\n",
      "with space.txt": "a name with a space\n",
    },
  },
  {
    subject: "Add packages, services and their settings",
    author: "Ben Okafor <ben@example.com>",
    date: "2025-03-10T14:02:00+0000",
    files: {
      "packages/core/package.json":
        '{\n  "name": "@orchard/core",\n  "version": "1.4.0",\n  "main": "src/index.ts"\n}\n',
      "packages/core/src/index.ts":
        "export const VERSION = 14;\nexport function add(a: number, b: number): number {\n  return a + b;\n}\n",
      "packages/core/src/index.test.ts": 'import { add } from "./index.ts";\n\nconsole.assert(add(1, 2) === 3);\n',
      "packages/cli/package.json": '{\n  "name": "@orchard/cli",\n  "version": "1.4.0",\n  "bin": "src/main.ts"\n}\n',
      "packages/cli/src/main.ts": 'import { VERSION } from "@orchard/core";\n\nconsole.log(VERSION);\n',
      "services/api/go.mod": "module example.com/orchard/api\n\ngo 1.22\n",
      "services/api/main.go": 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("orchard")\n}\n',
      "services/worker/Cargo.toml":
        '[package]\nname = "worker"\nversion = "0.3.1"\nedition = "2021"\n\n[dependencies]\n',
      "services/worker/src/main.rs":
        'fn main() {\n    let names: Vec<&str> = vec![];\n    println!("{}", names.len());\n}\n',
      "services/report/pyproject.toml": '[project]\nname = "report"\nversion = "0.2.0"\n',
      "services/report/report/app.py":
        "import os\n\n\ndef total(rows):\n    return sum(r[1] for r in rows)\n\n\nclass Report:\n    def render(self):\n        raise NotImplementedError\n",
      "services/report/tests/test_app.py":
        'import pathlib\n\nfrom report.app import total\n\n\ndef test_total():\n    pathlib.Path("marker").touch()\n    assert total([("a", 1)]) == 1\n',
      "config/settings.yaml": "server:\n  host: localhost\n  port: 8080\nfeatures:\n  - search\n  - export\n",
      "deploy/service.yaml": "apiVersion: v1\nkind: Service\nmetadata:\n  name: api\n",
      Dockerfile: "FROM node:22-slim\nWORKDIR /app\nCOPY . .\nRUN npm ci\n",
      ".github/workflows/ci.yml":
        "name: ci\non: [push]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - run: npm test\n",
    },
  },
  {
    subject: "Write the guide and keep some data",
    author: "Ada Winter <ada@example.com>",
    date: "2025-04-01T08:30:00+0000",
    files: {
      "docs/guide.md": "# Guide\n\n1. Install\n2. Run\n\nFIXME: pictures\n",
      "docs/my notes.md": "# Notes\n\n- ask about the port\n",
      "docs/decisions/0001-workspace.md": "# One workspace\n\nWe keep everything together.\n",
      "CHANGELOG.md": "# Changes\n\n## 1.4.0\n\n- A guide.\n\n## 1.3.0\n\n- Packages.\n",
      "data/users.csv": "id,name,age\n1,ada,36\n2,ben,41\n3,eve,29\n",
      "data/app.log":
        "2025-04-01 08:00:01 INFO started\n2025-04-01 08:00:02 ERROR no such user\n2025-04-01 08:00:05 WARN slow\n2025-04-01 08:00:09 ERROR timeout\n",
      "scripts/mark.sh": MARK,
      "scripts/pre.sh": `${MARK}cat "$@"\n`,
      "scripts/env.sh": "export ORCHARD=1\ntouch marker\n",
      "scripts/mark.py": 'import pathlib\n\npathlib.Path("marker").touch()\n',
      "scripts/mark.cjs": 'require("node:fs").writeFileSync("marker", "");\n',
      "scripts/mark.awk": 'BEGIN { system("touch marker") }\n{ print $1 }\n',
      "scripts/mark.sed": "w marker\n",
      "scripts/change.patch": "--- /dev/null\n+++ b/marker\n@@ -0,0 +1 @@\n+marked\n",
    },
  },
];

/** Archives, as base64: one file named `zipped.txt` each, and two lines of text. */
export const FIXTURE_ARCHIVES: Record<string, string> = {
  "data/old.zip":
    "UEsDBAoAAAAAAAAAIVqsADrHBwAAAAcAAAAKAAAAemlwcGVkLnR4dHppcHBlZApQSwECHgMKAAAAAAAAACFarAA6xwcAAAAHAAAACgAAAAAAAAABAAAApIEAAAAAemlwcGVkLnR4dFBLBQYAAAAAAQABADgAAAAvAAAAAAA=",
  "data/old.tar.gz":
    "H4sIAAAAAAACA+3RMQrCQBQE0K09RU4gu2bdnEfQwiohriA5vWtKC60UAu81A3+6+ct1mi7nfX3U8DOxKTmv2bxnM4SUh/6Y4qG87imV2Icuhj+43+pp7rowj+PHCb71G7Ws/98FAAAAAAAAAAAAtuUJacih4QAoAAA=",
  "data/old.log.gz": "H4sIAAAAAAACA8vPS+UqKc/nAgDmC7oSCAAAAA==",
};
