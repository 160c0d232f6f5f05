import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judge } from "../../../../src/policy/judge.ts";
import { runs } from "../../../runs.ts";
import { seedFrom } from "../../../seed.ts";
import { disk } from "../../disk.ts";
import { bash, executing, situation } from "../../situation.ts";
import { WRAPPERS } from "./shapes.ts";

const SEED = seedFrom("SHELL_FUZZ_SEED");
const SECONDS = Number(process.env["SHELL_FUZZ_SECONDS"] ?? 30);
const LINES = process.env["SHELL_FUZZ_SECONDS"] === undefined ? runs(10_000) : Number.POSITIVE_INFINITY;

/** Commands that write what programs load, named or not, without a quote in them. */
const WRITES = [
  "git config core.hooksPath evil",
  "git -C . config --add core.pager evil",
  "git config set --global core.editor evil",
  "git config --replace-all alias.st evil",
  "git config edit",
  "git remote add x ext::evil",
  "git init --template=evil",
  "pre-commit install",
  "npx husky",
  "systemctl --user enable evil",
  "code --install-extension evil",
  "tmux send-keys y",
  "gdb -p 123",
  "tar xf a.tar",
  "cp -a ~ x",
  "cp evil .git/hooks/pre-commit",
  "cp evil .gi*/hooks/pre-commit",
  "mv evil .{vscode,x}/tasks.json",
  "tee .vsco?e/tasks.json",
  "dd if=evil of=.envrc",
  "install -t.vscode evil",
  "cp --target-directory=.vsc* evil",
  "ln -s evil .pi/extensions",
  "sed -i s/a/b/ .envrc",
];

/** Other ways to spell a word that mean the same. */
const SPELLINGS: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => word,
  (word) => `\\${word}`,
  (word) => `${word.slice(0, 1)}""${word.slice(1)}`,
  (word) => `$(echo ${word})`,
  (word) => `\`echo ${word}\``,
  (word) => `\${u:-${word}}`,
  (word) => `\${u}${word}`,
];

/** Commands that run what they are given, besides those of the other grammars. */
const RUN_BY = [
  ...WRAPPERS.filter((text) => !/^(?:cd |\(cd|pushd|git -C|find vendor|find -name|set -- \*)/.test(text)),
  "sudo CMD",
  "sudo -u ann CMD",
  "nohup CMD",
  "setsid CMD",
  "busybox CMD",
  "strace -f CMD",
  "flock lock CMD",
  "chroot . CMD",
  "watch CMD",
  "unknown --option CMD",
  "./wrapper CMD",
  "coproc CMD",
  "f() { CMD; }; f",
  "if true; then CMD; fi",
  "for i in 1 2; do CMD; done",
  "( CMD )",
  "x=$( CMD )",
  "echo <(CMD)",
  "npm test && CMD",
  "CMD &",
];

/** How a word may be spelled that begins with what the shell expands: only as it is. */
function spelled(text: string, at: number, how: number): string {
  const words = text.split(" ");
  const place = at % words.length;
  const word = words[place] ?? "";
  const spell = /^[\w.-]+$/.test(word) ? SPELLINGS[how % SPELLINGS.length] : undefined;
  return spell === undefined ? text : words.with(place, spell(word)).join(" ");
}

const wrapped = fc
  .tuple(
    fc.constantFrom(...WRITES),
    fc.nat(),
    fc.nat(),
    fc.array(fc.constantFrom(...RUN_BY), { minLength: 0, maxLength: 3 }),
  )
  .map(([write, at, how, wrappers]) =>
    wrappers.reduce(
      (text, wrapper) => {
        // Quotes in quotes, and statements behind a command that takes words, would be another line.
        const isQuoted = /['"][^'"]*CMD|^eval|^watch/.test(wrapper) && /['"\\$`]/.test(text);
        const isStatement =
          /[;&|(){}<>]|^(?:if|for|coproc|!|time|x=)/.test(text) &&
          !/^(?:if|for|f\(|\(|x=|echo <|npm)|['"]CMD/.test(wrapper);
        // What a program that is not known does with a word that is not known cannot be told.
        const isUnknown = /^(?:unknown|\.\/wrapper)/.test(wrapper) && /[$`]/.test(text);
        return isQuoted || isStatement || isUnknown ? text : wrapper.replace(/CMD/g, () => text);
      },
      spelled(write, at, how),
    ),
  );

describe("a command that writes what programs load", () => {
  const { facts } = disk();
  const outside = situation({ facts });
  const inStep = executing(
    { tools: ["bash"], commits: true },
    { facts, settings: { scope: "full", yolo: true, tool_ignore: ["bash"], level: "log" } },
  );

  it(`is not allowed unasked, whatever runs it (seed ${SEED})`, { timeout: (SECONDS + 60) * 1000 }, () => {
    const deadline = performance.now() + SECONDS * 1000;
    const found = new Set<string>();
    const done = new Set<string>();
    for (let chunk = 0; done.size < LINES && performance.now() < deadline && found.size < 10; chunk++) {
      for (const line of fc.sample(wrapped, { numRuns: 100, seed: SEED + chunk })) {
        if (done.has(line)) continue;
        done.add(line);
        if (judge(bash(line), outside).verdict === "allow" || judge(bash(line), inStep).verdict === "allow")
          found.add(line);
      }
    }
    console.info(`wrapped writes: ${done.size} lines; SHELL_FUZZ_SEED=${SEED}`);
    expect([...found]).toEqual([]);
    expect(done.size).toBeGreaterThan(500);
  });
});
