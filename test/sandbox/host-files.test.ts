import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { executingProfile } from "../../src/sandbox/profile.ts";
import { seatbeltProfile } from "../../src/sandbox/seatbelt.ts";
import { IMPLEMENTATIONS, isMissing } from "./implementations.ts";
import { Playground, USERS } from "./playground.ts";

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation)).each(USERS)(
    `host files in the sandbox of ${implementation}, as %s`,
    (user) => {
      let ground: Playground;
      const inProject = (name: string) => join(ground.project, name);
      const text = (name: string) => readFileSync(inProject(name), "utf8");
      beforeEach(() => {
        ground = new Playground(user, implementation);
      });
      afterEach(() => ground.remove());

      it("are read-only where they exist, at any depth, and cannot be moved away or replaced", () => {
        for (const name of [".vscode/settings.json", ".envrc", "packages/a/.idea/workspace.xml"]) {
          ground.write(`project/${name}`, "mine\n");
        }
        const [ran] = ground.executing(
          {},
          "echo x > .vscode/settings.json; echo x > .vscode/tasks.json; rm -rf .vscode; mv .vscode gone; mv .envrc gone; " +
            "sed -i s/mine/theirs/ .envrc; echo x > packages/a/.idea/workspace.xml; mkdir evil; mv evil .vscode; " +
            "mv packages gone; echo y > file; echo ran",
        );
        expect(ran?.out).toBe("ran\n");
        expect(ran?.err).toContain(".vscode/settings.json: Read-only file system");
        expect([text(".vscode/settings.json"), text(".envrc"), text("packages/a/.idea/workspace.xml")]).toEqual([
          "mine\n",
          "mine\n",
          "mine\n",
        ]);
        expect(existsSync(inProject(".vscode/tasks.json"))).toBe(false);
        expect(text("file")).toBe("y\n");
      });

      it("that a command makes are moved out of the project, kept and named", () => {
        const [ran] = ground.executing(
          {},
          "mkdir -p .claude .config/fish; echo x > .claude/settings.json; echo x > .envrc; echo x > .config/fish/config.fish; " +
            "echo x > .config/app; ln -s file .mcp.json; mkdir evil; echo x > evil/tasks.json; mv evil .vscode; " +
            "echo x > .Rprofile",
        );
        const names = [".claude", ".envrc", ".config/fish", ".mcp.json", ".vscode", ".Rprofile"];
        expect(names.filter((name) => existsSync(inProject(name)))).toEqual([]);
        expect(text(".config/app")).toBe("x\n");
        const told = ran?.trespassed ?? [];
        expect(told).toHaveLength(names.length);
        for (const name of names) expect(told.some((one) => one.startsWith(`${inProject(name)} (kept in `))).toBe(true);
        const kept = /\.vscode \(kept in (.*)\)$/.exec(told.find((one) => one.includes(".vscode")) ?? "")?.[1] ?? "";
        expect(readFileSync(join(kept, ".vscode/tasks.json"), "utf8")).toBe("x\n");
      });

      it("of the user's own stay where they are if a command makes a link to them: the link is moved out", () => {
        const theirs = ["home/.config/fish/config.fish", "home/.config/git/attributes"].map((name) =>
          ground.write(name, "mine\n"),
        );
        spawnSync("git", ["init", "--quiet", "--template=", ground.project]);
        if (user !== "root") spawnSync("chown", ["-R", "65534:65534", ground.project]);
        const git = inProject(".git");
        const [ran] = ground.executing(
          { repository: { gitDir: git, commonDir: git } },
          `ln -s ${ground.home}/.config .config; ln -s ${ground.home}/.config/git .git/info; echo ran`,
        );
        expect(ran?.out).toBe("ran\n");
        expect(theirs.map((path) => readFileSync(path, "utf8"))).toEqual(["mine\n", "mine\n"]);
        expect([".config", ".git/info"].filter((name) => existsSync(inProject(name)))).toEqual([]);
        expect(ran?.trespassed).toEqual([
          inProject(".git/info"),
          expect.stringContaining(`${inProject(".config")} (kept in `),
        ]);
      });

      it("that a command makes behind a link of the user's are moved out, and the link stays", () => {
        ground.directory(inProject("config"));
        symlinkSync("config", inProject(".config"));
        const [ran] = ground.executing({}, "mkdir .config/fish; echo x > .config/fish/config.fish; echo ran");
        expect(ran?.trespassed).toEqual([expect.stringContaining(`${inProject("config/fish")} (kept in `)]);
        expect(["config/fish", ".config"].map((name) => existsSync(inProject(name)))).toEqual([false, true]);
      });

      it("are writable by their literal path only, and stay where any step of the plan names them", () => {
        ground.write("project/.vscode/settings.json", "mine\n");
        ground.write("project/.vscode/tasks.json", "mine\n");
        const filesOfPlan = [".cursor/mcp.json", "**/.codex/**"];
        const [ran] = ground.executing(
          { files: ["*", ".vscode/settings.json", ".envrc"], filesOfPlan },
          "sed -i s/mine/theirs/ .vscode/settings.json; echo x > .vscode/tasks.json; echo x > .envrc; " +
            "mkdir .cursor .codex; echo x > .cursor/mcp.json; echo ran",
        );
        expect(ran?.out).toBe("ran\n");
        expect([text(".vscode/settings.json"), text(".vscode/tasks.json"), text(".envrc")]).toEqual([
          "theirs\n",
          "mine\n",
          "x\n",
        ]);
        expect([".cursor/mcp.json", ".codex"].map((name) => existsSync(inProject(name)))).toEqual([true, false]);
      });

      it("are made in a directory that is missing, and changed among git's hooks, by their literal path only", () => {
        spawnSync("git", ["init", "--quiet", "--template=", ground.project]);
        spawnSync("git", ["config", "--file", inProject(".git/config"), "core.hooksPath", ".husky/_"]);
        for (const name of ["pre-commit", "pre-push", "_/pre-commit"]) ground.write(`project/.husky/${name}`, "mine\n");
        const [ran] = ground.executing(
          { files: ["./.vscode/tasks.json", ".husky/pre-commit", ".husky/post-merge"] },
          "mkdir -p .vscode && echo x > .vscode/tasks.json; echo x > .husky/pre-commit; echo x > .husky/post-merge; " +
            "echo x > .husky/pre-push; echo x > .husky/_/pre-commit; echo x > .husky/_/h; echo ran",
        );
        expect(ran?.out).toBe("ran\n");
        expect([".vscode/tasks.json", ".husky/pre-commit", ".husky/post-merge"].map(text)).toEqual([
          "x\n",
          "x\n",
          "x\n",
        ]);
        expect([".husky/pre-push", ".husky/_/pre-commit"].map(text)).toEqual(["mine\n", "mine\n"]);
        expect(existsSync(inProject(".husky/_/h"))).toBe(false);
        expect(ran?.trespassed).toEqual([]);
      });

      it("behind a link are read-only where the link leads", () => {
        ground.write("project/editor/settings.json", "mine\n");
        symlinkSync("editor", inProject(".zed"));
        const [ran] = ground.executing({}, "echo x > .zed/settings.json; echo x > editor/settings.json; echo ran");
        expect(ran?.out).toBe("ran\n");
        expect(text("editor/settings.json")).toBe("mine\n");
      });
    },
  );

describe("host files in the profile of macOS' sandbox", () => {
  it("are denied whether they exist or not, but for those that a step names", () => {
    const ground = new Playground("an ordinary user", "bubblewrap");
    try {
      mkdirSync(dirname(join(ground.project, ".vscode/tasks.json")), { recursive: true });
      const around = { cwd: ground.project, project: ground.project, homes: [], secret: [] };
      const rules = seatbeltProfile(executingProfile({ ...around, files: ["*", ".envrc"] }), "/private/tmp/x");
      const denied = (name: string) => rules.includes(`(deny file-write* (subpath "${join(ground.project, name)}"))`);
      expect([".vscode", ".claude", ".husky", ".mcp.json"].map(denied)).toEqual([true, true, true, true]);
      expect([".envrc", "src"].map(denied)).toEqual([false, false]);
    } finally {
      ground.remove();
    }
  });
});
