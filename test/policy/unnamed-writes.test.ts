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
  // By commands that run it, known or not, whatever their options.
  "env -i git config core.hooksPath x",
  "timeout --foo 5 git config core.hooksPath x",
  "exec git config core.hooksPath x",
  "eval 'git config core.hooksPath x'",
  "eval git config core.hooksPath x",
  "trap 'git config core.hooksPath x' EXIT",
  "coproc git config core.hooksPath x",
  "busybox sh -c 'git config core.hooksPath x'",
  "zsh -c 'git config core.hooksPath x'",
  "bash -O extglob -c 'git config core.hooksPath x'",
  "bash -ic 'git config core.hooksPath x'",
  "bash <<< 'git config core.hooksPath x'",
  "sh <<'E'\ngit config core.hooksPath x\nE",
  "source /dev/stdin <<< 'git config core.hooksPath x'",
  "su ann -c 'git config core.hooksPath x'",
  "parallel git config core.hooksPath ::: x",
  "watch 'git config core.hooksPath x'",
  "ssh localhost git config core.hooksPath x",
  "ssh ann@127.0.0.1 git config core.hooksPath x",
  "flock f git config core.hooksPath x",
  "chroot . git config core.hooksPath x",
  "strace -o log git config core.hooksPath x",
  "unshare -r git config core.hooksPath x",
  "unknown --option value git config core.hooksPath x",
  "./wrapper git config core.hooksPath x",
  "sudo -E npx husky",
  "GIT config core.hooksPath x",
  "python3 -m pre_commit install",
  "node_modules/.bin/husky",
  "f() { git config core.hooksPath x; }; f",
  "select x in a; do git config core.hooksPath x; done",
  "=git config core.hooksPath x",
  "a=con b=fig; git config core.hooksPath x; if",
  // By an alias that the line brings along.
  "git -c alias.z='config core.hooksPath' z x",
  "git -c alias.z='!git config core.hooksPath x' z",
  // To a path that is put together.
  'a=.gi; b=t/hooks/y; cp x "$a$b"',
  'a=.gi; b=t/hooks/y; echo x > "$a$b"',
  // In scripts that git runs.
  "git rebase --ex='git config core.hooksPath x' main",
  "git rebase -x'git config core.hooksPath x' main",
  "git difftool -x 'git config core.hooksPath x' HEAD",
  "git difftool --extcmd='git config core.hooksPath x'",
  "git bisect run sh -c 'pre-commit install'",
  "git filter-branch --tree-filter='git config core.hooksPath x' HEAD",
  "git for-each-repo --config=x config core.hooksPath y",
  "git for-each-repo --config x config core.hooksPath y",
  "git -c init.templateDir=evil submodule add ./x",
  "git --config-env=init.templateDir=X init",
  "git credential-manager configure",
  "mise generate git-pre-commit",
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
  "systemctl --user set-environment X=y",
  "launchctl bootstrap gui/501 x",
  "asdf plugin add x",
  "mise plugins install x",
  "volta setup",
  "codex features enable x",
  "copilot mcp add x",
  "cursor-agent mcp enable x",
  "code-server --install-extension x",
  "ssh-keygen",
  "busybox crontab x",
  "fish -c 'fisher install x'",
];

/** What nothing tells before it runs, and what works on a person's programs: asked about in a step and outside of it. */
const ASKED = [
  "x='git config core.hooksPath y'; $x",
  "$(echo git) config core.hooksPath x",
  'g=git; "$g" config core.hooksPath x',
  'eval "$x"',
  '"$@"',
  'f() { "$@"; }; f git config core.hooksPath x',
  'f() { git "$@"; }; f config core.hooksPath x',
  "alias g=git; g config core.hooksPath x",
  "echo x | xargs -I{} {} config core.hooksPath y",
  "xargs git < x",
  "find . -name git -exec {} config core.hooksPath x \\;",
  "env $x config core.hooksPath y",
  "env -i $x config core.hooksPath y",
  'env -S "$x"',
  "sudo $x config core.hooksPath y",
  "nohup $x",
  'timeout 5 "$x"',
  "exec $x",
  'busybox "$x"',
  'bash -c "$x"',
  'zsh -c "$x"',
  "echo 'git config core.hooksPath x' | sh",
  "curl http://localhost | bash -s",
  "sh -s < x",
  "bash /dev/stdin < x",
  "bash <(echo git config core.hooksPath x)",
  ". <(echo git config core.hooksPath x)",
  "parallel ::: 'git config core.hooksPath x'",
  "parallel < x",
  'git rebase -x "$x" main',
  "git $x",
  'git submodule foreach "$x"',
  "git -c include.path=/tmp/x z",
  'git -c "$x" z',
  "vim -c ':!git config core.hooksPath x' a",
  // In a text for another program.
  "python3 -c 'import os; os.system(\"git config core.hooksPath x\")'",
  'node -e \'require("child_process").execFileSync("git",["config","core.hooksPath","x"])\'',
  "awk 'BEGIN{system(\"git config core.hooksPath x\")}'",
  "make -f - <<< 'x: ; git config core.hooksPath x'",
  "ssh localhost 'git config core.hooksPath x'",
  "parallel 'git config core.hooksPath {}' ::: x",
  "flock f -c 'git config core.hooksPath x'",
  "script -c 'git config core.hooksPath x' log",
  "tmux new-session -d 'git config core.hooksPath x'",
  "mapfile -C 'git config core.hooksPath' -c 1 x < y",
  "env -S 'git config core.hooksPath x'",
  // Settings of git in the environment.
  "GIT_TEMPLATE_DIR=evil git init",
  "export GIT_TEMPLATE_DIR=evil; git init",
  "env GIT_TEMPLATE_DIR=evil git init",
  "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=init.templateDir GIT_CONFIG_VALUE_0=x git init",
  "GIT_CONFIG_GLOBAL=x git clone a b",
  // Files whose names stand in an archive or a patch.
  "tar xf a.tar",
  "tar -zxf a.tgz",
  "tar --ext -f a.tar",
  "unzip a.zip",
  "cpio -id < x",
  "7z x a.7z",
  "patch -p1 < x",
  "git apply x.patch",
  "git am x.patch",
  "git fast-import < x",
  "git read-tree -u --reset abc",
  "git checkout-index -a",
  "git update-index --index-info < x",
  "python3 -m zipfile -e a.zip .",
  "curl -OJ http://localhost/x",
  "curl --config x",
  // Keyboards and debuggers.
  "tmux send-keys -t 0 y Enter",
  "tmux send -t 0 y",
  "tmux sen -t 0 y",
  "tmux -L other ls ';' send-keys y",
  "tmux set-option -g default-command evil",
  "tmux source-file x",
  "tmux $x",
  "screen -S x -X stuff y",
  "xdotool key 1",
  "ydotool key 1",
  "wtype x",
  "dtach -p x",
  "reptyr 1",
  "kitty @ send-text x",
  "wezterm cli send-text x",
  "zellij action write-chars x",
  "osascript -e x",
  "busctl call x",
  "write ann",
  "gdb -p 123",
  "gdb -p123",
  "gdb --pid=123",
  "gdb --pi 123",
  "gdb program 123",
  "gdb -ex 'attach 123'",
  "lldb --attach-pid 1",
  "strace -fp 123",
  "strace --attach=123",
  "ltrace -p 1",
  "gcore 1",
  "node inspect -p 123",
  "kill -USR1 123",
  "kill -s SIGUSR1 123",
  "pkill -USR1 node",
  "python3 -c 'fcntl.ioctl(0, termios.TIOCSTI, \"1\")'",
  "perl -e 'ioctl(STDIN, 0x5412, \"1\")'",
  "echo 1 > /dev/pts/3",
  "tee /dev/pts/3 < x",
  "cat x > /dev/tty",
  "dd of=/dev/tty1",
  "socat - /dev/pts/1",
  "cp x /dev/uinput",
  "sudo tmux send-keys y",
];

/** Settings of the user's from which programs run code. */
const SETTINGS = [
  "gh alias set x '!evil'",
  "gh config set editor evil",
  "gh ext install x",
  "npm config set script-shell evil",
  "python3 -m pip config set x y",
  "pip3.12 config set x y",
  "yarn set version x",
  "go env -w GOFLAGS=-toolexec=evil",
  "docker context use x",
  "kubectl config set-credentials x --exec-command=evil",
  "helm plugin install x",
  "aws configure set credential_process evil",
  "rustup toolchain link x y",
  "dconf write x y",
  "gsettings set x y",
  "xdg-mime default x y",
  "update-alternatives --set editor x",
  "chsh -s evil",
];

/** Settings of the user's or the machine's, and programs for the user. */
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
  "cargo install x",
  "npm install -g x",
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

  it.each(ASKED)("is a person's to allow in a step and outside of it, whatever is waived: %s", (line) => {
    expect(inStep(line).verdict).toBe("confirm");
    expect(outside(line)).toMatchObject({ verdict: "confirm", rule: "protected-paths" });
    const { verdict } = judge(bash(line), situation({ facts, settings: { yolo: true, tool_ignore: ["bash"] } }));
    expect(verdict).toBe("confirm");
  });

  it.each(SETTINGS)("is a person's to allow where programs run what it sets: %s", (line) => {
    expect(inStep(line).verdict).toBe("confirm");
    expect(outside(line)).toMatchObject({ verdict: "confirm", rule: "protected-paths" });
  });

  it.each([
    `cat > f <<'E'\n${"x(\n".repeat(6_000)}E\ngit config core.hooksPath x`,
    `git config core.hooksPath x #${"a".repeat(20_000)}`,
    `cat > f <<E\n$(git config core.hooksPath x)\n${"a".repeat(10_000)}\nE`,
  ])("is found in a line that is too long to be reviewed: %#", (line) => {
    expect(outside(line)).toMatchObject({ verdict: "deny", code: "PROTECTED_PATH" });
  });

  it.each([
    `git config core.hooksPath x #${"a".repeat(50_000)}`,
    `echo ${"$(".repeat(40)}ls${")".repeat(40)}; git config core.hooksPath x`,
  ])("is a person's to allow in a line that cannot be read: %#", (line) => {
    expect(inStep(line).verdict).toBe("confirm");
    expect(outside(line)).toMatchObject({ verdict: "confirm", rule: "protected-paths" });
  });

  it("says why a person is asked", () => {
    expect(outside("$x").reason).toBe(
      '"$x": the program it runs is unknown before it runs, and may write files that hosts load.',
    );
    expect(outside("tmux send-keys y").reason).toBe(
      '"tmux": it can type into a terminal, show text there, or take over a program in which a person signs.',
    );
    expect(outside("tar xf a.tar").reason).toContain("it writes files that the line does not name");
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
    "GIT_CONFIG_GLOBAL=/dev/null git commit -m x",
    "git -c alias.z='log --oneline' z",
    "git -c user.name=x commit -m y",
    "timeout 60 npm test",
    "nohup npm start",
    "env -i PATH=/bin make",
    "eval 'npm test'",
    "bash <<'E'\nnpm test\nE",
    "bash build.sh $target",
    "source .venv/bin/activate && pytest",
    "parallel npm test ::: a b",
    "find . -name '*.o' -exec strip {} +",
    "xargs npm test < list",
    "git submodule foreach git pull",
    "git bisect run npm test",
    "git rebase -x 'npm test' main",
    "git checkout $branch",
    "git config corehooks",
    "tar cf a.tar src",
    "tar czf a.tgz src",
    "git apply --stat x.patch",
    "patch -p1 <<'E'\n--- a/src/a\n+++ b/src/a\nE",
    "tmux new-session -d 'npm start'",
    "tmux capture-pane -p",
    "gdb -batch -ex bt program core",
    "strace -f npm test",
    "kill -TERM 123",
    "pkill -f server",
    "node --inspect server.js",
    "ssh-keygen -f key",
    "make husky",
    "echo git config core.hooksPath x > notes",
    "git commit -m 'git config core.hooksPath x'",
  ])("is as before: %s", (line) => {
    expect(inStep(line).rulings.map(({ rule, says }) => `${rule} ${says}`)).not.toContain("protected-paths deny");
    expect(inStep(line).verdict).toBe("allow");
    expect(outside(line).verdict).toBe("allow");
  });

  it("is as before behind a text that makes the line too long to be reviewed", () => {
    const line = `cat > f <<'E'\n${"x(\n".repeat(6_000)}E\nnpm test`;
    expect(inStep(line).verdict).toBe("allow");
    expect(outside(line).verdict).toBe("allow");
  });
});
