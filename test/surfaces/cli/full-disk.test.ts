import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { lacks } from "../../system-programs.ts";
import { BINARY, Workbench } from "./workbench.ts";

let bench: Workbench;
beforeEach(() => {
  bench = new Workbench();
});
afterEach(() => bench.remove());

/** Runs a script of bash with a small disk, which is gone at its end; `cs` is the program. */
function onSmallDisk(kilobytes: number, script: string): { out: string; err: string } {
  const disk = join(bench.root, "disk");
  mkdirSync(disk);
  const begin = `set -u; mount -t tmpfs -o size=${kilobytes}k tmpfs ${disk} || exit 9; cd ${disk}
    cs() { ${process.execPath} ${BINARY} "$@"; }
    fill() { cat /dev/zero > ${disk}/fill-$RANDOM 2>/dev/null; }`;
  const around = ["--user", "--map-root-user", "--mount", "bash", "-c", `${begin}\n${script}`];
  const { status, stdout, stderr } = spawnSync("unshare", around, { env: bench.env, encoding: "utf8" });
  if (status === 9) throw new Error(stderr);
  return { out: stdout, err: stderr };
}

describe.skipIf(lacks("unshare"))("a full disk", { timeout: 60_000 }, () => {
  it("at the very first start leaves no half key, and says what to do", () => {
    const { out, err } = onSmallDisk(
      64,
      `export COUNTERSIGN_HOME=$PWD/home; mkdir -m 700 home project; fill; cd project
       cs key show; echo "show $?"; cs doctor >/dev/null 2>&1; echo "doctor $?"
       ls ../home/keys | wc -l
       rm ../fill-*; cs key show; echo "show $?"; cs doctor >/dev/null; echo "doctor $?"; ls ../home/keys | wc -l`,
    );
    expect(err).toMatch(/The disk that holds \S+\/home\/keys is full: free some space/);
    expect(out.split("\n").map((line) => line.trim())).toEqual([
      "show 1",
      "doctor 1",
      "0",
      expect.stringMatching(/^[0-9a-f]{16} {2}seals/),
      "show 0",
      "doctor 0",
      "2",
      "",
    ]);
  });

  it("pauses a run with a request, lets everything be read, and costs nothing that was recorded", () => {
    writeFileSync(join(bench.root, "plan.md"), PLAN);
    const token = bench.token("ana");
    const { out, err } = onSmallDisk(
      8192,
      `cp -r ${bench.home} home; export COUNTERSIGN_HOME=$PWD/home COUNTERSIGN_APPROVER_TOKEN=${token}
       mkdir project; cd project; git init -q .; cp ${bench.root}/plan.md .
       id=$(cs propose plan.md --json | grep -o 'PLAN-[0-9a-f]*' | head -1); cs approve $id >/dev/null
       cs run $id --no-wait </dev/null; echo "run $?"
       fill; fill
       for command in plans inbox "show $id" "audit --verify"; do cs $command; echo "$command $?"; done
       cs queue add $id; echo "write $?"
       rm ../fill-* out/two; cs answer $(cs inbox --json | grep -o 'PLAN[^"]*interruption[^"]*' | head -1) skip
       cs resume $id </dev/null; echo "resume $?"; cs audit --verify; ls out`,
    );
    expect(out).toContain("two was interrupted");
    expect(out).toMatch(/The disk that holds \S+\/project is full: free some space, then run the\s+step again/);
    expect(out).toContain("run 3");
    for (const command of ["plans", "inbox", "audit --verify"]) expect(out).toContain(`${command} 0`);
    expect(out).toMatch(/^show PLAN-\w+ 0$/m);
    expect(out).toMatch(/PLAN-\w+\/interruption-[\d.]+ {2}interruption/);
    expect(out).toContain("write 1");
    expect(err).toMatch(/The disk that holds \S+ is full: free some space, then repeat the command/);
    expect(out).toContain("resume 0");
    expect(out).toMatch(/one\nthree\n$/);
  });
});

describe("an empty key file", () => {
  const keys = () => join(bench.home, "keys");

  it("that sealed nothing is deleted by doctor --fix, and blocks no command before", () => {
    mkdirSync(keys(), { recursive: true, mode: 0o700 });
    chmodSync(bench.home, 0o700);
    const path = join(keys(), "0123456789abcdef.key");
    writeFileSync(path, "", { mode: 0o600 });
    bench.write("plan.md", PLAN);
    expect(bench.run(["propose", "plan.md"]).code).toBe(0);
    expect(bench.run(["key", "show"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("0123456789abcdef  damaged"),
    });
    const found = bench.run(["doctor"]);
    expect(found.err).toContain(`the key file ${path} is empty`);
    expect(bench.run(["doctor", "--fix"]).out).toContain("Deleted; no record was sealed with it.");
    expect(bench.run(["doctor"]).code).toBe(0);
    expect(bench.run(["key", "show", "--json"]).json.key.damaged).toBeUndefined();
  });

  it("that sealed records stays, and a copy of the key puts it back", () => {
    bench.write("plan.md", PLAN);
    bench.run(["propose", "plan.md"]);
    const { id } = bench.run(["key", "show", "--json"]).json.key;
    const path = join(keys(), `${id}.key`);
    writeFileSync(path, "");
    const found = bench.run(["doctor", "--fix"]);
    expect(found.code).toBe(1);
    expect(found.err).toContain(`the key file ${path} is damaged, and records may be sealed with it`);
    expect(bench.run(["propose", "plan.md"]).err).toContain("is damaged: put it back");
  });
});

const PLAN = `# Fill the disk

It writes too much.

## Steps

1. [ ] **First** \`one\`
   - mode: run
   - files: out/**
   - run: \`mkdir -p out && echo 1 > out/one\`

2. [ ] **Second** \`two\`
   - after: one
   - mode: run
   - files: out/**
   - run: \`cat /dev/zero > out/two\`

3. [ ] **Third** \`three\`
   - after: two
   - mode: run
   - files: out/**
   - run: \`echo 3 > out/three\`
`;
