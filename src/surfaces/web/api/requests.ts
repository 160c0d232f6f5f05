import { type Static, Type } from "typebox";
import type { Fact } from "../../../acts/request-form.ts";
import type { Answer, RequestState } from "../../../lifecycle/request.ts";
import { ActorShape, Time } from "./basics.ts";

/** A request, with everything that is needed to answer it in place. */
export const Slip = Type.Object({
  id: Type.String(),
  project: Type.String(),
  journal: Type.String({ description: "the plan or the agent that asks" }),
  plan: Type.Optional(Type.String()),
  title: Type.Optional(Type.String()),
  kind: Type.Unsafe<RequestState["kind"]>(Type.String()),
  heading: Type.String(),
  question: Type.String({ description: "on one line" }),
  topic: Type.String(),
  facts: Type.Array(Type.Unsafe<Fact>(Type.Object({ as: Type.String(), text: Type.String() }))),
  choices: Type.Array(
    Type.Object({
      word: Type.String({ description: "what an answer names" }),
      label: Type.String(),
      description: Type.Optional(Type.String()),
      recommended: Type.Optional(Type.Boolean()),
      lets: Type.Optional(
        Type.Boolean({ description: "lets something happen: offer it only beside the whole exact text" }),
      ),
      leads: Type.Optional(Type.Boolean()),
      stops: Type.Optional(Type.Boolean()),
      refuses: Type.Optional(Type.Boolean({ description: "may have a note" })),
    }),
  ),
  picks: Type.Enum(["one", "several"]),
  words: Type.Optional(
    Type.Object({
      with: Type.Enum(["answer", "refusal"]),
      label: Type.String(),
      asks: Type.String(),
      needed: Type.Boolean(),
    }),
  ),
  /** Choices that are not offered, and why. */
  withheld: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Of a review: the proposed text. Reviews are answered on the plan's page. */
  review: Type.Optional(
    Type.Object({
      revision: Type.Integer(),
      digest: Type.String(),
      steps: Type.Optional(Type.Integer()),
      commands: Type.Optional(Type.Integer({ description: "that run exactly as written" })),
      high_risk: Type.Optional(Type.Integer({ description: "steps of high risk" })),
      signed: Type.Optional(Type.Array(Type.String(), { description: "who signed this revision" })),
      needed: Type.Optional(Type.Integer({ description: "signatures in all" })),
    }),
  ),
  /** Of a decision: which one. */
  decision: Type.Optional(Type.String()),
  step: Type.Optional(Type.String()),
  /** This person may answer it. */
  may_answer: Type.Boolean(),
  /** Nothing of its plan goes on until it is answered. */
  stands_still: Type.Boolean(),
  opened_at: Time,
  opened_by: ActorShape,
  expires_at: Type.Optional(Time),
  closing: Type.Optional(
    Type.Object({
      at: Time,
      by: ActorShape,
      how: Type.Enum(["answered", "superseded", "expired", "cancelled"]),
      answer: Type.Optional(Type.Unsafe<Answer>(Type.Object({}))),
      words: Type.String({ description: "who answered what, in a sentence" }),
    }),
  ),
});
export type Slip = Static<typeof Slip>;

export const Inbox = Type.Object({ requests: Type.Array(Slip), total: Type.Integer() });
export type Inbox = Static<typeof Inbox>;

/** By the words of the chosen choices, or by free words. Nothing is chosen by default. */
export const GivenAnswer = Type.Object({
  request: Type.String(),
  chosen: Type.Optional(Type.Array(Type.String(), { maxItems: 100, description: "words of choices, exactly" })),
  words: Type.Optional(
    Type.String({
      maxLength: 20_000,
      description:
        "beside `chosen` a note; without it what a person typed: a choice by its word, label or number, or their own words",
    }),
  ),
});
export const Answered = Type.Object({ request: Slip, words: Type.String() });
