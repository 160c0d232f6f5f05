import type { Desk } from "../desk/desk.ts";
import type { DeskRefusal, Outcome } from "../desk/outcome.ts";
import type { PlanId } from "../plan/plan.ts";
import type { RunEnd } from "./execute.ts";
import { newLease } from "./lease.ts";
import { type News, newsAt } from "./news-at.ts";
import type { QueueEntry } from "./queue.ts";
import { queueEntries } from "./read-queue.ts";
import { Slots } from "./slots.ts";
import { type Turn, turnNow } from "./take-turn.ts";

export interface QueueOptions {
  desk: Desk;
  /** Carries out a plan whose turn it is. */
  carryOut: (id: PlanId, turn: Turn) => Promise<Outcome<RunEnd>>;
  /** Stays when nothing is left, for what comes. */
  watch: boolean;
  /** Aborted: nothing new is begun. Whoever carries out plans is told by whoever aborts. */
  signal: AbortSignal;
  tell: (news: QueueNews) => void;
}

export type QueueNews =
  | { type: "started"; id: PlanId; title: string }
  | { type: "ended"; id: PlanId; ended: Outcome<RunEnd> }
  /** Why nothing is begun at the moment; empty when something is again. */
  | { type: "waiting"; reasons: string[] };

export interface QueueWork {
  ended: { id: PlanId; ended: Outcome<RunEnd> }[];
  /** What is still in the queue, and why it could not run. */
  left: QueueEntry[];
}

/** Works off the queue: always the next plan that may run, as many at once as the settings allow. */
export async function workOffQueue(options: QueueOptions): Promise<QueueWork> {
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
  readonly #atWork = new Map<PlanId, Promise<void>>();
  readonly #ended: QueueWork["ended"] = [];
  /** Plans that could not be begun, and which text of theirs: tried again only when something has changed. */
  readonly #passed = new Map<PlanId, string>();
  /** The plan that is next, and its place in line. */
  #next: { id: PlanId; turn: Turn } | undefined;
  #said = "";

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#slots = new Slots(options.desk.project);
    this.#news = newsAt(options.desk, options.signal);
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
        const isOver = this.#atWork.size === 0 && (signal.aborted || !(watch || isHopeful(entries)));
        if (isOver) return { ended: this.#ended, left: entries };
      }
      // Aborted, nothing is left to hear but the ends of what runs.
      if (signal.aborted) await Promise.all(this.#atWork.values());
      else await this.#news.wait();
    }
  }

  close(): void {
    this.#leaveLine();
  }

  #mayRun(entry: QueueEntry): boolean {
    return entry.waits_for.length === 0 && !this.#atWork.has(entry.id) && this.#passed.get(entry.id) !== entry.at;
  }

  async #begin(entry: QueueEntry): Promise<boolean> {
    const { desk, tell } = this.#options;
    const { id, title } = entry;
    if (this.#next?.id !== id) this.#leaveLine();
    this.#next ??= { id, turn: this.#newTurn() };
    const { turn } = this.#next;
    const found = await turnNow(desk, id, { lease: turn.lease, slots: this.#slots, stays: true, isQueued: true });
    if (found.kind === "wait") {
      // That it waits for its own plans goes without saying.
      this.#say(this.#atWork.size === 0 ? found.reasons : []);
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
    this.#atWork.set(id, this.#carryOut(entry, turn));
    return true;
  }

  async #carryOut({ id, at }: QueueEntry, turn: Turn): Promise<void> {
    let ended: Outcome<RunEnd>;
    try {
      ended = await this.#options.carryOut(id, turn);
    } catch (error) {
      ended = { ok: false, refusal: brokenWorld(error) };
    } finally {
      turn.end();
    }
    if (!ended.ok) this.#passed.set(id, at);
    this.#ended.push({ id, ended });
    this.#options.tell({ type: "ended", id, ended });
    this.#atWork.delete(id);
    this.#news.stir();
  }

  #newTurn(): Turn {
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

/** Somebody else carries out what a queued plan waits for. */
function isHopeful(entries: readonly QueueEntry[]): boolean {
  return entries.some(
    ({ waits_for }) => waits_for.length > 0 && waits_for.every(({ because }) => because === "running"),
  );
}

function brokenWorld(error: unknown): DeskRefusal {
  return { kind: "wrong_state", message: error instanceof Error ? error.message : String(error) };
}
