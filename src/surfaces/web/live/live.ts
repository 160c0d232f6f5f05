import type { DeskEvent } from "../../../desk/events.ts";
import type { PlanId } from "../../../plan/plan.ts";
import type { RunNews } from "../../../run/run-news.ts";
import type { LiveEvent } from "../api/live.ts";
import type { Projects, ServedProject } from "../handlers/dashboard.ts";
import { eventsOfRecord, progressOf } from "./event-of.ts";
import { followProject } from "./follow-project.ts";
import { LiveEvents } from "./live-events.ts";
import { LiveListener } from "./live-listener.ts";

const BEAT_EVERY_MS = 15_000;
/** A session may end in another process. */
const LOOK_EVERY_MS = 2_000;
/** A project that could not be followed, on a full disk or with too many open files, is tried again. */
const AGAIN_MS = 5_000;
/** More plans than a browser has tabs: each of them is looked for in every other browser. */
const MOST_IN_VIEW = 64;

export interface Listening {
  session: string;
  /** For those who have the same plan open. */
  name: string;
  /** The plans that are in view, in all tabs of the browser: `project/PLAN-…`, separated by commas. */
  at?: string;
  /** The number of the last event that the browser got. */
  after?: string;
  isSignedIn(): boolean;
  /** Aborted when the browser is gone. */
  signal: AbortSignal;
}

interface Open extends Listening {
  listener: LiveListener;
  looksAt: readonly string[];
}

/** What happens in every project, for every browser: one watcher a project, however many listen. */
export class Live {
  readonly #version: string;
  readonly #events = new LiveEvents();
  readonly #open = new Set<Open>();
  readonly #stop = new AbortController();
  readonly #followed = new Set<string>();
  readonly #failed = new Map<string, string>();
  readonly #again: number;
  readonly #timers: NodeJS.Timeout[];

  constructor({ version, again = AGAIN_MS }: { version: string; again?: number }) {
    this.#version = version;
    this.#again = again;
    this.#timers = [
      setInterval(() => this.#each(({ listener }) => listener.beat()), BEAT_EVERY_MS),
      setInterval(() => this.endSessions(), LOOK_EVERY_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  /** Follows those of these projects that it does not follow yet. `heard` gets every record, too. */
  follow(projects: Projects, heard: (project: ServedProject, record: readonly DeskEvent[]) => void = () => {}): void {
    for (const project of projects.all()) {
      if (this.#followed.has(project.key)) continue;
      this.#followed.add(project.key);
      // No event told of the records in between: every page fetches what it shows.
      if (this.#failed.has(project.key)) this.#each(({ listener }) => listener.hello(true));
      followProject(project, this.#stop.signal, (record) => {
        for (const event of eventsOfRecord(project.key, record)) this.tell(event);
        heard(project, record);
      }).catch((error: unknown) => {
        const why = String((error as Error)?.message ?? error);
        if (this.#failed.get(project.key) !== why)
          process.emitWarning(`Changes in ${project.directory} are not seen for now: ${why}`);
        this.#failed.set(project.key, why);
        setTimeout(() => this.#followed.delete(project.key), this.#again).unref();
      });
    }
  }

  /** Tells every browser. */
  tell(event: LiveEvent): void {
    const numbered = this.#events.add(event);
    this.#each(({ listener }) => listener.send(numbered));
  }

  /** What a step does now: only for those who have its plan open. */
  progress(project: ServedProject, id: PlanId, news: RunNews): void {
    const event = progressOf(project.key, id, news);
    if (event) this.#at(`${project.key}/${id}`, ({ listener }) => listener.tell(event));
  }

  /** The stream for one browser. */
  listen(listening: Listening): ReadableStream<Uint8Array> {
    const { after, at, signal } = listening;
    const looksAt = [...new Set(at?.split(",").filter(Boolean))].slice(0, MOST_IN_VIEW);
    const missed = after === undefined ? [] : this.#events.since(after);
    const listener = new LiveListener({
      version: this.#version,
      last: () => this.#events.last,
      closed: () => {
        this.#open.delete(open);
        for (const plan of looksAt) this.#tellViewers(plan);
      },
    });
    const open: Open = { ...listening, listener, looksAt };
    // A connection may break again before it has all of what it missed.
    listener.hello(missed === undefined, missed === undefined ? undefined : after);
    for (const event of missed ?? []) listener.send(event);
    this.#open.add(open);
    for (const plan of looksAt) this.#tellViewers(plan);
    if (signal.aborted) listener.close();
    signal.addEventListener("abort", () => listener.close(), { once: true });
    return listener.stream;
  }

  /** Who has this plan open. */
  viewers(project: string, id: PlanId): string[] {
    const at = `${project}/${id}`;
    return [...new Set([...this.#open].filter(({ looksAt }) => looksAt.includes(at)).map(({ name }) => name))].sort();
  }

  /** Ends the streams of all whose session or token is no longer valid. */
  endSessions(): void {
    const known = new Map<string, boolean>();
    this.#each((open) => {
      const isIn = known.get(open.session) ?? open.isSignedIn();
      known.set(open.session, isIn);
      if (!isIn) end(open);
    });
  }

  close(): void {
    this.#stop.abort();
    for (const timer of this.#timers) clearInterval(timer);
    this.#each(({ listener }) => listener.close());
  }

  #tellViewers(at: string): void {
    const [project = "", id = ""] = at.split("/");
    const viewers = this.viewers(project, id);
    this.#at(at, ({ listener }) => listener.tell({ type: "viewers", project, id, viewers }));
  }

  #at(at: string, work: (open: Open) => void): void {
    this.#each((open) => {
      if (open.looksAt.includes(at)) work(open);
    });
  }

  #each(work: (open: Open) => void): void {
    for (const open of [...this.#open]) work(open);
  }
}

function end({ listener }: Open): void {
  listener.tell({ type: "signed_out" });
  listener.close();
}
