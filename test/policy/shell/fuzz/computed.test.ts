import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc, { type Arbitrary } from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realWorld } from "../../../../src/desk/world.ts";
import { analyse } from "../../../../src/policy/shell/analyse.ts";
import { agentEnvironment } from "../../../../src/sandbox/environment.ts";
import { buildFixture } from "../../../corpus/fixture.ts";
import { runs } from "../../../runs.ts";
import { seedFrom } from "../../../seed.ts";

const SEED = seedFrom("SHELL_FUZZ_SEED");
const SECONDS = Number(process.env["SHELL_FUZZ_SECONDS"] ?? 20);
const LINES = process.env["SHELL_FUZZ_SECONDS"] === undefined ? runs(1500) : Number.POSITIVE_INFINITY;
const SECRET = "c0untersigned-s3cret";

describe("a value that is computed, in a line that is judged read-only", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-unknown-")));
  const [project, home, temp] = ["project", "home", "temp"].map((name) => join(root, name)) as [string, string, string];
  const keys = join(home, ".pi/agent/countersign");
  const places = [project, home, join(home, "deep/down")] as const;
  let calls = 0;
  let server: Server;
  let port = 0;

  beforeAll(async () => {
    buildFixture(project);
    for (const directory of [keys, temp]) mkdirSync(directory, { recursive: true });
    writeFileSync(join(keys, "key"), `${SECRET}\n`);
    server = createServer((socket) => {
      calls++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
    // A home directory may be a repository as well.
    execFileSync("git", ["init", "-q", home], { env: { PATH: process.env["PATH"], HOME: home } });
    mkdirSync(join(home, "deep/down"), { recursive: true });
    for (const place of places) {
      writeFileSync(join(place, "a.txt"), "apple\n");
      for (const [index, text] of targets().entries()) writeFileSync(join(place, `list${index}`), `${text}\n`);
    }
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(root, { recursive: true, force: true });
  });

  /** What a value may turn out to be. */
  const targets = () => [
    join(keys, "key"),
    "../home/.pi/agent/countersign/key",
    ".pi/agent/countersign/key",
    `/dev/tcp/127.0.0.1/${port}`,
    `/inet/tcp/0/127.0.0.1/${port}`,
    `http://127.0.0.1:${port}/x`,
    `-f${join(keys, "key")}`,
    `@${join(keys, "key")}`,
    keys,
    "a.txt",
    `${home}/.pi/agent/./countersign/key`,
    "../home/.pi/agent/x/.././countersign/key",
    `${home.slice(1)}/.pi/agent/countersig[n]/ke[y]`,
    `.pi/agent/c*n/k*y`,
    `..Z`,
  ];

  const judged = (line: string, cwd: string) =>
    analyse(line, { cwd, home, world: realWorld(), unreadable: [keys], sandboxed: false }).readOnly;

  /** What it prints. */
  const run = (line: string, cwd: string = project) =>
    new Promise<string>((resolve, reject) => {
      const env = { PATH: process.env["PATH"] ?? "", HOME: home, LANG: "C.UTF-8" };
      const child = spawn("bash", ["--norc", "--noprofile", "-c", line], {
        cwd,
        env: agentEnvironment(env, { mode: "planning", project: cwd, temp }),
        stdio: ["ignore", "pipe", "pipe"],
        timeout: 3000,
      });
      let printed = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (printed += data));
      child.once("error", reject);
      child.once("close", () => resolve(printed));
    });

  it(`neither reads a key nor opens a connection (seed ${SEED})`, { timeout: (SECONDS + 60) * 1000 }, async () => {
    const deadline = performance.now() + SECONDS * 1000;
    const found: string[] = [];
    const done = new Set<string>();
    let made = 0;
    for (let chunk = 0; made < LINES && performance.now() < deadline && found.length < 5; chunk++) {
      for (const line of fc.sample(computed(targets()), { numRuns: 100, seed: SEED + chunk })) {
        const place = places[made++ % places.length] ?? project;
        const text = `${line} # in ${place}`;
        if (done.has(text) || !judged(line, place)) continue;
        done.add(text);
        const before = calls;
        if ((await run(line, place)).includes(SECRET) || calls > before) found.push(text);
        if (performance.now() > deadline) break;
      }
    }
    console.info(`computed values: ${made} lines, ${done.size} run; SHELL_FUZZ_SEED=${SEED}`);
    expect(found).toEqual([]);
    expect(done.size).toBeGreaterThan(20);
  });

  it("would be found out", async () => {
    expect(await run(`cat ${join(keys, "key")}`)).toContain(SECRET);
    const before = calls;
    await run(`cat < /dev/tcp/127.0.0.1/${port}`);
    expect(calls).toBe(before + 1);
  });
});

/** What reads, opens or fetches `X`. */
const USES =
  `cat X|head -1 X|tail -1 -- X|sed -n 1p X|awk 1 X|gawk 1 X|grep "" X|grep -e "" X|sort -- X|diff /dev/null X
wc -l < X|cat < X|cat < "./"X|cat ./X|cat src/X|jq -R . X|base64 X|od -c X|tac X|strings X|cut -c1- X|paste X|nl X
openssl verify X|openssl dgst X|git diff --no-index /dev/null X|git hash-object X|date -f X|cd X && cat key|xargs -a X echo
bash -n X|less X|tar tf X|nm X|ls X|echo X|basename X|test -f X|grep -c -e X a.txt|git log -1 -- X|cat X/key|cat ../X
grep -fX a.txt|grep --file=X a.txt|sort --files0-from=X|sort -TX a.txt|wc --files0-from=X|xargs -aX echo|date -fX|date --file=X
awk -fX a.txt|awk -v x=X 1 a.txt|sed -fX a.txt|jq -fX a.txt|jq -n --rawfile a X '$a'|tar -tfX|file -fX|diff --from-file=X a.txt
git diff -OX|git blame --contents=X a.txt|git grep -fX|git config --file=X --list|git config -f X -l|git log -1 --format=X
grep -r "" X|grep -rh "" X|rg "" X|diff -r X src|git grep --no-index "" X|git grep --untracked "" X|combine X or a.txt|head -n1 -qX
git -c branch.sort=X branch|git -c core.pager=X log -1|git -C X log -1|bat -pp X|du -a X|ls -R X|sort -k X a.txt|cut -dX -f1 a.txt
find X -type f -exec cat {} +|cat <(cat X)|readlink -f X|cat X*|head -1 ./X?|cat [X]*|git config edit --file X|git config list --file=X|dmesg -FX|dmesg --file=X|comm X a.txt|join X a.txt|rev X|fold X|uniq X|file X`.split(
    /[|\n]/,
  );

/** Ways in which a value gets to where it is used: `T` is the text, `L` a file that holds it, `U` the use. */
const WAYS = [
  'U "$(printf %s T)"',
  "U $(echo T)",
  'U "$(cat L)"',
  "U `cat L`",
  'x=$(cat L); U "$x"',
  "x=$(<L); U $x",
  'read -r x < L; U "$x"',
  'while read -r x; do U "$x"; done < L',
  'cat L | while read -r x; do U "$x"; done',
  'while IFS= read -r x; do U "$x"; done < <(cat L)',
  'read -r x <<< "$(cat L)"; U "$x"',
  'while read -r x; do U "$x"; done <<< T',
  'mapfile -t x < L; U "${x[0]}"',
  'mapfile -t x < <(cat L); U "${x[@]}"',
  'x=($(cat L)); U "${x[@]}"',
  'x=(T); U "${x[0]}"',
  'printf -v x %s T; U "$x"',
  'x=ZT; U "${x/Z/}"',
  'x=ZT; U "${x#Z}"',
  'x=ZT; U "${x:1}"',
  'x=T; U "${x%Z}"',
  'x=T; U "$x"',
  'for x in $(cat L); do U "$x"; done',
  "for x in T; do U $x; done",
  'f() { U "$1"; }; f T',
  'f() { U "$1"; }; f "$(cat L)"',
  "bash -c 'U \"$1\"' _ T",
  'bash -c \'U "$1"\' _ "$(cat L)"',
  'set -- $(cat L); U "$1"',
  'export LC_ALL=C; U "$(cat L)"',
  'LC_ALL=en_US.UTF-8 U "$(cat L)"',
  'LC_ALL="$(cat L)" U "$(cat L)"',
  'LANGUAGE=T LANG=de_DE.UTF-8 U "$x"',
  'U "$unset"',
  'U "$*"',
  'set -- T; U "$@"',
  'U "$(git rev-parse --show-toplevel)"',
  'd=$(git rev-parse --show-toplevel); U "$d/.pi"',
  'U "$PWD"',
  'U "$PWD/.pi"',
  'U "$(git ls-files -o | grep key)"',
  'x=$(git ls-files -o | tail -1); U "$x"',
  "U $(git ls-files -o)",
  'git ls-files -o | while read -r x; do U "$x"; done',
  'git ls-files -co --full-name | while IFS= read -r x; do U "./$x"; done',
  'for x in .*; do U "$x"; done',
  'for x in .*/*/*/*; do U "$x"; done',
  'ls -A | while read -r x; do U "$x"; done',
  'for x in $(git ls-files -o); do cd "$(git rev-parse --show-toplevel)"; U "$x"; done',
  'U "${y:-$(cat L)}"',
  'U "${y:=T}"',
  'n=$((1 + 1)); U "$(cat L)$n"',
  'for x in list*; do U "$x"; done',
  'for x in *; do U "${x##*/}"; done',
  'git ls-files | while read -r x; do U "$x"; done',
  'find . -maxdepth 1 -type f | while IFS= read -r x; do U "$x"; done',
  'ls | while read -r x; do U "$(cat "$x")"; done',
  'for x in $(ls list*); do U "$(cat "$x")"; done',
  'git ls-files | head -3 | while IFS= read -r x; do U "$x"; done',
  'x=$(git ls-files | head -1); U "$x"',
  'x=$(dirname "$(git ls-files | head -1)"); U "$x/a.txt"',
  'd=$(git ls-files none); x=$(cat L); U "$d/$x"',
  'U "$(git rev-parse --show-toplevel)/a.txt"',
  'U "$(git rev-parse --show-toplevel)/$(cat L)"',
  'x=Z/T; U "${x#Z/}"',
  'x=Z/T; U "${x#*/}"',
  'x=Z/T; y=${x#*/}; U "$y"',
  'x=T; U "${x%Z}"',
  'x=T; y=${x%Z}; U "$y"',
  'x=(Z/T); U "${x[@]#Z/}"',
  'for x in Z/T; do U "${x#*/}"; done',
  'for x in */; do y="$x/T"; U "${y#*/}"; done',
  'for x in */; do y="$x/T"; U "${y##*/}"; done',
  'for x in src; do y="$x//T"; U "${y#*/}"; done',
  'x="a.txt T"; U $x',
  'x="a.txt T"; for y in $x; do U "$y"; done',
  'for x in *.txt; do y="$x T"; U $y; done',
  'for x in T; do U "/$x"; done',
  "for x in T; do U /$x; done",
  'cd ~; for x in T; do U "$x"; done',
  "cd ~; x=T; U $x",
  'x=(T); cd ~; U "${x[0]}"',
  'U "$(dirname "Z T/y")"',
  "U $(dirname 'Z T/y')",
  'U "$(git rev-parse T)"',
  'x=$(git rev-parse T); cd ~; U "$x"',
  'x=$(git ls-files none); U "$x/T"',
  'while IFS=: read -r y x; do U "$x"; done <<< Z:T',
  'IFS=Z read -r y x <<< aZT; U "$x"',
  'cd ~/.pi/agent; x=$(ls); U "$x/key"',
  'cd ~/.p*; cd a*; cd c*; for x in k*; do U "$x"; done',
  'cd ~/.pi; cd a*; for x in c*/k*; do U "$x"; done',
  'for y in 1 2 3; do for x in c*/k*; do U "$x"; done; cd ~/.pi/agent; done',
  'f() { for x in c*/k*; do U "$x"; done; }; cd ~/.pi/agent; f',
  'cd sr*; U "$(echo ../T)"',
  'for x in .*; do U "$x"; done',
  'cd -; U "$(ls | head -1)"',
];

const PIPES = [
  "cat L | xargs C",
  "xargs C < L",
  "echo T | xargs C",
  "printf '%s\\n' T | xargs C",
  "cat L | xargs -I{} C {}",
  "cat L | xargs -I{} C ./{}",
  "xargs -a L C",
  "ls list* | xargs cat | xargs C",
  "git ls-files | xargs C",
  "git ls-files -o | xargs C",
  "git ls-files -oz | xargs -0 C",
  "git ls-files -o | xargs -I{} C {}",
  "git rev-parse --show-toplevel | xargs C",
  "ls -A | xargs C",
  "rg -l --hidden '' | xargs C",
  "find . -maxdepth 1 -name 'list*' -exec C {} \\;",
  "find . -maxdepth 1 -type f | head -2 | xargs C",
  "echo \"'T'\" | xargs C",
  "echo Z,T | xargs -d, C",
  "echo Z/T | cut -d/ -f2- | xargs C",
  "echo Z/T | sed 's|^./||' | xargs C",
  "echo 'Z T' | xargs C",
  "echo Z T | xargs C",
  "dirname 'Z T/y' | xargs C",
  "dirname T/y | xargs C",
  "git rev-parse T | xargs C",
  'for x in *.txt; do echo "$x T" | xargs C; done',
  'for x in */; do find "$x/T" | cut -d/ -f2- | xargs C; done',
  "cd ~/.pi/agent; ls -d */* | xargs C",
  "cd ~; ls -d .p*/*/*/* | xargs C",
  "cd ~/.pi/agent; find . -type f | xargs C",
];

function computed(targets: readonly string[]): Arbitrary<string> {
  const target = fc.integer({ min: 0, max: targets.length - 1 });
  const filled = (text: string, index: number) =>
    text.replaceAll(/\bT\b|(?<=Z)T/g, () => targets[index] ?? "").replaceAll(/\bL\b/g, `list${index}`);
  const use = fc.constantFrom(...USES);
  const words = fc.tuple(fc.constantFrom(...WAYS), use, target).map(([way, command, index]) =>
    filled(
      way.replace(/U ("(?:[^"$]|\$\((?:[^()]|\([^()]*\))*\)|\$\{[^}]*\}|\$)*"|\$\([^)]*\)|`[^`]*`|\$\w+)/, (_, word) =>
        command.replaceAll("X", () => word),
      ),
      index,
    ),
  );
  const pipes = fc
    .tuple(
      fc.constantFrom(...PIPES),
      use.filter((text) => / X$/.test(text)),
      target,
    )
    .map(([pipe, command, index]) =>
      filled(
        pipe.replace("C", () => command.slice(0, -2)),
        index,
      ),
    );
  return fc.oneof({ weight: 3, arbitrary: words }, { weight: 1, arbitrary: pipes });
}
