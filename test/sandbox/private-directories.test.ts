import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { IMPLEMENTATIONS, isMissing } from "./implementations.ts";
import { Playground, USERS } from "./playground.ts";

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation)).each(USERS)(
    `a directory that another step writes in, by ${implementation}, as %s`,
    (user) => {
      let ground: Playground;
      const inProject = (name: string) => join(ground.project, name);
      const text = (name: string) => readFileSync(inProject(name), "utf8");
      const write = (name: string, content = "") => ground.write(`project/${name}`, content);
      const paths = (found: readonly string[] | undefined) =>
        found?.map((path) => path.slice(ground.project.length + 1)).sort();
      beforeEach(() => {
        ground = new Playground(user, implementation);
        // As in a project that has plans.
        write(".pi/plans/.state/.gitignore", "*\n");
        write("out/a", "old a\n");
        write("out/b", "old b\n");
      });
      afterEach(() => {
        const left = readdirSync(inProject(".pi/plans/.state"));
        const apart = inProject(".pi/plans/.state/apart");
        expect([left.filter((name) => name !== "apart"), existsSync(apart) ? readdirSync(apart) : []]).toEqual([
          [".gitignore"],
          [],
        ]);
        ground.remove();
      });

      const a = { files: ["out/a", "out/new-a/**"], filesBeside: [["out/b"]] };

      it("is a private one: the command changes its own files and nothing of the other step", () => {
        const [inPlace, replaced, other, made, gone] = ground.executing(
          a,
          "echo more >> out/a; cat out/a out/b",
          "sed -i s/old/new/ out/a; cat out/a; ls out",
          "echo x > out/b || rm -f out/b || mv out/a out/b; ls out; cat out/b",
          "mkdir -p out/new-a/deep; echo made > out/new-a/deep/file; chmod 750 out/new-a; ln -s deep/file out/new-a/link",
          "rm out/a",
        );
        expect(inPlace).toMatchObject({ code: 0, out: "old a\nmore\nold b\n", unkept: [] });
        expect(replaced).toMatchObject({ code: 0, out: "new a\nmore\na\nb\n", unkept: [] });
        expect(other?.out).toBe("a\nb\nold b\n");
        expect(other?.err).toMatch(/Read-only file system|busy/);
        expect([made?.err, made?.unkept]).toEqual(["", []]);
        expect(text("out/new-a/deep/file")).toBe("made\n");
        expect(readlinkSync(inProject("out/new-a/link"))).toBe("deep/file");
        expect(statSync(inProject("out/new-a")).mode & 0o777).toBe(0o750);
        expect(gone?.code).toBe(0);
        expect(readdirSync(inProject("out")).sort()).toEqual(["b", "new-a"]);
        expect(text("out/b")).toBe("old b\n");
      });

      it("keeps no file that is not the step's, and says so", () => {
        const [ran] = ground.executing(
          a,
          "echo x > out/c; mkdir -p out/d/e; touch out/d/e/f; mkdir -p out/empty out/dark/x; chmod 0 out/dark; mkfifo out/pipe; echo y > out/a; touch $'out/\\xff'; touch top; echo ran",
        );
        expect(ran?.out).toBe("ran\n");
        expect(paths(ran?.unkept)).toEqual(["out/c", "out/d/", "out/dark/", "out/pipe", "out/\uFFFD"]);
        expect(text("out/a")).toBe("y\n");
        expect(readdirSync(inProject("out")).sort()).toEqual(["a", "b"]);
        expect(existsSync(inProject("top"))).toBe(false);
      });

      it("may be the project's own, beside a step that has a directory of it whole", () => {
        write("src/deep/x.ts", "x");
        write("README.md", "# Old\n");
        symlinkSync("README.md", inProject("READ"));
        const [readme] = ground.executing(
          { files: ["README.md"], filesBeside: [["src/**"]] },
          "sed -i s/Old/New/ README.md; cat READ src/deep/x.ts; touch src/y.ts file other .envrc; echo x > .pi/plans.json; git init -q; mkdir .vscode; echo x > .vscode/tasks.json; ls -A",
        );
        expect(readme?.out).toMatch(/^# New\nx/);
        expect(paths(readme?.unkept)).toEqual([".envrc", ".git/", ".vscode/", "other"]);
        expect(text("README.md")).toBe("# New\n");
        expect(readdirSync(ground.project).sort()).toEqual([".pi", "READ", "README.md", "file", "out", "src"]);
        const [src] = ground.executing(
          { files: ["src/**"], filesBeside: [["README.md"]] },
          "echo y > src/y.ts; rm src/deep/x.ts; echo z > README.md; echo ran",
        );
        expect(src).toMatchObject({ out: "ran\n", unkept: [] });
        expect([readdirSync(inProject("src")).sort(), text("README.md")]).toEqual([["deep", "y.ts"], "# New\n"]);
      });

      it("takes a directory that is missing for one that has to be made", () => {
        const [ran] = ground.executing(
          { files: ["lib/**", "docs/*.md"], filesBeside: [["README.md"]] },
          "mkdir lib docs; echo x > lib/x; echo y > docs/y.md; echo z > docs/z.txt; echo r > README.md; echo ran",
          "rm -r lib/x; echo w > lib/w; echo v > docs/v.md",
        );
        expect(paths(ran?.unkept)).toEqual(["README.md", "docs/z.txt"]);
        expect(readdirSync(inProject("lib"))).toEqual(["w"]);
        expect(readdirSync(inProject("docs")).sort()).toEqual(["v.md", "y.md"]);
        expect(existsSync(inProject("README.md"))).toBe(false);
      });

      it("is private at every depth that a pattern reaches", () => {
        for (const name of ["one", "two"]) {
          write(`packages/${name}/package.json`, "{}\n");
          write(`packages/${name}/README.md`, "old\n");
          write(`packages/${name}/src/x.ts`, "x\n");
        }
        const [ran] = ground.executing(
          { files: ["packages/*/README.md", "!packages/two/**"], filesBeside: [["packages/*/package.json"]] },
          "for f in packages/*/README.md packages/*/package.json packages/*/src/x.ts; do echo new > $f; done; mkdir packages/three; echo new | tee packages/three/README.md > packages/three/package.json",
        );
        const read = (name: string) =>
          ["one", "two", "three"].map((one) => quietly(() => text(`packages/${one}/${name}`)));
        expect(read("README.md")).toEqual(["new\n", "old\n", "new\n"]);
        expect(read("package.json")).toEqual(["{}\n", "{}\n", undefined]);
        expect(read("src/x.ts")).toEqual(["x\n", "x\n", undefined]);
        expect(paths(ran?.unkept)).toEqual(["packages/three/package.json"]);
      });

      it("leaves what the command did not touch as it was, to the inode", () => {
        utimesSync(inProject("out/a"), 1, 1);
        const before = [lstatSync(inProject("out/a")), lstatSync(inProject("out"))];
        ground.executing(a, "cat out/a");
        const after = [lstatSync(inProject("out/a")), lstatSync(inProject("out"))];
        expect(after.map(({ ino, mtimeMs, mode, nlink }) => [ino, mtimeMs, mode, nlink])).toEqual(
          before.map(({ ino, mtimeMs, mode, nlink }) => [ino, mtimeMs, mode, nlink]),
        );
      });

      it("lets no file of the step take the place of a directory, and no directory that of another's file", () => {
        mkdirSync(inProject("out/x.d"));
        write("out/x.d/kept", "kept\n");
        const [ran] = ground.executing(
          { files: ["out/*.d", "out/b/**"], filesBeside: [["out/b"]] },
          "rm -rf out/x.d; echo x > out/x.d; rm -f out/b; mkdir out/b; echo ran; rmdir out/y.d; echo y > out/y.d",
        );
        expect(ran?.out).toBe("ran\n");
        expect([text("out/x.d/kept"), text("out/b"), text("out/y.d")]).toEqual(["kept\n", "old b\n", "y\n"]);
      });

      it("leads nowhere else, whichever links the command makes", () => {
        const outside = ground.fingerprint(ground.outside);
        const results = ground.executing(
          a,
          `ln -s ${ground.outside} out/new-a; echo x > out/new-a/file`,
          "mkdir -p out/new-a/.vscode; echo x > out/new-a/.vscode/tasks.json; ln -s ../../../outside out/new-a/deep; echo x > out/new-a/deep/file",
          "ln ../outside/file out/new-a/hard; ln file out/new-a/hard; ln out/b out/new-a/hard; ln .pi/plans/.state/.gitignore out/new-a/hard; echo x >> out/new-a/hard",
          "ln -sf b out/a; echo x > out/a; echo ran",
        );
        expect(results.map(({ unkept }) => paths(unkept))).toEqual([
          ["out/new-a"],
          ["out/new-a/.vscode/tasks.json", "out/new-a/deep"],
          [],
          ["out/a"],
        ]);
        expect(text("out/new-a/hard")).toBe("x\n");
        expect(ground.fingerprint(ground.outside)).toEqual(outside);
        expect([text("out/b"), text("file")]).toEqual(["old b\n", "inside\n"]);
      });

      it("keeps plans, settings and git as they are, although a glob covers them", () => {
        write(".git/config", "[core]\n");
        write(".git/HEAD", "ref: refs/heads/main\n");
        const before = [".git", ".pi/plans"].map((name) => ground.fingerprint(inProject(name)));
        const [ran] = ground.executing(
          { files: ["*", "*/*", ".*", ".*/*", ".*/**", "!out/b"], filesBeside: [["out/b"]] },
          "echo x > .git/config; echo x > .git/new; echo x > .pi/plans.json; mkdir .pi/extensions; echo x > .pi/extensions/x.ts; rm -rf .git .pi; mkdir .vscode; echo x > .vscode/tasks.json; echo x > .envrc; echo ok > top; echo ok > .dot",
        );
        expect(paths(ran?.unkept)).toEqual([".envrc", ".vscode/tasks.json"]);
        expect(readdirSync(inProject(".pi"))).toEqual(["plans"]);
        expect(ground.fingerprint(inProject(".git"))).toEqual(before[0]);
        expect([text("top"), text(".dot")]).toEqual(["ok\n", "ok\n"]);
        expect([".envrc", ".vscode/tasks.json"].filter((name) => existsSync(inProject(name)))).toEqual([]);
      });

      it("shows no credentials, where the project is the user's home", () => {
        write(".netrc", "password\n");
        write(".ssh/id_ed25519", "a key\n");
        write(".config/gh/hosts.yml", "a token\n");
        const [ran] = ground.executing(
          { files: ["README.md"], filesBeside: [["src/**"]], homes: [ground.project] },
          "cat .netrc .ssh/id_ed25519 .config/gh/hosts.yml ../countersign-home/key; echo x > README.md; cat file README.md",
        );
        expect(ran?.out).toBe("inside\nx\n");
        expect(text("README.md")).toBe("x\n");
      });

      it("links no credentials and nothing of our own home, although a glob covers them", () => {
        write(".netrc", "password\n");
        write("ours/key.json", "a key\n");
        write("data/x.json", "{}\n");
        const [ran] = ground.executing(
          {
            ...{ files: [".*", "*/*.json"], filesBeside: [["README.md"]] },
            ...{ homes: [ground.project], secret: [inProject("ours")] },
          },
          "cat .netrc ours/key.json; grep -rs . .pi/plans/.state/apart | grep -o '[^/]*$'; echo 1 > data/x.json",
        );
        expect(ran?.out).toBe("x.json:{}\n");
        expect(["data/x.json", ".netrc", "ours/key.json"].map(text)).toEqual(["1\n", "password\n", "a key\n"]);
      });

      it("lets a step commit that may, and name a host file", () => {
        const git = (...args: string[]) => spawnSync("git", ["-C", ground.project, ...args], { encoding: "utf8" });
        git("init", "--quiet");
        write(".git/config", `${text(".git/config")}[user]\n\tname = A\n\temail = a@example.org\n`);
        write("README.md", "one\n");
        write("src/x", "x\n");
        if (user !== "root" && process.getuid?.() === 0) spawnSync("chown", ["-R", "65534:65534", ground.project]);
        const repository = { gitDir: inProject(".git"), commonDir: inProject(".git") };
        const [ran] = ground.executing(
          { files: ["README.md", ".vscode/settings.json"], filesBeside: [["src/**"]], repository },
          "echo two > README.md; mkdir .vscode; echo '{}' | tee .vscode/settings.json > .vscode/tasks.json; git add README.md && git commit -qm Two && git log --format=%s; git config a.b c; echo x > .git/hooks/post-checkout",
        );
        expect(ran?.out).toBe("Two\n");
        expect(paths(ran?.unkept)).toEqual([".vscode/tasks.json"]);
        expect([text("README.md"), text(".vscode/settings.json")]).toEqual(["two\n", "{}\n"]);
        expect(text(".git/config")).not.toContain("[a]");
        expect(existsSync(inProject(".git/hooks/post-checkout"))).toBe(false);
      });
    },
  );

function quietly<Value>(look: () => Value): Value | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
