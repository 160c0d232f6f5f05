import type { ExtensionContext, InlineExtension } from "@earendil-works/pi-coding-agent";
import type { Actor } from "../../lifecycle/actor.ts";
import { defined } from "../../plan/defined.ts";
import { shortCall } from "../../policy/call-words.ts";
import type { PlanSession } from "../plan-session.ts";
import type { PlannerHost } from "./planner.ts";
import type { PlanningNews } from "./planning-news.ts";

/** Plan mode in a session that only plans, and its progress events. */
export interface PlanningAgent {
  surface: string;
  requester: Actor;
  /** Whether a person can be asked while it plans. */
  canAsk: boolean;
  tell(news: PlanningNews): void;
  attach(session: PlanSession): void;
}

export async function planningAgent({ env, callAction }: PlannerHost, agent: PlanningAgent) {
  const { surface, requester, canAsk, tell } = agent;
  const { planMode } = await import("../extension.ts");
  let open: (() => Promise<PlanSession>) | undefined;
  const extension: InlineExtension = {
    name: "countersign",
    factory: (pi) => {
      let context: ExtensionContext | undefined;
      pi.on("session_start", (_event, started) => {
        context = started;
      });
      // Before the guard has seen the call, and changed its command line.
      pi.on("tool_call", ({ toolName, input }) => {
        tell({ type: "called", tool: toolName, summary: shortCall(input) });
      });
      // pi asks no hook about a tool that is hidden.
      pi.on("tool_execution_start", ({ toolName, args }) => {
        if (!pi.getActiveTools().includes(toolName)) tell({ type: "called", tool: toolName, summary: shortCall(args) });
      });
      // If plan mode is lifted from outside, the agent does nothing more at all.
      const endIfFree = async (here: ExtensionContext) => {
        if ((await (await opened(here)).agent.mode()) === "planning") return undefined;
        here.abort();
        return { block: true, reason: "Planning has ended." };
      };
      pi.on("tool_call", (_event, here) => endIfFree(here));
      const opened = planMode(pi, {
        surface,
        requester,
        env,
        ...defined({ callAction }),
        canAsk: () => canAsk,
        attach: (session) => {
          // An approval of the plan in between does not start it in this session.
          session.agent.startsApproved = false;
          session.listen((news) => {
            if (news.type === "refused") tell({ type: "refused", tool: news.tool, reason: news.verdict.reason });
            if (news.type === "trouble") tell({ type: "trouble", reason: String(news.error) });
            if (news.type === "recorded" && news.event.journal === session.agent.id) {
              const { data } = news.event;
              if (data.type !== "request_opened" || data.request.kind !== "question") return;
              tell({ type: "asked", request: data.request.id, question: data.request.question });
            }
          });
          agent.attach(session);
        },
      });
      // Again after the guard, which may have taken a while.
      pi.on("tool_call", (_event, here) => endIfFree(here));
      open = () => (context ? opened(context) : Promise.reject(new Error("pi has not started the session.")));
    },
  };
  return { extension, open: () => open?.() ?? Promise.reject(new Error("pi has not loaded plan mode.")) };
}
