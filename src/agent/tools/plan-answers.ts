import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import { withdrawPlan } from "../../acts/change-proposal.ts";
import type { PlanSession } from "../plan-session.ts";
import { ownTool } from "./own-tool.ts";

const parameters = { type: "object", properties: { id: { type: "string" }, feedback: { type: "string" } } };

/** Called by a model, it approves nothing: a person is asked, as for every plan. */
export function planApprove(session: PlanSession): ToolDefinition {
  return ownTool<{ id?: string }>({
    name: "plan_approve",
    label: "Ask for approval",
    description: "Ask a person to approve your submitted plan. You cannot approve it yourself.",
    parameters,
    title: () => "",
    run: async () => {
      const plan = await session.agent.plan();
      if (plan === undefined) throw new Error("You have submitted no plan: call submit_plan first.");
      session.tell({ type: "review_wanted" });
      return { text: `${plan.id} waits for a person's review; only they can approve it. Wait.`, ends: true };
    },
  });
}

/** Withdraws the agent's own proposal; planning continues. */
export function planReject(session: PlanSession): ToolDefinition {
  return ownTool<{ feedback?: string }>({
    name: "plan_reject",
    label: "Withdraw",
    description: "Withdraw your own proposal, and continue planning.",
    parameters,
    title: () => "",
    run: async ({ feedback }) => {
      const plan = await session.agent.plan();
      if (plan === undefined) throw new Error("You have submitted no plan.");
      const { desk, actor: by } = session.agent;
      const withdrawn = await withdrawPlan({ desk, by }, plan.id, feedback);
      if (!withdrawn.ok) throw new Error(withdrawn.refusal.message);
      await session.agent.send({ type: "revise" });
      return { text: `${plan.id} is withdrawn. Go on planning, and submit again.` };
    },
  });
}
