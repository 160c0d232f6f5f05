import { describe, expect, it } from "vitest";
import type { SandboxProfile } from "../../src/sandbox/profile.ts";
import { seatbeltArguments, seatbeltProfile } from "../../src/sandbox/seatbelt.ts";

const TEMP = "/private/var/folders/x/countersign-1";
const planning: SandboxProfile = {
  kind: "planning",
  cwd: "/Users/a/p",
  network: false,
  unixSockets: "none",
  writable: [],
  protected: [],
  hidden: ["/Users/a/.ssh"],
  secret: ["/Users/a/.pi/agent/countersign"],
  visible: ["/Users/a/p"],
};
const executing: SandboxProfile = {
  ...planning,
  kind: "executing",
  writable: ["/Users/a/p"],
  protected: [
    { path: "/Users/a/p/.git/hooks", whenMissing: "hold" },
    { path: "/Users/a/p/.pi", whenMissing: "hold" },
  ],
};

/** The last rule that speaks of a path and an operation: the one that holds. */
function lastOn(text: string, operation: string, path: string): string | undefined {
  return text
    .split("\n")
    .findLast((rule) => rule.includes(` ${operation}`) && rule.includes(`"${path}"`))
    ?.slice(1, 6);
}

describe("the profile for macOS", () => {
  it("denies what it does not allow, and allows no writing but to a directory of its own and to devices that keep nothing", () => {
    const text = seatbeltProfile(planning, TEMP);
    expect(text.startsWith("(version 1)\n(deny default)\n")).toBe(true);
    const writes = text.split("\n").filter((rule) => rule.startsWith("(allow") && rule.includes("file-write"));
    expect(writes).toEqual([
      `(allow file-read* file-write* (subpath "${TEMP}"))`,
      '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (literal "/dev/dtracehelper"))',
    ]);
  });

  it("asks nothing of programs outside: no Apple events, no network, no sockets", () => {
    const text = seatbeltProfile(planning, TEMP);
    expect(text).not.toMatch(/appleevent|network|lsopen|mach-lookup\)|launchd/);
  });

  it("opens the network for addresses only, and looks names up", () => {
    const text = seatbeltProfile({ ...planning, network: true }, TEMP);
    expect(text).toContain('(allow network-outbound (remote ip "*:*"))');
    expect(text.match(/network-outbound \(literal "[^"]*"/g)).toEqual([
      'network-outbound (literal "/private/var/run/mDNSResponder"',
    ]);
  });

  it("hides credentials, and our own home after everything else", () => {
    const text = seatbeltProfile({ ...executing, secret: ["/Users/a/p/home"] }, TEMP);
    expect(lastOn(text, "file-read*", "/Users/a/.ssh")).toBe("deny ");
    expect(text.trimEnd().split("\n").at(-1)).toBe('(deny file-read* file-write* (subpath "/Users/a/p/home"))');
  });

  it("shows a project in a temp directory or in something hidden", () => {
    const project = "/private/tmp/p";
    expect(lastOn(seatbeltProfile({ ...planning, visible: [project] }, TEMP), "file-read*", project)).toBe("allow");
    const inner = "/Users/a/.ssh/p";
    const text = seatbeltProfile({ ...planning, visible: [inner] }, TEMP);
    expect(text.indexOf(`(allow file-read* (subpath "${inner}"))`)).toBeGreaterThan(
      text.lastIndexOf('(deny file-read* file-write* (subpath "/Users/a/.ssh"))'),
    );
  });

  it("lets the project be written while executing, but no protected path, and no directory on the way be moved away", () => {
    const text = seatbeltProfile(executing, TEMP);
    expect(text.indexOf('(allow file-read* file-write* (subpath "/Users/a/p"))')).toBeGreaterThan(0);
    for (const path of ["/Users/a/p/.git/hooks", "/Users/a/p/.pi"])
      expect(lastOn(text, "file-write*", path)).toBe("deny ");
    for (const path of ["/Users/a/p/.git", "/Users/a/p"])
      expect(text).toContain(`(deny file-write* (literal "${path}"))`);
  });

  it("lets no path end its quotation", () => {
    const path = '/Users/a/x") (allow default) ("\\\n(allow file-write*)';
    const text = seatbeltProfile({ ...planning, hidden: [path] }, TEMP);
    expect(text).toContain('(subpath "/Users/a/x\\") (allow default) (\\"\\\\\\n(allow file-write*)")');
    expect(text.split("\n")).not.toContain("(allow file-write*)");
  });

  it("is handed to sandbox-exec as one argument", () => {
    expect(seatbeltArguments(planning, TEMP)).toEqual(["-p", seatbeltProfile(planning, TEMP)]);
  });
});
