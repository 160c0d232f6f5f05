import { describe, expect, it } from "vitest";
import { toolLine } from "../../../../src/surfaces/discord/conversation/tool-line.ts";

describe("what a tool is about", () => {
  it.each([
    ["read", { path: "src/x.ts" }, "reading `src/x.ts`"],
    ["read", { path: "/project/src/x.ts" }, "reading `src/x.ts`"],
    ["read", { path: "/etc/hosts" }, "reading `/etc/hosts`"],
    ["ls", { path: "/project" }, "listing `.`"],
    ["ls", {}, "listing"],
    ["grep", { pattern: "a  b" }, "searching for `a b`"],
    ["bash", { command: "npm test" }, "running `npm test`"],
    ["submit_plan", { plan: {} }, "submitting a plan"],
    ["jira_read", undefined, "using `jira_read`"],
  ])("%s %j: %s", (name, input, line) => {
    expect(toolLine(name, input, "/project")).toBe(line);
  });

  it("cannot ping, break out of its line, or hide something", () => {
    const line = toolLine("bash", { command: "echo `@everyone`\n# <@1> \u202e **x**" }, "/");
    expect(line).toBe("running `echo ˋ@everyoneˋ # <@1> ‹U+202E› **x**`");
  });

  it("stays short", () => {
    expect([...toolLine("bash", { command: "😀".repeat(500) }, "/")].length).toBeLessThanOrEqual(90);
  });
});
