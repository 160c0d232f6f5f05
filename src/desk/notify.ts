import type { CallAction } from "../lifecycle/next-action.ts";
import { runsAgainAt } from "../lifecycle/request.ts";
import type { Desk } from "./desk.ts";
import { type Notice, noticeOf } from "./notify/notice.ts";
import { post } from "./notify/post.ts";
import { runProgram } from "./notify/run-program.ts";
import { findRequest } from "./requests.ts";

/** The most notices in the queue, so that a flood of questions does not become a flood of processes. */
const MOST_WAITING = 50;

interface NotifierOptions {
  /** How the surface of this process calls an action. */
  call?: CallAction;
  mostMs?: number;
}

/**
 * Notifies the user's program or address of every request that this process opens; other processes notify of theirs.
 * No caller waits for it, and a failure is reported once, until it works again. Returns a function that stops it, and
 * resolves when all notices are sent.
 */
export function notifier(
  desk: Desk,
  onFailure: (message: string) => void,
  { call = () => undefined, mostMs = 10_000 }: NotifierOptions = {},
): () => Promise<void> {
  const { command, url } = desk.configuration.config.notify;
  const ways: Record<string, (notice: Notice) => Promise<string | undefined>> = {
    ...(command.length > 0 && {
      "notify.command": (notice: Notice) => runProgram(command, notice, { project: desk.project, mostMs }),
    }),
    ...(url !== "" && { "notify.url": (notice: Notice) => post(url, notice, mostMs) }),
  };
  if (Object.keys(ways).length === 0) return async () => {};

  const failing = new Set<string>();
  const say = (way: string, wrong: string | undefined): void => {
    const isNews = wrong !== undefined && !failing.has(way);
    if (wrong === undefined) failing.delete(way);
    else failing.add(way);
    if (isNews) onFailure(`${way}: ${wrong}`);
  };
  const tell = async (id: string): Promise<void> => {
    const found = await findRequest(desk, id);
    if (!found.ok) return say("notify", found.refusal.message);
    // Answered before its turn.
    if (found.value.closing !== undefined) return;
    const notice = noticeOf(found.value, desk.project, call);
    await Promise.all(Object.entries(ways).map(async ([way, told]) => say(way, await told(notice))));
  };

  let waiting = 0;
  let last = Promise.resolve();
  const stop = desk.listen(({ name, data }) => {
    if (name !== "request.opened" || data.type !== "request_opened") return;
    if (runsAgainAt(data.request) !== undefined) return;
    if (waiting >= MOST_WAITING) {
      say(
        "notify",
        `${MOST_WAITING} notices are waiting already, so this one is dropped; the inbox lists every request`,
      );
      return;
    }
    waiting += 1;
    last = last
      .then(() => tell(data.request.id))
      .catch((error: unknown) => say("notify", error instanceof Error ? error.message : String(error)))
      .finally(() => {
        waiting -= 1;
      });
  });
  return () => {
    stop();
    return last;
  };
}
