import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Desk } from "../../../src/desk/desk.ts";
import { createToken } from "../../../src/desk/tokens.ts";
import type { Access } from "../../../src/lifecycle/access.ts";
import { COMPILED } from "../../desk/child-environment.ts";
import { bundledProgram } from "./bundle.ts";
import { type CommandAnswer, CommandProcess, type CommandRequest } from "./command-process.ts";

export const BINARY = await bundledProgram();

const COMMANDS = new CommandProcess(join(dirname(BINARY), "../dist/cli"));

/** Commands that keep something until their process ends, or that are about processes. */
const ALONE: ReadonlySet<string> = new Set(["run", "resume", "retry", "queue", "plan", "discord", "sandbox"]);
export interface Ran {
  code: number | null;
  out: string;
  err: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of a program, looked at field by field
  json: any;
}

/** `--batch` reads what comes as it comes. */
const isForAlone = ([command = "", ...args]: readonly string[]) => ALONE.has(command) || args.includes("--batch");

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  input?: string;
  alone?: boolean;
}

/** A throwaway project and home, and the real command line to use in it. */
export class Workbench {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-cli-")));
  readonly project = join(this.root, "project");
  readonly home = join(this.root, "home");

  constructor() {
    mkdirSync(this.project);
  }

  get env(): NodeJS.ProcessEnv {
    const ours = { HOME: this.root, COUNTERSIGN_HOME: this.home, NODE_COMPILE_CACHE: COMPILED };
    return { PATH: process.env["PATH"], ...ours };
  }

  write(name: string, text: string): string {
    const path = join(this.project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  /** Runs a command line in a process that goes on to the next; `alone` in one that is started for it. */
  run(args: string[], { env = {}, input = "", alone = isForAlone(args) }: RunOptions = {}): Ran {
    const request = { args, cwd: this.project, env: onlySet({ ...this.env, ...env }), input };
    const { code, out, err } = alone ? started(request) : COMMANDS.run(request);
    return { code, out, err, json: args.includes("--json") ? JSON.parse(out) : undefined };
  }

  /** Several command lines, one after the other. */
  runAll(lines: string[][], options: RunOptions = {}): Ran[] {
    return lines.map((args) => this.run(args, options));
  }

  /** What somebody with a token for this name does. */
  as(name: string, args: string[], roles: string[] = []): Ran {
    return this.run(args, { env: { COUNTERSIGN_APPROVER_TOKEN: this.token(name, roles) } });
  }

  token(name: string, roles: string[] = [], access: Access = "approver"): string {
    const desk = new Desk({ directory: this.project, env: this.env });
    const owner = desk.authenticate({ via: "surface", surface: "test", id: "owner", name: "owner" });
    if (!owner.ok) throw new Error(owner.refusal.message);
    const { secret } = createToken(desk.homeDatabase(), { name, roles, access }, owner.value, desk.at());
    desk.close();
    return secret;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

function started({ args, cwd, env, input }: CommandRequest): CommandAnswer {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BINARY, ...args], {
    ...{ cwd, env, input },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return { code: status, out: stdout, err: stderr };
}

function onlySet(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export const PLAN = `# Move the invoices

Invoices go to the new store.

## Steps

1. [ ] **Copy them** \`copy\`
   - mode: run
   - tools: read, bash
   - files: data/**
   - risk: medium
   - run: \`cp -r old new\`
   - verify: \`diff -r old new\`

2. [ ] **Delete the old ones** \`delete\`
   Only when the copy was checked.
   - after: copy
   - waits for: when
   - risk: high
   - verify: \`test ! -e old\`

## Decisions

### when: When to delete
Right away, or after a month?
- \`now\`: frees the disk (recommended)
- \`later\`: safer
`;
