import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Desk } from "../../../src/desk/desk.ts";
import { createToken } from "../../../src/desk/tokens.ts";
import { bundledProgram } from "./bundle.ts";

export const BINARY = await bundledProgram();

const MAIN = join(dirname(BINARY), "../dist/cli/main.cjs");
/** What no command says. */
const END = "<<the end of a command>>";
const ALL = `
  const [main, end, lines] = process.argv.slice(1);
  require("node:module").enableCompileCache();
  const { writeSync } = require("node:fs");
  (async () => {
    for (const line of JSON.parse(lines)) {
      const code = await require(main).main(line);
      writeSync(1, end + code + "\\n");
      writeSync(2, end);
    }
  })();
`;

export interface Ran {
  code: number | null;
  out: string;
  err: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of a program, looked at field by field
  json: any;
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
    return { PATH: process.env["PATH"], HOME: this.root, COUNTERSIGN_HOME: this.home };
  }

  write(name: string, text: string): string {
    const path = join(this.project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }

  run(args: string[], options: { env?: NodeJS.ProcessEnv; input?: string } = {}): Ran {
    const { status, stdout, stderr } = spawnSync(process.execPath, [BINARY, ...args], {
      cwd: this.project,
      encoding: "utf8",
      env: { ...this.env, ...options.env },
      input: options.input ?? "",
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: status, out: stdout, err: stderr, json: args.includes("--json") ? JSON.parse(stdout) : undefined };
  }

  /**
   * Several command lines one after the other in one process: for those that ask, or are refused, where it is not the
   * point that each is a process of its own.
   */
  runAll(lines: string[][], options: { env?: NodeJS.ProcessEnv } = {}): Ran[] {
    const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", ALL, MAIN, END, JSON.stringify(lines)], {
      cwd: this.project,
      encoding: "utf8",
      env: { ...this.env, ...options.env },
      input: "",
      maxBuffer: 64 * 1024 * 1024,
    });
    if (status !== 0) throw new Error(stderr);
    const [outs, errs] = [stdout.split(END), stderr.split(END)];
    return lines.map((args, index) => {
      const [before = "", out = "", err = ""] = [outs[index], outs[index + 1], errs[index]];
      const text = index === 0 ? before : before.slice(before.indexOf("\n") + 1);
      const json = args.includes("--json") ? JSON.parse(text) : undefined;
      return { code: Number.parseInt(out, 10), out: text, err, json };
    });
  }

  /** What somebody with a token for this name does. */
  as(name: string, args: string[], roles: string[] = []): Ran {
    return this.run(args, { env: { COUNTERSIGN_APPROVER_TOKEN: this.token(name, roles) } });
  }

  token(name: string, roles: string[] = []): string {
    const desk = new Desk({ directory: this.project, env: this.env });
    const owner = desk.authenticate({ via: "surface", surface: "test", id: "owner", name: "owner" });
    if (!owner.ok) throw new Error(owner.refusal.message);
    const { secret } = createToken(desk.homeDatabase(), { name, roles }, owner.value, desk.at());
    desk.close();
    return secret;
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
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
