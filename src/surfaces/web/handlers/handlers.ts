import type { Dashboard } from "./dashboard.ts";
import { descriptionHandlers } from "./describing.ts";
import { exportHandlers } from "./exporting.ts";
import { inboxHandlers } from "./inbox.ts";
import { liveHandlers } from "./live-stream.ts";
import { lookingHandlers } from "./looking.ts";
import { planPageHandlers } from "./plan-page.ts";
import { planningHandlers } from "./planning.ts";
import { planHandlers } from "./plans.ts";
import { reviewHandlers } from "./reviewing.ts";
import { previewHandlers } from "./rolling-back.ts";
import { runHandlers } from "./running.ts";
import { settingsHandlers } from "./settings.ts";
import { stepHandlers } from "./step-changes.ts";
import { textHandlers } from "./texts.ts";
import { timelineHandlers } from "./timeline.ts";

/** Everything that the dashboard can be asked, but for who is signed in. */
export function dashboardHandlers(dashboard: Dashboard) {
  return {
    ...inboxHandlers(dashboard),
    ...planHandlers(dashboard),
    ...planPageHandlers(dashboard),
    ...textHandlers(dashboard),
    ...timelineHandlers(dashboard),
    ...stepHandlers(dashboard),
    ...exportHandlers(dashboard),
    ...lookingHandlers(dashboard),
    ...settingsHandlers(dashboard),
    ...liveHandlers(dashboard),
    ...descriptionHandlers(dashboard),
    ...reviewHandlers(dashboard),
    ...runHandlers(dashboard),
    ...previewHandlers(dashboard),
    ...planningHandlers(dashboard),
  };
}
