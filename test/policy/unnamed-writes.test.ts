import { describe, expect, it } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import type { Overlay } from "../../src/policy/rule.ts";
import { disk } from "./disk.ts";
import { bash, executing, situation } from "./situation.ts";

const { facts } = disk();

/** Everything that could waive a question, at once. */
const WAIVED: Overlay["settings"] = { scope: "full", yolo: true, tool_ignore: ["bash"], level: "log" };
const inStep = (line: string, step = {}, more: Overlay = {}) =>
  judge(
    bash(line),
    executing({ tools: ["bash"], commits: true, ...step }, { settings: { ...WAIVED }, facts, ...more }),
  );
const outside = (line: string) => judge(bash(line), situation({ facts }));

/** Git's own, which no signature and no answer allows. */
const GITS = [
  "git config core.hooksPath x",
  "git config --local core.hooksPath x",
  "git config --add core.hooksPath x",
  "git config --replace-all core.pager x",
  "git config set core.hooksPath x",
  "git config set --global core.editor x",
  "git config --global core.pager x",
  "git config --glob core.pager x",
  "git config --system core.pager x",
  "git config --worktree core.fsmonitor x",
  "git config --unset core.hooksPath",
  "git config unset core.hooksPath",
  "git config --rename-section user core",
  "git config rename-section user core",
  "git config --edit",
  "git config --global -e",
  "git config edit",
  "git config alias.st '!evil'",
  "git config filter.x.clean evil",
  "git config include.path ../evil",
  "git config Remote.origin.URL ext::evil",
  'git config remote.origin.url "$address"',
  'git config "$key" value',
  "git config rebase.instructionFormat '%s%nexec evil'",
  "git config rebase.instructionFormat %B",
  "git config rebase.instructionFormat %x0aexec",
  "git clone -c rebase.instructionFormat='%s%nexec x' a b",
  "git config diff.tool ../../evil",
  "git config diff.guitool ../../evil",
  "git config merge.tool ../../evil",
  "git config gitflow.path.hooks evil",
  "git config branch.main.remote evil::x",
  "git config branch.main.pushRemote evil::x",
  "git config branch.main.mergeOptions '-s evil'",
  "git config remote.pushDefault evil::x",
  "git config pull.twohead evil",
  "git config pull.octopus evil",
  "git config core.protectHFS false",
  "git config --type=path core.hooksPath x",
  "git config --type path core.hooksPath x",
  "git config -- core.hooksPath x",
  "git -C src config core.hooksPath x",
  "git -c a.b=c --no-pager config core.hooksPath x",
  "git --git-dir=.git config core.hooksPath x",
  "git --git-dir .git config core.hooksPath x",
  "cd src && git config core.hooksPath x",
  "cd $somewhere && git config core.hooksPath x",
  "npm test && git config core.hooksPath x",
  "bash -c 'git config core.hooksPath x'",
  "env A=b git config core.hooksPath x",
  "command git config core.hooksPath x",
  "echo x | xargs git config core.hooksPath",
  "sudo git config core.hooksPath x",
  "sudo -u ann git config core.hooksPath x",
  "nohup git config core.hooksPath x",
  "/usr/bin/git config core.hooksPath x",
  "if true; then git config core.hooksPath x; fi",
  "git remote add evil ext::evil",
  "git remote set-url origin 'ext::sh -c evil'",
  'git remote add x "$address"',
  "git submodule add ext::evil lib",
  "git submodule foreach 'git config core.hooksPath x'",
  "git submodule foreach git config core.hooksPath x",
  "git rebase -x 'git config core.hooksPath x' main",
  "git init --template=evil",
  "git init --template evil new",
  "git -c init.templateDir=evil init",
  "git init --separate-git-dir=evil",
  "git clone --template=evil a b",
  "git clone -c core.hooksPath=x a b",
  "git clone --config core.hooksPath=x a b",
  "git clone --config=core.hooksPath=x a b",
  "git clone -ccore.hooksPath=x a b",
  "git lfs install",
  "git lfs install --local",
  "git-lfs install",
  "git maintenance start",
  "git maintenance register",
  "git alias st '!evil'",
  "pre-commit install",
  "pre-commit install --hook-type pre-push",
  "lefthook install",
  "npx lefthook install",
  "husky",
  "husky install",
  "npx husky init",
  "npx --yes husky@9 init",
  "npm exec husky",
  "pnpm dlx husky init",
  "yarn husky install",
  "gh auth setup-git",
  "scalar register",
];

/** Of other hosts: a person may allow it outside plan mode. */
const HOSTS = [
  "pre-commit autoupdate",
  "direnv allow",
  "direnv edit .",
  "mise use node@22",
  "mise trust",
  "asdf local nodejs 22",
  "conda init bash",
  "code --install-extension evil.evil",
  "code --force --install-extension=evil.evil",
  "cursor --install-extension evil.evil",
  "pi install npm:evil",
  "claude mcp add evil -- evil",
  "codex mcp add evil -- evil",
  "crontab jobs",
  "echo '* * * * * evil' | crontab -",
  "sudo crontab jobs",
  "systemctl --user enable evil",
  "systemctl enable --user evil",
];

/** Settings of the user's or the machine's, from which nothing is run. */
const ELSEWHERE = [
  "git config --global user.name x",
  "git config --system user.name x",
  'git config -f "$file" user.name x',
  "git credential approve < x",
  "git $sub core.hooksPath x",
  "npm config set registry http://localhost",
  "npm set registry http://localhost",
  "yarn config set registry http://localhost",
  "pnpm config set registry http://localhost",
  "pip config set global.index-url http://localhost",
  "go env -w GOFLAGS=-toolexec=evil",
  "chsh -s evil",
  "systemctl enable evil",
];

describe("a command that writes what programs load, and does not name it", () => {
  it.each(GITS)("is refused where it is git's, in a step and outside of it: %s", (line) => {
    for (const it of [inStep(line), inStep(line, { files: [".git/config"] }), outside(line)]) {
      expect(it).toMatchObject({ verdict: "deny", code: "PROTECTED_PATH", rule: "protected-paths" });
    }
  });

  it.each(HOSTS)("is refused in a step, and a person's to allow outside plan mode: %s", (line) => {
    expect(inStep(line)).toMatchObject({ verdict: "deny", code: "PROTECTED_PATH" });
    expect(outside(line)).toMatchObject({ verdict: "confirm", rule: "protected-paths" });
  });

  it("runs in a step that names the literal path of what it writes", () => {
    for (const [line, file] of [
      ["direnv allow", ".envrc"],
      ["pre-commit autoupdate", ".pre-commit-config.yaml"],
      ["mise use node@22", "mise.toml"],
    ] as const) {
      expect(inStep(line, { files: ["**"] }).verdict, line).toBe("deny");
      expect(inStep(line, { files: [file] }).verdict, line).toBe("allow");
    }
  });

  it("is told which place it writes", () => {
    expect(inStep("git config core.hooksPath x").reason).toBe(
      '".git/config" leads to the hooks and the configuration of git, which no tool may write.',
    );
    expect(inStep("direnv allow").reason).toContain('".envrc": shells that enter the directory would load it');
  });

  it.each(ELSEWHERE)("is a person's to allow in a step where nothing runs from it, whatever is waived: %s", (line) => {
    expect(inStep(line)).toMatchObject({ verdict: "confirm", rule: "outside-project" });
  });

  it("is left to the sandbox where there is one", () => {
    const sandboxed = { facts: { ...facts, sandbox: "on" as const } };
    expect(inStep("git config core.hooksPath x", {}, sandboxed).verdict).toBe("allow");
  });
});

describe("a command that is like one that writes what programs load", () => {
  it.each([
    "git config user.name x",
    "git config set user.email a@b",
    "git config branch.main.remote origin",
    "git config branch.main.merge refs/heads/main",
    "git config branch.main.remote .",
    "git config remote.pushDefault fork",
    "git config rebase.instructionFormat '%s [%an, %h]'",
    "git config diff.tool vimdiff",
    "git config merge.tool nvimdiff2",
    "git config pull.twohead ort",
    "git config gitflow.prefix.feature feature/",
    "git config core.protectNTFS true",
    "git config --unset user.name",
    "git config remote.origin.url https://localhost/x",
    "git config --get core.hooksPath",
    "git config -f settings.ini core.hooksPath x",
    "git remote add origin https://localhost/x.git",
    "git remote add -f origin git@localhost:x.git",
    "git remote set-url origin other",
    "git submodule update --init",
    "git submodule foreach git status",
    "git rebase main",
    "git rebase husky",
    "git checkout -b x",
    "git push -u origin x",
    "git init",
    "git init -q new",
    "git init --template= new",
    "git clone https://localhost/x",
    "git clone --depth 1 -c user.name=x https://localhost/x",
    "git lfs pull",
    "git lfs track '*.bin'",
    "git maintenance run",
    "git worktree add tree",
    "pre-commit run --all-files",
    "lefthook run pre-commit",
    "npm install husky",
    "npm i -D husky lint-staged",
    "yarn add husky pre-commit",
    "npx prettier --write .",
    "npm run set",
    "npm config get registry",
    "npm test",
    "mise install",
    "mise exec -- npm test",
    "pip install x",
    "go env GOFLAGS",
    "code .",
    "echo git config core.hooksPath x > notes",
    "git commit -m 'git config core.hooksPath x'",
  ])("is as before: %s", (line) => {
    expect(inStep(line).rulings.map(({ rule, says }) => `${rule} ${says}`)).not.toContain("protected-paths deny");
    expect(inStep(line).verdict).toBe("allow");
    expect(outside(line).verdict).toBe("allow");
  });
});
