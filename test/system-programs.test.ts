import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { afterTest } from "./agent/bench/after-test.ts";
import { installLines, PROGRAMS, placesOf } from "./system-programs.ts";

describe("programs of the system", () => {
  it("are installed by one line for each package manager, with the names it has for them", () => {
    expect(installLines(["bwrap", "rg", "setpriv", "script"])).toEqual([
      "Debian    apt-get install bubblewrap ripgrep util-linux bsdutils",
      "Fedora    dnf install bubblewrap ripgrep util-linux",
      "Arch      pacman -S bubblewrap ripgrep util-linux",
      "Alpine    apk add bubblewrap ripgrep setpriv util-linux-misc",
      "Homebrew  brew install ripgrep",
    ]);
    expect(installLines(["strace"]).at(-1)).toBe("Alpine    apk add strace");
  });

  it("are found on the search path, if they can be run", () => {
    const directory = mkdtempSync(join(tmpdir(), "countersign-programs-"));
    afterTest(() => rmSync(directory, { recursive: true }));
    const program = join(directory, "rg");
    writeFileSync(program, "");
    expect(placesOf("rg", directory)).toEqual([]);
    chmodSync(program, 0o755);
    expect(placesOf("rg", `/nowhere:${directory}`)).toEqual([program]);
  });

  it("all have a package on every Linux", () => {
    for (const { Homebrew: _, ...packages } of Object.values(PROGRAMS))
      expect(Object.values(packages)).not.toContain(undefined);
  });
});
