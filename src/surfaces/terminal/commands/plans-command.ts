import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { Component, Focusable } from "@earendil-works/pi-tui";
import { PersonCommands } from "../../../agent/person-commands.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import { pulses } from "../../../desk/pulses.ts";
import { visible } from "../../../plan/visible.ts";
import type { BrowserAct, BrowserAnswer, BrowserMemory, BrowserSubject } from "../browser/browser-subject.ts";
import { PlansBrowser } from "../browser/plans-browser.ts";
import { openReview } from "../open-review.ts";
import { personHere } from "../person.ts";
import type { TerminalView } from "../terminal-view.ts";
import { browserSubjectOf } from "./browser-subject-of.ts";
import { planCommand } from "./plan-command.ts";
import { plansAct } from "./plans-act.ts";
import { plansText } from "./plans-text.ts";

/** `/plans`: look through all plans, and act on one. */
export async function plansCommand(
  session: PlanSession,
  view: TerminalView,
  context: ExtensionCommandContext,
): Promise<void> {
  if (context.mode !== "tui") return context.ui.notify(await plansText(session), "info");
  let memory: BrowserMemory | undefined;
  for (;;) {
    const subject = await browserSubjectOf(session);
    let browser: PlansBrowser | undefined;
    const answer = await context.ui.custom<BrowserAnswer | undefined>(
      (tui, theme, _keys, done) => {
        const height = () => tui.terminal.rows;
        const act = oneAfterTheOther(session, async (wanted) => {
          shown.tell(await plansAct(session, wanted));
          tui.requestRender();
        });
        const shown = new PlansBrowser({ subject, paint: theme, height, done, act, ...(memory && { memory }) });
        browser = shown;
        const gone = new AbortController();
        const look = (now: BrowserSubject) => {
          shown.show(now);
          tui.requestRender();
        };
        follow(session, look, gone.signal).catch((error) => session.tell({ type: "trouble", error }));
        return Object.assign(wholeScreen(shown, height), { dispose: () => gone.abort() });
      },
      { overlay: true, overlayOptions: { width: "100%", maxHeight: "100%", anchor: "top-left" } },
    );
    memory = browser?.memory;
    if (answer === undefined || answer.kind === "close") return;
    await goTo(session, view, answer, context);
    if (STAYS_AWAY.has(answer.kind)) return;
  }
}

/** What follows is told in the transcript. */
const STAYS_AWAY: ReadonlySet<BrowserAnswer["kind"]> = new Set(["run", "retry", "resume", "diff", "simulate"]);

/** Keys may come faster than things are done. */
function oneAfterTheOther(session: PlanSession, act: (act: BrowserAct) => Promise<void>): (act: BrowserAct) => void {
  let last = Promise.resolve();
  return (wanted) => {
    last = last.then(() => act(wanted)).catch((error) => session.tell({ type: "trouble", error }));
  };
}

/** Processes that die record nothing, and time goes by. */
const LOOK_AGAIN_MS = 5_000;

/** Looks again whenever this or another process has recorded something. */
async function follow(session: PlanSession, look: (now: BrowserSubject) => void, signal: AbortSignal): Promise<void> {
  let last = Date.now();
  let isTold = false;
  for await (const _ of pulses(session.agent.desk, signal, () => Date.now() - last >= LOOK_AGAIN_MS)) {
    last = Date.now();
    try {
      const now = await browserSubjectOf(session);
      if (!signal.aborted) look(now);
      isTold = false;
    } catch (error) {
      // It may be over soon; once is enough.
      if (!isTold) session.tell({ type: "trouble", error });
      isTold = true;
    }
  }
}

/** Nothing of what is below shines through. */
function wholeScreen(browser: PlansBrowser, rows: () => number): Component & Focusable {
  return {
    get focused() {
      return browser.focused;
    },
    set focused(focused) {
      browser.focused = focused;
    },
    handleInput: (data) => browser.handleInput(data),
    invalidate: () => browser.invalidate(),
    render: (width) => {
      const lines = browser.render(width);
      return [...lines, ...Array<string>(Math.max(0, rows() - lines.length)).fill("")];
    },
  };
}

async function goTo(
  session: PlanSession,
  view: TerminalView,
  answer: Exclude<BrowserAnswer, { kind: "close" }>,
  context: ExtensionCommandContext,
): Promise<void> {
  if (answer.kind === "answer") return void (await view.waits.answer(answer.request_id));
  const person = personHere(session);
  const found = await session.agent.desk.plan(answer.id);
  if (!person.ok || !found.ok || found.value.kind !== "standing") {
    return context.ui.notify(`${answer.id} cannot be opened.`, "warning");
  }
  const { state } = found.value;
  const commands = new PersonCommands(session, person.value, state.id);
  const tell = (done: Outcome<string>) =>
    done.ok ? undefined : context.ui.notify(visible(done.refusal.message), "warning");
  switch (answer.kind) {
    case "open":
    case "review":
      return void (await openReview(session, state, view.waits.options));
    case "retry":
    case "resume":
    case "run": {
      session.personSpeaks();
      const does = {
        retry: () => commands.retry(),
        resume: () => commands.resume(),
        run: () => commands.carryOut(state.id),
      };
      return tell(await does[answer.kind]());
    }
    case "diff":
    case "simulate":
      return planCommand(session.pi, session, view, `${answer.kind} ${state.id}`, context, true);
  }
}
