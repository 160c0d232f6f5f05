import { expect, it } from "vitest";
import { shortCall, wholeCall } from "../../src/policy/call-words.ts";

it("tells a call by the first text of its input, wherever that is, and by all of it if there is none", () => {
  expect(shortCall({ lines: 3, path: " ", command: "ls -l", more: "x" })).toBe("ls -l");
  expect(shortCall({ plan: { title: "Say two", goal: "x" } })).toBe("Say two");
  expect(shortCall({ lines: 3 })).toBe('{"lines":3}');
  expect([shortCall({}), shortCall(undefined), shortCall("ls")]).toEqual(["", "", ""]);
});

it("keeps it to one line of a length that can be read, with nothing hidden", () => {
  const said = shortCall({ command: `a\nb\u202e${"x".repeat(1000)}` });
  expect(said).toMatch(/^a ⏎ b‹U\+202E›x+…$/);
  expect(said.length).toBeLessThan(330);
});

it("leaves nothing out where somebody answers for a call", () => {
  expect(wholeCall({ command: "a\nb\u202e" })).toBe("a⏎\nb‹U+202E›");
  expect(wholeCall({ command: "a  b", timeout: 1 })).toBe('{\n "command": "a␣␣b",\n "timeout": 1\n}');
  const content = "x".repeat(1000);
  expect(wholeCall({ path: "a", content })).toBe(`{\n "path": "a",\n "content": "${content}"\n}`);
  expect(wholeCall({})).toBe("{}");
});
