import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { IMPLEMENTATIONS, isMissing } from "./implementations.ts";
import { Playground, USERS } from "./playground.ts";

// The user of the playground is not the user of the tests.
const SAFE = ["-c", "safe.directory=*", "-c", "user.name=A", "-c", "user.email=a@example.org"];

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation)).each(USERS)(
    `the executing sandbox of ${implementation}, as %s`,
    (user) => {
      let ground: Playground;
      const inProject = (name: string) => join(ground.project, name);
      beforeEach(() => {
        ground = new Playground(user, implementation);
      });
      afterEach(() => ground.remove());

      /** A repository that belongs to the user of the playground. */
      function repository(): void {
        const git = (...args: string[]) => spawnSync("git", ["-C", ground.project, ...args], { encoding: "utf8" });
        git("init", "--quiet");
        const config = readFileSync(inProject(".git/config"), "utf8");
        ground.write("project/.git/config", `${config}[user]\n\tname = A\n\temail = a@example.org\n`);
        ground.write("project/.pi/plans/PLAN-1.md", "signed\n");
        if (user !== "root" && process.getuid?.() === 0) spawnSync("chown", ["-R", "65534:65534", ground.project]);
      }

      const mayCommit = () => ({ repository: { gitDir: inProject(".git"), commonDir: inProject(".git") } });

      it("lets a command write to the project and to a private temp directory, and nowhere else", () => {
        const outside = ground.fingerprint(ground.outside);
        const [wrote, away] = ground.executing(
          {},
          "echo new > new && mkdir -p a/b && mv file moved && mktemp >/dev/null && echo ok",
          `echo x > ../outside/file; touch ${ground.home}/x ${ground.root}/x /var/tmp/countersign-x; echo ran`,
        );
        expect([wrote?.out, away?.out]).toEqual(["ok\n", "ran\n"]);
        expect(readFileSync(inProject("new"), "utf8")).toBe("new\n");
        expect(existsSync(inProject("moved"))).toBe(true);
        expect(ground.fingerprint(ground.outside)).toEqual(outside);
        expect([`${ground.home}/x`, `${ground.root}/x`, "/var/tmp/countersign-x"].filter(existsSync)).toEqual([]);
      });

      it("lets a step write only where its files are, a glob counting as its nearest existing directory", () => {
        ground.write("project/src/a.ts", "a");
        ground.write("project/docs/a.md", "a");
        const [ran] = ground.executing(
          { files: ["src/**/*.ts", "docs/new/*.md", "../outside/**", "/etc/*"] },
          "touch src/b.ts docs/b.md; touch top ../outside/new; echo ran",
        );
        expect(ran?.out).toBe("ran\n");
        expect(["src/b.ts", "docs/b.md"].map((name) => existsSync(inProject(name)))).toEqual([true, true]);
        expect([inProject("top"), join(ground.outside, "new")].filter(existsSync)).toEqual([]);
      });

      it("lets a glob that takes files out again open nothing", () => {
        ground.write("project/src/a.ts", "a");
        const [ran, none] = [
          ground.executing({ files: ["src/**", "!src/key.ts"] }, "touch src/b.ts; touch top; echo ran")[0],
          ground.executing({ files: ["!src/key.ts"] }, "touch src/c.ts top; echo ran")[0],
        ];
        expect([ran?.out, none?.out]).toEqual(["ran\n", "ran\n"]);
        expect(["src/b.ts", "src/c.ts", "top"].map((name) => existsSync(inProject(name)))).toEqual([
          true,
          false,
          false,
        ]);
      });

      it("lets a step write to nothing where its files lead out of the project", () => {
        symlinkSync("../outside", inProject("there"));
        const [ran] = ground.executing({ files: ["there/**"] }, "touch there/new new; echo ran");
        expect(ran?.out).toBe("ran\n");
        expect([inProject("new"), join(ground.outside, "new")].filter(existsSync)).toEqual([]);
      });

      it("keeps the repository as it is without leave to change it, and lets git tell of it", () => {
        repository();
        const git = (...args: string[]) =>
          spawnSync("git", ["-C", ground.project, ...SAFE, ...args], { encoding: "utf8" });
        git("add", "file");
        git("commit", "--quiet", "-m", "first");
        git("update-ref", "refs/countersign/PLAN-00000001/run/0001-before", "HEAD");
        if (user !== "root" && process.getuid?.() === 0) spawnSync("chown", ["-R", "65534:65534", ground.project]);
        const before = ground.fingerprint(inProject(".git"));
        const [status, ...rest] = ground.executing(
          {},
          "echo more >> file; touch new; git status --short && git diff --stat && git log --format=%s && git stash list",
          "rm -rf .git/objects/?? .git/refs/countersign",
          "git add -A; git commit -qam x; git stash; git checkout -b other; git tag x; git gc --prune=now",
          "mv .git old; rm -rf .git; ln -s /tmp .git; mkdir -p .git/x",
          "echo x > .git/info/attributes; echo x > .git/info/exclude; rm -f .git/index; echo > .git/HEAD",
          "unshare -rm sh -c 'umount .git; mount -o remount,rw .git; rm -rf .git/objects'",
        );
        expect(status).toMatchObject({ code: 0, err: "" });
        expect(status?.out).toMatch(/^ M file\n\?\? .pi\/\n\?\? new\n file \| 1 \+\n.*\nfirst\n$/s);
        expect(rest.flatMap(({ trespassed }) => trespassed)).toEqual([]);
        expect(ground.fingerprint(inProject(".git"))).toEqual(before);
      });

      it("lets a step that may commit do so where its files are elsewhere, and in a linked work tree", () => {
        repository();
        ground.write("project/src/a.ts", "a");
        const [ran] = ground.executing(
          { files: ["src/**"], ...mayCommit() },
          "git add -A && git commit --quiet -m 'A change' && git branch other && git log --format=%s; touch top",
        );
        expect(ran?.out).toBe("A change\n");
        expect(existsSync(inProject("top"))).toBe(false);
        const linked = join(ground.root, "linked");
        spawnSync("git", ["-C", ground.project, ...SAFE, "worktree", "add", "-q", linked, "other"]);
        if (user !== "root" && process.getuid?.() === 0)
          spawnSync("chown", ["-R", "65534:65534", ground.project, linked]);
        const main = inProject(".git");
        const there = { project: linked, cwd: linked };
        const config = readFileSync(join(main, "config"), "utf8");
        const [no, yes] = [
          ground.executing(there, "echo x > new; git add new")[0],
          ground.executing(
            { ...there, repository: { gitDir: join(main, "worktrees/linked"), commonDir: main } },
            "git add new && git commit -qm Linked && git log -1 --format=%s; git config a.b c; echo x > .git; echo x > ../project/file",
          )[0],
        ];
        expect(no?.code).toBe(128);
        expect(yes?.out).toBe("Linked\n");
        expect(readFileSync(join(main, "config"), "utf8")).toBe(config);
        expect(readFileSync(join(linked, ".git"), "utf8")).toMatch(/^gitdir: /);
        expect(readFileSync(inProject("file"), "utf8")).toBe("inside\n");
      });

      it("lets git commit, and keeps its configuration, its hooks, plans and settings as they are", () => {
        repository();
        ground.write("project/.git/hooks/pre-commit.sample", "sample");
        const kept = [".git/config", ".git/hooks/pre-commit.sample", ".pi/plans/PLAN-1.md"];
        const before = kept.map((name) => readFileSync(inProject(name), "utf8"));
        const [commit, ...rest] = ground.executing(
          mayCommit(),
          "git add file && git commit --quiet -m 'A change' && git log --format=%s",
          "git config core.fsmonitor /tmp/evil",
          "echo x >> .git/config; echo x > .git/hooks/pre-commit.sample; echo x > .git/hooks/post-checkout",
          "echo x > .pi/plans/PLAN-1.md; echo x > .pi/plans/new; echo '{}' > .pi/plans.json; mkdir .pi/extensions",
          "mv .git/hooks .git/old; mv .git/config .git/old-config; rm -rf .git/hooks",
          "mv .git old && mkdir -p .git/hooks && echo x > .git/hooks/post-checkout",
          "mv .pi old && mkdir .pi && echo x > .pi/plans.json",
          "ln .git/config linked && echo x > linked",
          "ln -sf /tmp .git/hooks; ln -sfn /tmp .pi",
          "cp .git/config c && mv -f c .git/config",
        );
        const [attributes] = ground.executing(
          mayCommit(),
          "mkdir -p .git/info; echo '* filter=x' > .git/info/attributes",
        );
        expect(attributes?.trespassed).toEqual([inProject(".git/info/attributes")]);
        expect(commit).toMatchObject({ out: "A change\n", err: "" });
        expect(rest.flatMap(({ trespassed }) => trespassed)).toEqual([]);
        expect(kept.map((name) => readFileSync(inProject(name), "utf8"))).toEqual(before);
        expect(
          [".git/hooks/post-checkout", ".pi/plans/new", ".pi/plans.json", ".pi/extensions", "old"].filter((name) =>
            existsSync(inProject(name)),
          ),
        ).toEqual([]);
      });

      it("lets nothing be made where a protected path does not exist yet, and leaves nothing there itself", () => {
        const attempts = [
          "mkdir -p .pi && echo '{}' > .pi/plans.json",
          "git init .; mkdir -p .git/hooks && echo x > .git/hooks/post-checkout",
          "echo 'gitdir: /tmp/evil' > .git",
          "ln -s /tmp .git; ln -s /tmp .pi",
          "mkdir d && mv d .git",
          "rmdir .git .pi",
        ];
        const results = ground.executing({}, ...attempts.map((attempt) => `${attempt}\necho ran`));
        expect(results.every(({ out }) => out.includes("ran"))).toBe(true);
        expect(readdirSync(ground.project).filter((name) => name !== "d")).toEqual(["file"]);
      });

      it("does so in a repository without hooks, and takes away what would lead git elsewhere", () => {
        repository();
        rmSync(inProject(".git/hooks"), { recursive: true });
        rmSync(inProject(".pi"), { recursive: true });
        const before = readdirSync(inProject(".git")).sort();
        const results = ground.executing(
          mayCommit(),
          "mkdir -p .git/hooks; echo x > .git/hooks/post-checkout; echo x > .pi/plans.json",
          "echo ../evil > .git/commondir",
          "git status --short",
        );
        expect(results.map(({ trespassed }) => trespassed)).toEqual([[], [inProject(".git/commondir")], []]);
        expect(results[2]?.out).toBe("?? file\n");
        expect(readdirSync(inProject(".git")).sort()).toEqual(before);
        expect(existsSync(inProject(".pi"))).toBe(false);
      });

      it("protects the repositories of submodules, the files that point to them, and hooks among the project's files", () => {
        repository();
        ground.write("project/.git/modules/lib/deep/HEAD", "ref: refs/heads/main\n");
        ground.write("project/.git/modules/lib/deep/config", "[core]\n");
        ground.write("project/.gitmodules", '[submodule "lib/deep"]\n\tpath = vendor/lib\n');
        ground.write("project/vendor/lib/.git", "gitdir: ../../.git/modules/lib/deep\n");
        ground.write("project/.husky/pre-commit", "true\n");
        ground.write(
          "project/.git/config",
          `${readFileSync(inProject(".git/config"), "utf8")}[core]\n\thooksPath = .husky/_\n`,
        );
        const kept = [".git/modules/lib/deep/config", "vendor/lib/.git", ".husky/pre-commit"];
        const before = kept.map((name) => readFileSync(inProject(name), "utf8"));
        ground.executing(
          mayCommit(),
          `for f in ${kept.join(" ")}; do echo x >> $f; rm -f $f; done`,
          "mv .git/modules/lib m; mv .git/modules m; mv vendor/lib v; mv vendor v; mv .husky h",
        );
        expect(kept.map((name) => readFileSync(inProject(name), "utf8"))).toEqual(before);
      });

      it("protects in a linked work tree the repositories of its submodules, and hooks that the shared settings keep among its files", () => {
        repository();
        const git = (...args: string[]) => spawnSync("git", ["-C", ground.project, ...SAFE, ...args]);
        git("commit", "-qm", "a", "--allow-empty");
        const linked = join(ground.root, "linked");
        git("worktree", "add", "-q", linked);
        // Git clones only what belongs to the user who asks.
        const origin = join(ground.root, "origin");
        git("init", "-q", origin);
        git("-C", origin, "commit", "-qm", "a", "--allow-empty");
        git("-c", "protocol.file.allow=always", "-C", linked, "submodule", "add", "-q", origin, "sub");
        git("config", "core.hooksPath", "tools/hooks");
        ground.write("linked/tools/hooks/pre-commit", "mine\n");
        if (user !== "root" && process.getuid?.() === 0)
          spawnSync("chown", ["-R", "65534:65534", ground.project, linked]);
        const main = inProject(".git");
        const module = join(main, "worktrees/linked/modules/sub");
        const config = readFileSync(join(module, "config"), "utf8");
        const there = { project: linked, cwd: linked };
        const evil = `for file in ${module}/config ${module}/hooks/pre-commit ${main}/config ${main}/hooks/pre-commit ${main}/info/attributes tools/hooks/pre-commit; do mkdir -p \${file%/*}; echo evil > $file; done; echo ran`;
        const mayCommitThere = { repository: { gitDir: join(main, "worktrees/linked"), commonDir: main } };
        for (const more of [{}, mayCommitThere])
          expect(ground.executing({ ...there, ...more }, evil)[0]?.out).toBe("ran\n");
        expect(readFileSync(join(module, "config"), "utf8")).toBe(config);
        expect(readFileSync(join(linked, "tools/hooks/pre-commit"), "utf8")).toBe("mine\n");
        expect(spawnSync("grep", ["-rl", "^evil$", linked, main], { encoding: "utf8" }).stdout).toBe("");
      });

      it("refuses where a protected path is a link, which could be exchanged", () => {
        ground.directory(join(ground.project, "real"));
        symlinkSync("real", inProject(".git"));
        expect(() => ground.executing({}, "true")).toThrow("Put the real thing in its place");
      });

      it("hides our own home, also inside the project, and keeps another from being put in its place", () => {
        const secret = ground.write("project/mine/home/key", "the key");
        const [read, moved] = ground.executing(
          { secret: [inProject("mine/home"), inProject("later")] },
          "cat mine/home/key; ls mine/home",
          "mv mine other; mkdir -p mine/home later; echo x > mine/home/key; echo x > later/key",
        );
        expect([read?.out, moved?.out]).toEqual(["", ""]);
        expect(readFileSync(secret, "utf8")).toBe("the key");
        expect([existsSync(inProject("later")), existsSync(inProject("other"))]).toEqual([false, false]);
      });

      it("lets programs of the command talk by sockets, and keeps those of other programs out of reach", async () => {
        const server = createServer((socket) => socket.end("REACHED"));
        const path = inProject("s\u00e9 s");
        server.listen(path);
        await once(server, "listening");
        chmodSync(path, 0o777);
        ground.own(path);
        const own = `const n = require("net"); const s = n.createServer((c) => c.end("OWN")).listen("/tmp/own", () => n.connect("/tmp/own").on("data", (d) => { console.log(String(d)); s.close(); }))`;
        const other = `require("net").connect(${JSON.stringify(path)}).on("data", (d) => console.log(String(d))).on("error", () => console.log("no"))`;
        const child = ground.start(
          { kind: "executing", project: ground.project, ...ground.around() },
          `${process.execPath} -e '${own}'; ${process.execPath} -e '${other}'`,
        );
        let out = "";
        child.stdout?.on("data", (chunk) => {
          out += chunk;
        });
        await once(child, "close");
        server.close();
        expect(out.split("[{")[0]).toBe("OWN\nno\n");
      });

      it("ends every process of the command when the process that started it is killed", async () => {
        const mark = `86400.${process.pid}${user.length}${implementation.length}`;
        const command = `(setsid sleep ${mark} &) ; sleep ${mark} & echo started; wait`;
        const child = ground.start({ kind: "executing", project: ground.project, ...ground.around() }, command);
        const [started] = await once(child.stdout ?? child, "data");
        expect(String(started)).toContain("started");
        await vi.waitFor(() => expect(running(mark)).toBeGreaterThanOrEqual(2), { timeout: 60_000 });
        child.kill("SIGKILL");
        await vi.waitFor(() => expect(running(mark)).toBe(0), { timeout: 60_000 });
      });
    },
  );

/** How many processes have this on their command line. */
function running(mark: string): number {
  return readdirSync("/proc").filter((entry) => {
    try {
      return /^\d+$/.test(entry) && readFileSync(`/proc/${entry}/cmdline`, "utf8").startsWith(`sleep\0${mark}`);
    } catch {
      return false;
    }
  }).length;
}
