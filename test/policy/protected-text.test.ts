import { describe, expect, it } from "vitest";
import { judge } from "../../src/policy/judge.ts";
import { disk } from "./disk.ts";
import { bash, executing, situation } from "./situation.ts";

const { facts } = disk();
const outside = (line: string) => judge(bash(line), situation({ facts })).verdict;
const inStep = (line: string, step = {}) =>
  judge(
    bash(line),
    executing({ tools: ["bash"], commits: true, ...step }, { settings: { scope: "full", yolo: true }, facts }),
  ).verdict;

describe("a text that names a protected place", () => {
  it.each([
    "sed 'w .pi/extensions/evil.ts' a.txt",
    "sed 's/a/b/w .pi/plans.json' a.txt",
    "sed 's/a/b/w.envrc' a.txt",
    "sed w.envrc a.txt",
    'awk \'BEGIN{print "x" > ".envrc"}\'',
    "awk '{print > \".git/hooks/pre-commit\"}' a.txt",
    "sqlite3 x '.output .git/hooks/x'",
    "vim -es a '+w .git/hooks/x' +q",
    'python3 -c\'open(".git/hooks/x","w")\'',
    'node --eval=\'fs.writeFileSync(".git/hooks/x","")\'',
    "bash <<< 'cp evil .git/hooks/x'",
    "echo 'cp evil .git/hooks/x' | sh",
    'python3 <<\'E\'\nopen(".git/hooks/x","w")\nE',
    'python3 - <<E\nopen(".git/hooks/x","w")\nE',
    "printf 'w .envrc\\nq\\n' | ed a.txt",
    "env -S 'cp evil .git/hooks/x'",
    "trap 'cp evil .git/hooks/x' EXIT",
    "parallel ::: 'cp evil .git/hooks/x'",
    "watch -n1 'cp evil .git/hooks/x'",
    "tmux new -d 'cp evil .git/hooks/x'",
    "git commit -m \"$(bash <<< 'cp evil .git/hooks/x')\"",
    "git -c core.editor='cp evil .git/hooks/x' commit",
  ])("is not given to a program unasked, whatever is waived: %s", (line) => {
    expect(outside(line)).not.toBe("allow");
    expect(inStep(line)).not.toBe("allow");
  });

  it("is refused where no tool may even read that place", () => {
    expect(outside(`perl <<< 'open F, "${facts.countersignHome}/keys/current"'`)).toBe("deny");
  });

  it.each([
    "echo 'see .git/hooks and .envrc' > notes.md",
    "cat > notes.md <<'E'\nPut it into .vscode/settings.json.\nE",
    "npm test && git commit -m 'Ignore .envrc and .git/hooks'",
    "git commit -m \"$(cat <<'E'\nIgnore .envrc\nE\n)\"",
    "gh pr create --title 'Ignore .envrc' --body 'and .git/hooks'",
    "sed -i 's/one/two/' a.txt",
    "python3 -c 'print(1)'",
  ])("is only a text where it is only kept, and other texts are as before: %s", (line) => {
    expect(outside(line)).toBe("allow");
    expect(inStep(line)).toBe("allow");
  });

  it("does not matter in a step that names the literal path", () => {
    const line = 'awk \'BEGIN{print "x" > ".envrc"}\'';
    expect(inStep(line, { files: [".envrc"] })).toBe("allow");
  });
});
