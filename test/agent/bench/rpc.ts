import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterTest } from "./after-test.ts";
import { type Cli, type CliOptions, prepareCli } from "./pi-cli.ts";

/** A line of JSON that the program wrote. */
// biome-ignore lint/suspicious/noExplicitAny: answers of a program, looked at field by field
export type Written = { type: string } & Record<string, any>;

export interface UiRequest extends Written {
  id: string;
  method: string;
}

/** What a person answers to a dialog: a value, yes or no, or that they closed it. Nothing: they leave it open. */
export type UiAnswer = { value: string } | { confirmed: boolean } | { cancelled: true } | undefined;

export interface RpcOptions extends CliOptions {
  answer?: (request: UiRequest) => UiAnswer;
}

const PATIENCE = 30_000;
const DIALOGS = ["select", "confirm", "input", "editor"];

/** The real `pi --mode rpc`, with somebody who answers its dialogs. */
export interface Rpc extends Cli {
  written: Written[];
  /** All that the user interface was asked for: dialogs, notices, status, widgets. */
  uiRequests: UiRequest[];
  pid: number;
  /** Sends a command and waits for its response. */
  send(command: { type: string } & Record<string, unknown>): Promise<Written>;
  /** Says something and waits until pi would do nothing more by itself. */
  prompt(message: string): Promise<void>;
  /** Waits for a line, also one that is already there if it came after `from`. */
  writes(wanted: (line: Written) => boolean, from?: number): Promise<Written>;
  /** Closes its input, and waits; the exit code. */
  quit(): Promise<number | null>;
  kill9(): Promise<void>;
  errors(): string;
}

export async function openRpc(options: RpcOptions = {}): Promise<Rpc> {
  const cli = await prepareCli(options);
  const [program, ...args] = cli.command;
  const child = spawn(program, [...args, "--mode", "rpc"], { cwd: cli.project.cwd, env: cli.env });
  const exited = once(child, "exit");
  endAfterTest(child, exited);
  let errors = "";
  child.stderr.on("data", (data) => {
    errors += data;
  });
  const written: Written[] = [];
  const uiRequests: UiRequest[] = [];
  const watchers = new Set<(line: Written) => void>();
  const put = (line: object) => child.stdin.write(`${JSON.stringify(line)}\n`);
  createInterface({ input: child.stdout }).on("line", (raw) => {
    const line = JSON.parse(raw) as Written;
    written.push(line);
    if (line.type === "extension_ui_request") {
      const request = line as UiRequest;
      uiRequests.push(request);
      const answer = DIALOGS.includes(request.method) ? options.answer?.(request) : undefined;
      if (answer) put({ type: "extension_ui_response", id: request.id, ...answer });
    }
    for (const look of [...watchers]) look(line);
  });
  const writes: Rpc["writes"] = (wanted, from = 0) =>
    new Promise((resolve, reject) => {
      const found = written.slice(from).find(wanted);
      if (found) return resolve(found);
      const finish = () => {
        clearTimeout(late);
        watchers.delete(look);
        child.off("exit", gone);
      };
      const look = (line: Written) => {
        if (!wanted(line)) return;
        finish();
        resolve(line);
      };
      const fail = (problem: string) => {
        finish();
        const last = written.slice(-5).map((line) => JSON.stringify(line).slice(0, 300));
        reject(new Error(`${problem} It wrote last:\n${last.join("\n")}\n${errors}`));
      };
      const gone = () => fail("pi ended before it wrote what was waited for.");
      const late = setTimeout(() => fail("pi did not write what was waited for."), PATIENCE);
      watchers.add(look);
      child.once("exit", gone);
      return undefined;
    });
  let commands = 0;
  const send: Rpc["send"] = (command) => {
    commands += 1;
    const id = `command-${commands}`;
    put({ id, ...command });
    return writes((line) => line.type === "response" && line["id"] === id);
  };
  return {
    ...cli,
    written,
    uiRequests,
    pid: child.pid ?? 0,
    send,
    prompt: async (message) => {
      const from = written.length;
      const response = await send({ type: "prompt", message });
      if (response["success"] !== true) throw new Error(`pi did not take it: ${JSON.stringify(response)}`);
      await writes(({ type }) => type === "agent_settled", from);
    },
    writes,
    quit: async () => {
      child.stdin.end();
      const [code] = await exited;
      return code;
    },
    kill9: async () => {
      child.kill("SIGKILL");
      await exited;
    },
    errors: () => errors,
  };
}

export interface CliRun extends Cli {
  code: number | null;
  out: string;
  err: string;
  /** Every line of `--mode json`. */
  lines: Written[];
}

/** `pi -p …`: what it prints. Every prompt is an argument. */
export function runPrint(prompts: string[], options: CliOptions & { input?: string } = {}): Promise<CliRun> {
  return run(["-p", ...prompts], options);
}

/** `pi --mode json …`: what happens, line by line. */
export async function runJson(prompts: string[], options: CliOptions & { input?: string } = {}): Promise<CliRun> {
  const ran = await run(["--mode", "json", ...prompts], options);
  const lines = ran.out.split("\n").filter((line) => line !== "");
  return { ...ran, lines: lines.map((line) => JSON.parse(line) as Written) };
}

async function run(more: string[], options: CliOptions & { input?: string }): Promise<CliRun> {
  const cli = await prepareCli(options);
  const [program, ...args] = cli.command;
  const child = spawn(program, [...args, ...more], { cwd: cli.project.cwd, env: cli.env });
  const exited = once(child, "exit");
  endAfterTest(child, exited);
  child.stdin.end(options.input ?? "");
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { ...cli, code, out, err, lines: [] };
}

function endAfterTest(child: ChildProcess, exited: Promise<unknown>): void {
  afterTest(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await exited;
  });
}
