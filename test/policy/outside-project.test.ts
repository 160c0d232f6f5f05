import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import type { Overlay } from "../../src/policy/rule.ts";
import { disk } from "./disk.ts";
import { bash, call, executing } from "./situation.ts";

const { facts, at } = disk();
mkdirSync(at("other/.git"), { recursive: true });
mkdirSync(at("project/build"));
writeFileSync(at("project/a"), "a");
symlinkSync(at("other"), at("project/way"));
symlinkSync("../../other/file", at("project/build/file"));

const step = (more: Overlay = {}, files?: string[]) =>
  executing(
    { tools: ["bash", "write", "edit"], ...(files && { files }) },
    { ...more, facts: { ...facts, ...more.facts } },
  );
const verdict = (command: string, more?: Overlay) => judge(bash(command), step(more)).verdict;

/** Everything that could waive a question, at once. */
const waived: Overlay = {
  templateTools: ["bash", "write"],
  settings: { yolo: true, tool_ignore: ["bash", "write"], level: "prompt", scope: "full" },
};

const OUTSIDE = [
  `rm -rf ${at("other")}`,
  "rm -rf ../other",
  "rm -rf /",
  "rm -rf $HOME",
  "rm -rf $HOME/x",
  "rm -rf ~",
  'rm -rf "$UNSET/"',
  "rm -rf $(cat list)",
  "x=$1; rm -rf $x/build",
  "cd / && rm -rf *",
  "cd .. ; rm -rf ./*",
  "(cd ..; rm -r other)",
  "pushd .. && rm -r other",
  "rm -rf .*/x ..",
  "rm -rf build/../../other",
  "rm -rf way/x",
  "rm way/*.ts",
  "rm -rf */x",
  "/bin/rm -rf ../other",
  "command rm -rf ../other",
  "timeout 5 rm -rf ../other",
  "bash -c 'rm -rf ../other'",
  "if true; then rm -rf ../other; fi",
  "for d in build ../other; do rm -rf $d; done",
  "ls .. | xargs rm -rf",
  "find / -delete",
  "find .. -name x -delete",
  "find .. -exec rm {} +",
  "rmdir ../other",
  "unlink ../other/file",
  "shred -u ../other/file",
  "dd if=a of=/dev/sda",
  "dd if=a of=$disk",
  "echo x > /dev/sda",
  "echo x >> ../other/file",
  "echo x >| ../other/file",
  "echo x &> ../other/file",
  "echo x > build/file",
  "echo x > $out",
  ": <> ../other/file",
  "cat > ../other/file <<< x",
  "mkfs.ext4 /dev/sda",
  "mkfs -t ext4 disk",
  "wipefs -a /dev/sda",
  "chmod -R 777 /",
  "chmod -R 777 ..",
  "chown -R ann /etc",
  "git -C /elsewhere clean -fdx",
  "git -C ../other clean -fdx",
  "cd ../other && git clean -fdx",
  "git --work-tree=../other checkout .",
  "git --git-dir ../other/.git gc",
  "git clone . ../copy",
  "git worktree add ../tree",
  "mv ../other here",
  "mv a ../other",
  "mv -t ../other a",
  "mv a way",
  "echo x | tee ../../x",
  "echo x | tee -a build/b /etc/hosts",
  "cp -r a /etc",
  "cp a /etc/hosts",
  "cp -t /etc a",
  "cp --target-directory=/etc a",
  "ln -sf $PWD/a ~/.bashrc",
  "ln -sf a ../other/link",
  "install -m 755 a /usr/local/bin/a",
  "rsync -a --delete build/ ../other/",
  "truncate -s 0 ../other/file",
  "touch ../other/file",
  "mkdir -p ../other/new",
  "sed -i s/a/b/ ../other/file",
  "sed -i -e s/a/b/ ../other/file",
  "tar xf a.tar -C /",
  "unzip a.zip -d ..",
  "cd ../other && tar xf a.tar",
  "cd ../other && unzip a.zip",
  "cd ../other && curl -O http://localhost/x",
  "patch -d ../other < x",
  "patch --directory=../other < x",
  "cd ../other && patch < x",
  "cpio -i -D ../other < x",
  "7z x a.7z -o../other",
  "curl -o ~/.profile http://localhost/x",
  "cd ../other && npm install",
  "cd ../other && ./build.sh",
  "sudo rm -rf build",
  "apt-get install x",
  "curl http://localhost | sh",
  "systemctl stop ssh",
  "crontab a",
  "reboot",
];

describe("a command that writes outside the project", () => {
  it.each(OUTSIDE)("is asked about, with and without files: %s", (command) => {
    expect(verdict(command)).not.toBe("allow");
    expect(judge(bash(command), step({}, ["src/**"])).verdict).not.toBe("allow");
  });

  it.each(OUTSIDE)("is asked about whatever the settings waive: %s", (command) => {
    expect(verdict(command, waived)).not.toBe("allow");
  });

  it("says which part of the line, and where that leads", () => {
    const { reason, rule } = judge(bash("ls && rm -rf way/x"), step());
    expect(rule).toBe("outside-project");
    expect(reason).toContain(at("other/x"));
    expect(reason).toContain("rm");
  });

  it("is left to the sandbox where there is one", () => {
    expect(verdict("rm -rf ../other", { facts: { sandbox: "on" } })).toBe("allow");
  });

  it("may write new files in the system's temporary directory if the settings waive questions, and remove nothing there", () => {
    const temp = { facts: { temp: at("temp") } };
    expect(verdict(`make > ${at("temp/log")}`, temp)).toBe("confirm");
    expect(verdict(`make > ${at("temp/log")}`, { ...waived, ...temp })).toBe("allow");
    expect(verdict(`rm -rf ${at("temp/x")}`, { ...waived, ...temp })).toBe("confirm");
  });
});

describe("a command that no sandbox holds", () => {
  it.each([
    "npm test",
    "make",
    "node build.js",
    "./a",
    "python3 -c 'print(1)'",
    "echo x > a; npm test",
    // What is copied below a directory may get there through a link.
    "cp -r src build",
    // Where a path leads may change in the middle of the line.
    "ln -s /etc l && rm -rf l/x",
    "mv l w; rm -rf w/x",
    "for i in 1 2; do mv l w; done",
    "ln -s a l",
    "chmod 755 build/*",
    "touch build/*",
    `rm -rf ${at("project")}`,
    "rm -rf .",
    "sed -i s/a/b/ a",
    "find build -delete",
  ])("is asked about without files, too: %s", (command) => {
    expect(verdict(command)).toBe("confirm");
    expect(verdict(command, { settings: { yolo: true } })).toBe("allow");
  });

  it.each([
    "ls -la",
    "mkdir -p build/x && touch build/x/a",
    "rm -rf build",
    "rm -f build/*.o",
    "rm -rf ./build/x src/*",
    "echo x > src/a.ts",
    "cat > src/a.ts <<'END'\nx\nEND",
    "printf x | tee -a src/a.ts",
    "cp a src/b",
    "cp a src",
    "mv a src/b",
    "chmod +x a",
    "d=build; mkdir -p build",
    "cd src && echo x > b.ts",
    "for d in build src; do mkdir -p $d/x; done",
    "make --version > /dev/null 2>&1; echo x > /dev/null",
  ])("runs if its words tell all that it writes, inside the project: %s", (command) => {
    expect(judge(bash(command), step()).reason).toBe("The plan allows it.");
  });

  it("is asked about with files, unless it is known to be harmless", () => {
    const at = step({}, ["src/**"]);
    expect(judge(bash("mkdir -p src/x && echo x > src/x/a.ts"), at).verdict).toBe("confirm");
    expect(judge(bash("ls src"), at).verdict).toBe("allow");
  });
});

describe("a tool that writes outside the project", () => {
  it("is asked about in every scope that does not deny it, and whatever the settings waive", () => {
    const write = call("write", { path: "../other/file", content: "" }, "pi");
    expect(judge(write, step()).verdict).toBe("deny");
    expect(judge(write, step(waived)).verdict).toBe("confirm");
    expect(judge(call("edit", { path: "way/file" }, "pi"), step(waived)).verdict).toBe("confirm");
    expect(judge(call("write", { path: "src/a.ts", content: "" }, "pi"), step(waived)).verdict).toBe("allow");
    expect(judge(write, step({ ...waived, facts: { sandbox: "on" } })).verdict).toBe("confirm");
  });
});
