import { grouped, money } from "../plan/quantities.ts";
import { additionWords } from "./amendment.ts";
import type { RunAnswer } from "./plan-command.ts";
import type { Request } from "./request.ts";

/** What a run asks of a person. */
export type RunRequest = Extract<Request, { kind: RunAnswer["kind"] }>;

export interface RunChoice {
  /** What is written to choose it. */
  word: string;
  label: string;
  description?: string;
  answer: RunAnswer;
}

export function isRunRequest(request: Request): request is RunRequest {
  return request.kind === "amendment" || request.kind === "budget" || request.kind === "interruption";
}

/** The question in a line; what came from a model is still to be made visible. */
export function runQuestion(request: RunRequest): string {
  switch (request.kind) {
    case "amendment":
      return `Step ${request.step_id} wants to use ${request.tool}, outside what was signed for it`;
    case "budget":
      return `${request.of === "plan" ? "The run" : `Step ${request.of.step_id}`} has used ${amount(request.used, request.what)} of ${amount(request.limit, request.what)}`;
    case "interruption":
      return `Step ${request.step_id} was interrupted, and nobody knows how far it got`;
  }
}

/** What there is to choose from, the way to go on first. */
export function runChoices(request: RunRequest): RunChoice[] {
  switch (request.kind) {
    case "amendment": {
      const added = additionWords(request.adds);
      const add: RunChoice = {
        ...{ word: "add", label: "Add it to the step", description: `it may use ${added} from now on` },
        answer: { kind: "amendment", choice: "add" },
      };
      return [
        { word: "once", label: "Allow once", answer: { kind: "amendment", choice: "once" } },
        ...(added === "" || request.quorum !== undefined ? [] : [add]),
        { word: "refuse", label: "Refuse", answer: { kind: "amendment", choice: "refuse" } },
      ];
    }
    case "budget":
      return [
        {
          ...{ word: "go_on", label: "Go on", description: `with ${amount(request.limit, request.what)} more` },
          answer: { kind: "budget", choice: "go_on" },
        },
        {
          ...{ word: "stop", label: "Stop", description: "what runs now ends as failed" },
          answer: { kind: "budget", choice: "stop" },
        },
      ];
    case "interruption":
      return [
        {
          ...{ word: "again", label: "Carry it out again", description: "what it did already may happen twice" },
          answer: { kind: "interruption", choice: "again" },
        },
        { word: "failed", label: "Mark it as failed", answer: { kind: "interruption", choice: "failed" } },
        {
          ...{ word: "skip", label: "Skip it", description: "it counts as done by you" },
          answer: { kind: "interruption", choice: "skip" },
        },
      ];
  }
}

/** Why nothing is added to a step of this plan. */
export function nobodyAlone(quorum: number): string {
  return `${quorum} persons stand for this plan, so nobody adds to a step alone: it can be allowed once, or a next revision is signed.`;
}

/** What whoever answers should know besides. */
export function runFacts(request: RunRequest): string[] {
  switch (request.kind) {
    case "amendment":
      return [request.reason, request.summary, ...(request.quorum === undefined ? [] : [nobodyAlone(request.quorum)])];
    case "budget":
      return [];
    case "interruption":
      return [request.why];
  }
}

export function answeredWith(answer: RunAnswer): string {
  switch (answer.kind) {
    case "amendment": {
      const words = { once: "allowed it once", add: "added it to the step", refuse: "refused it" }[answer.choice];
      return answer.note ? `${words}: ${answer.note}` : words;
    }
    case "budget":
      return { go_on: "lets it go on", stop: "stops it" }[answer.choice];
    case "interruption":
      return { again: "has it carried out again", failed: "marked it as failed", skip: "skipped it" }[answer.choice];
  }
}

export function amount(value: number, what: "tokens" | "cost" | "minutes"): string {
  switch (what) {
    case "tokens":
      return `${grouped(Math.round(value))} tokens`;
    case "cost":
      return money(value);
    case "minutes":
      return `${Math.round(value * 10) / 10} min`;
  }
}
