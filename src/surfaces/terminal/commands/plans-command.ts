import type { ExtensionCommandContext } from "@earendil-works/pi-coding-agent";
import type { Done } from "../../../acts/act.ts";
import { resumePlan } from "../../../acts/resume-plan.ts";
import { retryPlan } from "../../../acts/retry-plan.ts";
import { startPlan } from "../../../acts/start-plan.ts";
import { actingFrom, planInSession } from "../../../agent/acting-from.ts";
import type { PlanSession } from "../../../agent/plan-session.ts";
import type { KeyPress } from "../../../desk/key-presses.ts";
import type { Outcome } from "../../../desk/outcome.ts";
import { pulses } from "../../../desk/pulses.ts";
import { defined } from "../../../plan/defined.ts";
import type { BrowserAct, BrowserAnswer, BrowserMemory, BrowserSubject } from "../browser/browser-subject.ts";
import { PlansBrowser } from "../browser/plans-browser.ts";
import { openReview } from "../open-review.ts";
import { personHere } from "../person.ts";
import { refusalText } from "../refusal-text.ts";
import { showView } from "../show-view.ts";
import type { TerminalView } from "../terminal-view.ts";
import { browserSubjectOf } from "./browser-subject-of.ts";
import { planCommand } from "./plan-command.ts";
import { plansAct } from "./plans-act.ts";
import { plansText } from "./plans-text.ts";
import { rollback } from "./rollback.ts";

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
    const how = { keyboard: view.waits.options.keyboard, anchor: "top-left" } as const;
    const chosen = await showView<BrowserAnswer>(context.ui, how, ({ tui, theme, done, press }) => {
      const acts = oneAfterTheOther(session, async (wanted, press) => {
        shown.tell(await plansAct(session, wanted, press));
        tui.requestRender();
      });
      const act = (wanted: BrowserAct) => acts(wanted, press());
      const height = () => tui.terminal.rows;
      const shown = new PlansBrowser({ subject, paint: theme, height, done, act, ...defined({ memory }) });
      browser = shown;
      const gone = new AbortController();
      const look = (now: BrowserSubject) => {
        shown.show(now);
        tui.requestRender();
      };
      follow(session, look, gone.signal).catch((error) => session.tell({ type: "trouble", error }));
      return { view: shown, dispose: () => gone.abort() };
    });
    memory = browser?.memory;
    if (chosen === undefined || chosen.result.kind === "close") return;
    await goTo(session, view, chosen.result, context, chosen.press);
    if (STAYS_AWAY.has(chosen.result.kind)) return;
  }
}

/** The transcript shows the rest of these. */
const STAYS_AWAY: ReadonlySet<BrowserAnswer["kind"]> = new Set([
  "run",
  "retry",
  "resume",
  "rollback",
  "diff",
  "simulate",
]);

/** Keys may come faster than their acts end. */
function oneAfterTheOther(
  session: PlanSession,
  act: (act: BrowserAct, press: KeyPress | undefined) => Promise<void>,
): (act: BrowserAct, press: KeyPress | undefined) => void {
  let last = Promise.resolve();
  return (wanted, press) => {
    last = last.then(() => act(wanted, press)).catch((error) => session.tell({ type: "trouble", error }));
  };
}

/** A process that dies records nothing, and ages change. */
const LOOK_AGAIN_MS = 5_000;

/** Looks again whenever this or another process has recorded something. */
async function follow(session: PlanSession, look: (now: BrowserSubject) => void, signal: AbortSignal): Promise<void> {
  let last = performance.now();
  let isTold = false;
  for await (const _ of pulses(session.agent.desk, signal, () => performance.now() - last >= LOOK_AGAIN_MS)) {
    last = performance.now();
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

async function goTo(
  session: PlanSession,
  view: TerminalView,
  answer: Exclude<BrowserAnswer, { kind: "close" }>,
  context: ExtensionCommandContext,
  press: KeyPress | undefined,
): Promise<void> {
  if (answer.kind === "answer") return void (await view.waits.answer(answer.request_id));
  const found = await planInSession(session, answer.id);
  if (!found.ok) return context.ui.notify(refusalText(found.refusal), "warning");
  const state = found.value;
  const tell = (done: Outcome<unknown>) =>
    done.ok ? undefined : context.ui.notify(refusalText(done.refusal), "warning");
  switch (answer.kind) {
    case "open":
    case "review":
      return void (await openReview(session, state, view.waits.options));
    case "retry":
    case "resume":
    case "run": {
      const person = personHere(session, press);
      if (!person.ok) return tell(person);
      const acting = actingFrom(session, person.value);
      session.personSpeaks();
      const does: Record<typeof answer.kind, () => Promise<Outcome<Done<object>>>> = {
        retry: () => retryPlan(acting, state.id),
        resume: () => resumePlan(acting, state.id),
        run: () => startPlan(acting, state.id),
      };
      return tell(await does[answer.kind]());
    }
    case "rollback": {
      const done = await rollback(session, view, { plan: state.id, step: undefined, everything: false });
      return done.ok ? context.ui.notify(done.value, "info") : tell(done);
    }
    case "diff":
    case "simulate":
      return planCommand(session.pi, session, view, `${answer.kind} ${state.id}`, context, { press, isTyped: true });
  }
}
