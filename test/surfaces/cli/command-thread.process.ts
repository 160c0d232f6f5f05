// Between a test, which waits, and the process that runs its command lines.
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type MessagePort, workerData } from "node:worker_threads";
import type { CommandAnswer, CommandRequest } from "./command-process.ts";

const { directory, port, answered } = workerData as { directory: string; port: MessagePort; answered: Int32Array };
const RUNNER = fileURLToPath(new URL("./command-line.process.ts", import.meta.url));
let child: ChildProcess | undefined;

port.on("message", (request: CommandRequest) => {
  child ??= start();
  child.send(request);
});

function start(): ChildProcess {
  const started = fork(RUNNER, [directory], {
    stdio: ["ignore", "ignore", "pipe", "ipc"],
    execArgv: ["--no-warnings"],
  });
  let said = "";
  started.stderr?.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  started.on("message", (answer: CommandAnswer) => tell(answer));
  // It crashed: that is the answer. The next command gets another process.
  started.on("close", (code) => {
    child = undefined;
    tell({ code: code ?? 1, out: "", err: said });
  });
  return started;
}

function tell(answer: CommandAnswer): void {
  port.postMessage(answer);
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
}
