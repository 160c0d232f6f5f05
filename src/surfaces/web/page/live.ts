import { signal } from "@preact/signals";
import type { LiveEvent } from "../api/live.ts";
import { type LiveConnection, type LiveMessage, type LiveState, listen } from "./live-connection.ts";

/** Whether what is on the screen is what the server has now. */
export const live = signal<LiveState>({ live: false, since: Date.now() });

type Listener = (event: LiveEvent | { type: "again" }) => void;
const listeners = new Set<Listener>();
let connection: LiveConnection | undefined;
/** Known before the stream is open. */
let looksAt = "";

/** Hears events, and `again` when some may have been missed. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Opens the stream, in a worker that all tabs share where the browser has one. */
export function goLive(): void {
  connection ??= inWorker() ?? listen(hear);
  connection.look(looksAt);
}

/** Tells others that this plan is open here. */
export function lookAt(at: string): void {
  looksAt = at;
  connection?.look(at);
}

function hear(message: LiveMessage): void {
  if ("event" in message) {
    for (const listener of listeners) listener(message.event);
    return;
  }
  live.value = message.state;
  if (!message.state.live) setTimeout(() => (live.value = { ...live.peek() }), 2500);
  if (message.again) for (const listener of listeners) listener({ type: "again" });
}

function inWorker(): LiveConnection | undefined {
  if (typeof SharedWorker === "undefined") return undefined;
  try {
    const { port } = new SharedWorker(new URL("./live-worker.ts", import.meta.url), { type: "module" });
    port.onmessage = ({ data }: MessageEvent<LiveMessage>) => hear(data);
    port.start();
    addEventListener("pagehide", () => port.postMessage({ gone: true }));
    return { look: (at) => port.postMessage({ at }) };
  } catch {
    return undefined;
  }
}
