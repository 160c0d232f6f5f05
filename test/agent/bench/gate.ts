import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, createReadStream, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterTest } from "./after-test.ts";
import type { Project } from "./project.ts";

/** Where a command of a test waits until the test lets it go on, or until it is ended. */
export interface Gate {
  /** What the command begins with. */
  wait: string;
  /** The command is there. */
  reached: Promise<unknown>;
  /** Nothing of the command is left. */
  ended: Promise<unknown>;
  open(): void;
}

/** Two named pipes: the command holds one open as long as it lives, and reads the other one. */
export function makeGate({ cwd }: Pick<Project, "cwd">): Gate {
  const [alive, gate] = [join(cwd, "alive.pipe"), join(cwd, "gate.pipe")];
  execFileSync("mkfifo", [alive, gate]);
  const life = createReadStream(alive).resume();
  // Whoever is at both ends waits for nobody.
  const atBothEnds = (path: string) => openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  afterTest(() => {
    closeSync(atBothEnds(alive));
    life.destroy();
  });
  return {
    wait: "exec 9>alive.pipe; read -r _ <gate.pipe",
    reached: once(life, "open"),
    ended: once(life, "end"),
    open: () => {
      const end = atBothEnds(gate);
      afterTest(() => closeSync(end));
      writeSync(end, "\n");
    },
  };
}
