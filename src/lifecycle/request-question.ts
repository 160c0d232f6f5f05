import { grouped, money } from "../plan/quantities.ts";
import type { BudgetOfWhat, Request } from "./request.ts";

/** What a request asks, on one line of a list. Text of models and people in it is raw. */
export function requestQuestion(request: Request): string {
  switch (request.kind) {
    case "decision":
      return `${request.header}: ${request.question}`;
    case "divergence":
      return `${requestHeading(request)}: which text holds?`;
    case "question":
      return `${requestHeading(request)}: ${request.question}`;
    case "confirmation":
      return isPlanFirst(request) ? requestHeading(request) : `${requestHeading(request)} ${request.summary}`;
    case "review":
    case "amendment":
    case "budget":
    case "interruption":
    case "model":
      return requestHeading(request);
  }
}

/** The title above everything that a person reads before answering. */
export function requestHeading(request: Request): string {
  switch (request.kind) {
    case "review":
      return `Revision ${request.revision} waits for a signature`;
    case "decision":
      return `To be decided: ${request.header}`;
    case "divergence":
      return "The plan file differs from the signed text";
    case "amendment":
      return `Step ${request.step_id} wants to use ${request.tool}, outside its approved scope`;
    case "budget":
      return `${request.of === "plan" ? "The run" : `Step ${request.of.step_id}`} has used ${amount(request.used, request.what)} of ${amount(request.limit, request.what)}`;
    case "interruption":
      if (request.until !== undefined)
        return `Step ${request.step_id} waits for its provider, and runs again at ${momentWords(request.until)}`;
      return request.wait_minutes === undefined
        ? `Step ${request.step_id} was interrupted; how far it got is unknown`
        : `Step ${request.step_id} was interrupted: its provider refuses it for now`;
    case "model":
      return `The model ${request.model} is missing; which one is taken instead?`;
    case "question":
      return `${request.opened_by.name === "agent" ? "The agent" : request.opened_by.name} asks`;
    case "confirmation":
      return isPlanFirst(request) ? "The agent wants to plan first" : `May ${request.tool} be used?`;
  }
}

/** "16:45 UTC": a wait lasts an hour at most, and every surface shows the same. */
function momentWords(moment: string): string {
  return `${moment.slice(11, 16)} UTC`;
}

/** An agent asks to plan before it works: a yes makes it read-only. */
export function isPlanFirst(request: Request): boolean {
  return request.kind === "confirmation" && request.tool === "enter_plan_mode";
}

export function amount(value: number, what: BudgetOfWhat): string {
  switch (what) {
    case "tokens":
      return `${grouped(Math.round(value))} tokens`;
    case "cost":
      return money(value);
    case "minutes":
      return `${Math.round(value * 10) / 10} min`;
  }
}
