import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { planningProfile } from "../../src/sandbox/profile.ts";
import { shellLine, wrapCommand } from "../../src/sandbox/wrap.ts";
import { IMPLEMENTATIONS, isMissing, sandboxBy } from "./implementations.ts";
import { Playground, USERS } from "./playground.ts";

// A shell, an editor or a service that starts us may leave files, directories and sockets open. A descriptor leads past
// every mount of the sandbox. Node closes those up to 15, and those that follow without a gap.
const LEAKED = [3, 4, 5, 8, 9, 10, 20, 63, 200, 255, 1000];

/** What a command has open but for its own input and output, and what the first process of the sandbox has. */
const LIST =
  "for fd in /proc/self/fd/* /proc/1/fd/*; do readlink $fd; done | grep -v -e ^pipe: -e ^socket: -e eventfd -e ^/dev/null -e ^/proc/";

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation)).each(USERS)(
    `descriptors in the sandbox of ${implementation}, as %s`,
    (user) => {
      let ground: Playground;
      beforeEach(() => {
        ground = new Playground(user, implementation);
      });
      afterEach(() => ground.remove());

      it("are not those that a parent of ours left open: no secret is read and nothing is written through them", () => {
        ground.leaked = LEAKED.map((fd, at) => `${fd}<'${at % 2 === 0 ? ground.secret : ground.outside}'`).join(" ");
        const reads = LEAKED.map((fd) => `cat /proc/self/fd/${fd}/key /proc/1/fd/${fd}/key`).join("; ");
        const writes = LEAKED.map((fd) => `echo x > /proc/self/fd/${fd}/file; echo x > /proc/1/fd/${fd}/new`).join(
          "; ",
        );
        for (const [ran] of [
          ground.planning(`${reads}; ${writes}; ${LIST}; echo ran`),
          ground.executing({}, `${reads}; ${writes}; ${LIST}; echo ran`),
        ])
          expect(ran?.out).toBe("ran\n");
        expect(readFileSync(join(ground.outside, "file"), "utf8")).toBe("outside\n");
        expect([join(ground.outside, "new"), join(ground.secret, "new")].filter(existsSync)).toEqual([]);
      });
    },
  );

for (const implementation of IMPLEMENTATIONS)
  describe.skipIf(isMissing(implementation))(`descriptors of a line for bash, by ${implementation}`, () => {
    let ground: Playground;
    beforeEach(() => {
      ground = new Playground("root", implementation);
    });
    afterEach(() => ground.remove());

    it("are not those of the shell that runs it", async () => {
      const profile = planningProfile(ground.around());
      const wrapped = wrapCommand(["/bin/bash", "-c", `${LIST}; echo ran`], profile, await sandboxBy(implementation));
      const leaked = LEAKED.map((fd) => `exec ${fd}<'${ground.secret}'`).join("; ");
      const { stdout } = spawnSync("/bin/bash", ["--norc", "-c", `${leaked}; ${shellLine(wrapped)}`], {
        encoding: "utf8",
      });
      expect(stdout).toBe("ran\n");
      wrapped.release();
    });
  });
