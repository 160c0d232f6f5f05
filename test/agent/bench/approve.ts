import type { BenchTerminal } from "./terminal.ts";
import type { TmuxTerminal } from "./tmux.ts";

type Screen = Pick<BenchTerminal, "press" | "shows" | "hides"> | Pick<TmuxTerminal, "press" | "shows" | "hides">;
const DOWN = { now: 0, later: 1, fresh: 2 } as const;

/** Approves the plan of the open review, as a person does: 1, a look at all that was not shown yet, a choice, Enter. */
export async function approve(bench: Screen, how: keyof typeof DOWN = "now", pause = () => {}): Promise<void> {
  await pause();
  await bench.press("1");
  for (let screen = await bench.shows(/Approve revision/); /Not shown yet/.test(screen); ) {
    await pause();
    await bench.press("enter");
    await bench.hides("Not shown yet");
    for (let page = 0; page < 10; page++) await bench.press("pageDown");
    await bench.press("1");
    screen = await bench.shows("Approve revision");
  }
  for (let down = 0; down < DOWN[how]; down++) await bench.press("down");
  await pause();
  await bench.press("enter");
}

/** The same in tmux, where keys that come within half a second of a new screen do not count. */
export async function approveInTmux(pi: Screen): Promise<void> {
  await approve(pi, "now", aMoment);
}

/** As long as a person looks at least. */
export function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 600));
}
