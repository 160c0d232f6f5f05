import { fileURLToPath } from "node:url";
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";

export interface CommandRequest {
  args: string[];
  cwd: string;
  env: Record<string, string>;
  input: string;
}

export interface CommandAnswer {
  code: number | null;
  out: string;
  err: string;
}

const PATIENCE_MS = 60_000;

/**
 * A process that runs command lines, one after the other. A test asks and waits for the answer as for a process of its own;
 * a thread of this process listens for it.
 */
export class CommandProcess {
  readonly #port: MessagePort;
  readonly #answered = new Int32Array(new SharedArrayBuffer(4));

  constructor(directory: string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const worker = new Worker(fileURLToPath(new URL("./command-thread.process.ts", import.meta.url)), {
      workerData: { directory, port: port2, answered: this.#answered },
      transferList: [port2],
    });
    worker.unref();
    port1.unref();
  }

  run(request: CommandRequest): CommandAnswer {
    Atomics.store(this.#answered, 0, 0);
    this.#port.postMessage(request);
    Atomics.wait(this.#answered, 0, 0, PATIENCE_MS);
    const answer: CommandAnswer | undefined = receiveMessageOnPort(this.#port)?.message;
    if (answer === undefined) throw new Error(`countersign ${request.args.join(" ")} did not end.`);
    return answer;
  }
}
