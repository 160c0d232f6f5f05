import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { call, type Refusal, signedOut } from "./call.ts";
import { isWriting } from "./is-writing.ts";
import { lazy } from "./lazy.tsx";
import { goLive, lookAt, onLive } from "./live.ts";
import { Said } from "./parts/say.tsx";
import "./notifications.ts";
import { Loading, Refused } from "./parts/states.tsx";
import { type Place, place } from "./router.ts";
import { Shell } from "./shell.tsx";
import { takeBroughtCode } from "./sign-in.ts";
import { fetchMe, me, meRefusal } from "./store.ts";

type Plain = Exclude<Place["page"], "plan" | "planning" | "sign-in" | "shared">;

const PAGES: Record<Plain, ComponentType> = {
  inbox: lazy(async () => (await import("./pages/inbox.tsx")).InboxPage),
  plans: lazy(async () => (await import("./pages/plans.tsx")).PlansPage),
  runs: lazy(async () => (await import("./pages/runs.tsx")).RunsPage),
  statistics: lazy(async () => (await import("./pages/statistics.tsx")).StatisticsPage),
  audit: lazy(async () => (await import("./pages/audit.tsx")).AuditPage),
  policy: lazy(async () => (await import("./pages/policy.tsx")).PolicyPage),
  settings: lazy(async () => (await import("./pages/settings.tsx")).SettingsPage),
  new: lazy(async () => (await import("./pages/new-plan.tsx")).NewPlanPage),
  "not-found": lazy(async () => (await import("./pages/not-found.tsx")).NotFoundPage),
};
const SignInPage = lazy(async () => (await import("./pages/sign-in.tsx")).SignInPage);
const SharedPage = lazy(async () => (await import("./pages/shared.tsx")).SharedPage);
const PlanningPage = lazy(async () => (await import("./pages/planning.tsx")).PlanningPage);
const PlanPage = lazy(async () => (await import("./plan/plan-page.tsx")).PlanPage);
const RunPage = lazy(async () => (await import("./run/run-page.tsx")).RunPage);

/** The whole page. A shared plan is read without a session; everything else needs one. */
export function App() {
  const where = place.value;
  const isShared = where.page === "shared";
  useEffect(() => {
    if (isShared) return;
    void takeBroughtCode().then(fetchMe);
    const timer = setInterval(() => meRefusal.value && void fetchMe(), 2000);
    return () => clearInterval(timer);
  }, [isShared]);
  const isIn = me.value?.person !== undefined && !signedOut.value;
  useEffect(() => {
    if (isIn) goLive();
  }, [isIn]);
  useEffect(() => {
    lookAt(where.page === "plan" ? `${where.project}/${where.plan}` : "");
  }, [where]);
  return (
    <>
      {drawn(where, isIn)}
      <Said />
    </>
  );
}

function drawn(where: Place, isIn: boolean) {
  if (where.page === "shared") return <SharedPage />;
  if (me.value === undefined) return meRefusal.value ? <NotThere refusal={meRefusal.value} /> : <Loading />;
  if (!isIn || where.page === "sign-in") return <SignInPage />;
  return <Shell>{pageAt(where)}</Shell>;
}

/** The page itself came, but its server is gone again. It goes on as soon as the server answers. */
function NotThere({ refusal }: { refusal: Refusal }) {
  return (
    <main class="sign-in">
      <div class="sign-in-sheet">
        <h1>Countersign</h1>
        <Refused refusal={refusal} again={() => void fetchMe()} />
      </div>
    </main>
  );
}

function pageAt(where: Place) {
  switch (where.page) {
    case "plan": {
      const key = `${where.project}/${where.plan}`;
      if (where.tab === "run") return <RunPage key={key} project={where.project} plan={where.plan} />;
      return <PlanPage key={key} {...where} tab={where.tab} />;
    }
    case "planning":
      return <PlanningPage key={where.agent} project={where.project} agent={where.agent} />;
    case "shared":
    case "sign-in":
      return null;
    default: {
      const Page = PAGES[where.page];
      return <Page />;
    }
  }
}

onLive((event) => {
  if (event.type === "signed_out") signedOut.value = true;
  if (event.type === "projects" || event.type === "again") void fetchMe();
  // A server of another version has another page.
  if (event.type === "hello" && me.value && event.version !== me.value.version && !isWriting()) location.reload();
});

/** Ends the session in this browser. */
export async function signOut(): Promise<void> {
  await call("signOut");
  location.assign("/sign-in");
}
