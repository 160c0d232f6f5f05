import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Desk } from "../../src/desk/desk.ts";
import type { Plan } from "../../src/plan/plan.ts";
import type { LiveEvent } from "../../src/surfaces/web/api/live.ts";
import { inBrowser } from "./browser.ts";
import { inPlace, type Served, served } from "./served.ts";

const COUNTERSIGN = fileURLToPath(new URL("../../bin/countersign.js", import.meta.url));

/** Versions, and when their events came. */
type Heard = [version: number, at: number][];

export interface Delays {
  /** Of a client of ours, from the time of a record to its event. */
  p50: number;
  p99: number;
  /** The same of the page of a real browser that listens beside them. */
  browser50: number;
  browser99: number;
  events: number;
}

/** Milliseconds from a record of a run of `steps` steps, in another process, until `clients` streams have its event. */
export function streamDelays(clients: number, steps: number): Promise<Delays> {
  return inPlace((project, env) =>
    served(project, env, async (server) => {
      const desk = new Desk({ directory: project, env });
      const id = await approved(desk, steps);
      const heard = new Map<number, number[]>();
      const streams = await Promise.all(Array.from({ length: clients }, () => listen(server, id, heard)));
      const seen = await inBrowser(server, async (page) => {
        const told = await page.evaluateHandle(listenInPage, id);
        await run(project, env, id);
        const last = (await desk.store.loadJournal(id)).records.length;
        await Promise.all(streams.map(({ until }) => until(last)));
        return await told.jsonValue();
      });
      for (const { close } of streams) close();
      const { records } = await desk.store.loadJournal(id);
      desk.close();
      const at = new Map(records.map(({ seq, at }) => [seq, Date.parse(at)]));
      const delays = [...heard].flatMap(([version, times]) => times.map((time) => time - (at.get(version) ?? time)));
      const inPage = seen.map(([version, time]) => time - (at.get(version) ?? time));
      const [p50, p99] = [percentile(delays, 50), percentile(delays, 99)];
      return {
        ...{ p50, p99, events: delays.length },
        ...{ browser50: percentile(inPage, 50), browser99: percentile(inPage, 99) },
      };
    }),
  );
}

async function approved(desk: Desk, count: number): Promise<string> {
  const steps = Array.from({ length: count }, (_, n) => ({
    ...{ id: `s${n}`, title: `Step ${n}`, run: "true" },
    ...(n > 0 && { depends_on: [`s${n - 1}`] }),
  }));
  const by = desk.authenticate({ via: "terminal" });
  if (!by.ok) throw new Error(by.refusal.message);
  const proposed = await desk.propose({ title: "Many steps", steps } as Partial<Plan>, by.value);
  if (!proposed.ok) throw new Error(proposed.refusal.message);
  const { id, proposal } = proposed.value.plan;
  const signed = await desk.send(id, { type: "approve", revision: 1, digest: proposal.digest }, by.value);
  if (!signed.ok) throw new Error(signed.refusal.message);
  return id;
}

async function run(project: string, env: NodeJS.ProcessEnv, id: string): Promise<void> {
  const child = spawn(process.execPath, [COUNTERSIGN, "run", id, "--json"], {
    ...{ cwd: project, env, stdio: ["ignore", "ignore", "inherit"] as const },
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`The run ended with ${code}.`);
}

interface Stream {
  /** Resolves once the event of this version, or of a later one, has come. */
  until(version: number): Promise<void>;
  close(): void;
}

/** One client: notes when the event of each version of the plan came. */
async function listen({ address, cookie }: Served, id: string, heard: Map<number, number[]>): Promise<Stream> {
  const end = new AbortController();
  const response = await fetch(`${address}/api/live`, { headers: { cookie }, signal: end.signal });
  if (response.status !== 200 || response.body === null) throw new Error(`No stream: ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let newest = 0;
  let told = () => {};
  const hello = Promise.withResolvers<void>();
  void read().catch(() => {});
  await hello.promise;
  return {
    close: () => end.abort(),
    until: (version) =>
      new Promise((resolve) => {
        told = () => newest >= version && resolve();
        told();
      }),
  };

  async function read(): Promise<void> {
    let rest = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const now = Date.now();
      const blocks = `${rest}${value}`.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const data = /^data: ?(.*)$/m.exec(block)?.[1];
        if (data === undefined) continue;
        const event = JSON.parse(data) as LiveEvent;
        hello.resolve();
        if (event.type !== "plan" || event.id !== id) continue;
        const times = heard.get(event.version);
        if (times) times.push(now);
        else heard.set(event.version, [now]);
        newest = Math.max(newest, event.version);
        told();
      }
    }
  }
}

/** Of what a page has, this is used here. */
declare const EventSource: new (address: string) => { onmessage: ((message: { data: string }) => void) | null };

/** Runs in the page: listens, and answers with what it will hear. */
function listenInPage(id: string): Promise<Heard> {
  return new Promise((resolve) => {
    const times: Heard = [];
    const source = new EventSource("/api/live");
    // A page that does not know its stream any more may lose it.
    Object.assign(globalThis, { source });
    source.onmessage = ({ data }) => {
      const event = JSON.parse(data);
      if (event.type === "plan" && event.id === id) times.push([event.version, Date.now()]);
      resolve(times);
    };
  });
}

function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
