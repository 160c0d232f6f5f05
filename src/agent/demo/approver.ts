import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Desk } from "../../desk/desk.ts";
import { createToken } from "../../desk/tokens.ts";
import type { Stage } from "./stage.ts";

const NAME = "ana";

/** Whoever answers where nobody sits: the command line, with a token that was made in the throwaway home. */
export class Approver {
  readonly #stage: Stage;
  readonly #countersign: readonly [string, ...string[]];
  readonly #token: string;

  constructor(stage: Stage, countersign: readonly [string, ...string[]]) {
    this.#stage = stage;
    this.#countersign = countersign;
    this.#token = makeToken(stage);
  }

  get name(): string {
    return NAME;
  }

  /** Runs `countersign …` in the project; what it prints. */
  async run(...args: string[]): Promise<string> {
    const [program, ...before] = this.#countersign;
    const { stdout } = await promisify(execFile)(program, [...before, ...args], {
      cwd: this.#stage.project,
      env: { ...this.#stage.env, COUNTERSIGN_APPROVER_TOKEN: this.#token },
    });
    return stdout;
  }

  async json(...args: string[]): Promise<unknown> {
    return JSON.parse(await this.run(...args, "--json"));
  }
}

/** As `countersign token create` does it, whose question only a terminal could answer. */
function makeToken({ project, env }: Stage): string {
  const desk = new Desk({ directory: project, env });
  try {
    const owner = desk.authenticate({ via: "surface", surface: "terminal", id: NAME, name: NAME });
    if (!owner.ok) throw new Error(owner.refusal.message);
    return createToken(desk.homeDatabase(), { name: NAME, roles: [] }, owner.value, desk.at()).secret;
  } finally {
    desk.close();
  }
}
