import type { ToolDefinition } from "@earendil-works/pi-coding-agent";
import { awaitAnswer } from "../../desk/requests.ts";
import { openRequests } from "../../lifecycle/request.ts";
import { visible } from "../../plan/visible.ts";
import type { PlanSession } from "../plan-session.ts";
import { ownTool } from "./own-tool.ts";

interface Input {
  question: string;
  options?: string[];
}

export function askUser(session: PlanSession): ToolDefinition {
  return ownTool<Input>({
    name: "ask_user",
    label: "Ask",
    description:
      "Ask the person a question and wait for the answer. Give options where there are some; they can always answer in their own words.",
    promptSnippet: "Ask the person a question",
    parameters: {
      type: "object",
      required: ["question"],
      properties: {
        question: { type: "string", minLength: 1 },
        options: { type: "array", items: { type: "string" }, description: "Possible answers, the best one first" },
      },
    },
    title: ({ question = "" }) => question,
    run: async ({ question, options }, signal) => {
      const { agent } = session;
      const asked = await agent.send({ type: "ask", question, ...(options?.length && { options }) }, agent.actor);
      if (!asked.ok) throw new Error(asked.refusal.message);
      const request = openRequests(asked.value.requests).at(-1);
      if (request === undefined) throw new Error("The question could not be asked.");
      if (!session.canAsk()) {
        return {
          text: `No person can be asked now. The question is in the inbox as ${request.id}. Continue with an assumption and say so in the plan, or put the question into the plan.`,
        };
      }
      const answered = await session.questions.awaiting(request.id, () =>
        session.run.runner.pausedDuring(() => awaitAnswer(agent.desk, request.id, signal)),
      );
      if (!answered.ok) throw new Error("The question was not answered; it stays in the inbox.");
      const { closing } = answered.value;
      if (closing?.how !== "answered" || closing.answer.kind !== "question") {
        return { text: "The question was withdrawn without an answer.", ends: true };
      }
      return {
        text: `${visible(closing.by.name)} answers: ${visible(closing.answer.text, { multiline: true })}`,
        details: { question, answer: closing.answer.text, by: closing.by.name },
      };
    },
  });
}
