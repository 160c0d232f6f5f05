import type { Desk } from "../desk/desk.ts";
import type { DeskRefusal, Outcome } from "../desk/outcome.ts";
import type { PlanId } from "../plan/plan.ts";
import { type Slot, trySlot } from "./acquire-slot.ts";
import type { RunEnd } from "./execute.ts";
import { newLease } from "./lease.ts";
import { type News, projectChanges } from "./project-changes.ts";
import type { QueueEntry } from "./queue.ts";
import { queueEntries } from "./read-queue.ts";
import { Slots } from "./slots.ts";

export interface QueueOptions {
  desk: Desk;
  /** Runs a plan that has a slot. */
  carryOut: (id: PlanId, turn: Slot) => Promise<Outcome<RunEnd>>;
  /** Waits for further plans when the queue is empty. */
  watch: boolean;
  /** Aborted: no plan is started. The caller stops the running ones itself. */
  signal: AbortSignal;
  tell: (news: QueueNews) => void;
}

export type QueueNews =
  | { type: "started"; id: PlanId; title: string }
  | { type: "ended"; id: PlanId; ended: Outcome<RunEnd> }
  /** Why no plan starts at the moment; empty when one does again. */
  | { type: "waiting"; reasons: string[] };

export interface QueueWork {
  ended: { id: PlanId; ended: Outcome<RunEnd> }[];
  /** What is still in the queue, and why it could not run. */
  left: QueueEntry[];
}

/** Works off the queue: always the next plan that may run, as many at once as the settings allow. */
export async function processQueue(options: QueueOptions): Promise<QueueWork> {
  const worker = new QueueWorker(options);
  try {
    return await worker.work();
  } finally {
    worker.close();
  }
}

class QueueWorker {
  readonly #options: QueueOptions;
  readonly #slots: Slots;
  readonly #news: News;
  readonly #running = new Map<PlanId, Promise<void>>();
  readonly #ended: QueueWork["ended"] = [];
  /** Plans that could not be begun, and which text of theirs: tried again only when something has changed. */
  readonly #passed = new Map<PlanId, string>();
  /** The plan that is next, and its place in line. */
  #next: { id: PlanId; turn: Slot } | undefined;
  #said = "";

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#slots = new Slots(options.desk.project);
    this.#news = projectChanges(options.desk, options.signal);
  }

  async work(): Promise<QueueWork> {
    const { desk, signal, watch } = this.#options;
    for (;;) {
      const entries = await queueEntries(desk);
      const next = signal.aborted ? undefined : entries.find((entry) => this.#mayRun(entry));
      if (next && (await this.#begin(next))) continue;
      if (next === undefined) {
        this.#leaveLine();
        this.#say([]);
        const isOver = this.#running.size === 0 && (signal.aborted || !(watch || waitsOnlyForRunning(entries)));
        if (isOver) return { ended: this.#ended, left: entries };
      }
      // After an abort, only the ends of running plans matter.
      if (signal.aborted) await Promise.all(this.#running.values());
      else await this.#news.wait();
    }
  }

  close(): void {
    this.#leaveLine();
  }

  #mayRun(entry: QueueEntry): boolean {
    return entry.waits_for.length === 0 && !this.#running.has(entry.id) && this.#passed.get(entry.id) !== entry.at;
  }

  async #begin(entry: QueueEntry): Promise<boolean> {
    const { desk, tell } = this.#options;
    const { id, title } = entry;
    if (this.#next?.id !== id) this.#leaveLine();
    this.#next ??= { id, turn: this.#newTurn() };
    const { turn } = this.#next;
    const found = await trySlot(desk, id, { lease: turn.lease, slots: this.#slots, stays: true, isQueued: true });
    if (found.kind === "wait") {
      // A wait for plans that this process runs is not reported.
      this.#say(this.#running.size === 0 ? found.reasons : []);
      return false;
    }
    this.#next = undefined;
    this.#say([]);
    if (found.kind === "refused") {
      turn.end();
      this.#passed.set(id, entry.at);
      return true;
    }
    tell({ type: "started", id, title });
    this.#running.set(id, this.#carryOut(entry, turn));
    return true;
  }

  async #carryOut({ id, at }: QueueEntry, turn: Slot): Promise<void> {
    let ended: Outcome<RunEnd>;
    try {
      ended = await this.#options.carryOut(id, turn);
    } catch (error) {
      ended = { ok: false, refusal: unexpectedError(error) };
    } finally {
      turn.end();
    }
    if (!ended.ok) this.#passed.set(id, at);
    this.#ended.push({ id, ended });
    this.#options.tell({ type: "ended", id, ended });
    this.#running.delete(id);
    this.#news.stir();
  }

  #newTurn(): Slot {
    const lease = newLease();
    return { lease, end: () => this.#slots.release(lease) };
  }

  #leaveLine(): void {
    this.#next?.turn.end();
    this.#next = undefined;
  }

  #say(reasons: string[]): void {
    const said = reasons.join("\n");
    if (said === this.#said) return;
    this.#said = said;
    this.#options.tell({ type: "waiting", reasons });
  }
}

/** A queued plan waits only for plans that are running. */
function waitsOnlyForRunning(entries: readonly QueueEntry[]): boolean {
  return entries.some(
    ({ waits_for }) => waits_for.length > 0 && waits_for.every(({ because }) => because === "running"),
  );
}

function unexpectedError(error: unknown): DeskRefusal {
  return { kind: "wrong_state", message: error instanceof Error ? error.message : String(error) };
}
