import type { Static, TSchema } from "typebox";
import { Type } from "typebox";
import * as acts from "./acts.ts";
import * as looking from "./looking.ts";
import { CreatedToken, Me, NewToken, Sessions, SignIn, Tokens } from "./me.ts";
import { PlanPage } from "./plan-page.ts";
import * as planning from "./planning.ts";
import * as plans from "./plans.ts";
import * as requests from "./requests.ts";
import type { RouteName } from "./routes.ts";
import * as texts from "./texts.ts";
import * as timeline from "./timeline.ts";

interface Shapes {
  query?: TSchema;
  body?: TSchema;
  answer: TSchema;
}

const act = <Body extends TSchema>(body: Body) => ({ body, answer: acts.ActDone });
const Done = Type.Object({ ok: Type.Literal(true) });

/** What each route takes and answers. The server checks bodies and queries with these; its tests check answers, too. */
export const SHAPES = {
  me: { answer: Me },
  signIn: { body: SignIn, answer: Me },
  signOut: { body: acts.Nothing, answer: Done },
  sessions: { answer: Sessions },
  revokeSession: { answer: Done },
  tokens: { answer: Tokens },
  createToken: { body: NewToken, answer: CreatedToken },
  revokeToken: { answer: Done },
  inbox: { answer: requests.Inbox },
  answered: { answer: requests.Inbox },
  answer: { body: requests.GivenAnswer, answer: requests.Answered },
  plans: { query: plans.PlansQuery, answer: plans.Plans },
  counts: { answer: plans.Counts },
  propose: { body: plans.NewPlan, answer: plans.ProposedPlan },
  planPage: { answer: PlanPage },
  planText: { query: Type.Object({ version: Type.Optional(Type.Integer()) }), answer: Type.String() },
  checkText: { body: texts.TextToCheck, answer: texts.CheckedText },
  revisions: { answer: texts.Revisions },
  compare: { query: texts.CompareQuery, answer: texts.Compared },
  timeline: { query: timeline.TimelineQuery, answer: timeline.Timeline },
  stepDiff: { query: timeline.DiffQuery, answer: timeline.StepDiff },
  stepLog: { query: timeline.LogQuery, answer: timeline.StepLog },
  simulate: { answer: Type.Record(Type.String(), Type.Unknown()) },
  exportPlan: { query: Type.Object({ as: Type.Enum(["json", "jsonl", "html"]) }), answer: Type.String() },
  share: { answer: Type.Object({ fragment: Type.String() }) },
  preview: { query: acts.PreviewQuery, answer: acts.Preview },
  approve: act(acts.Approve),
  requestChanges: act(acts.RequestChanges),
  reject: act(acts.Reject),
  withdraw: act(acts.Withdraw),
  reopen: act(acts.Nothing),
  edit: act(acts.Edit),
  start: act(acts.Nothing),
  pause: act(acts.Pause),
  resume: act(acts.Resume),
  cancel: act(acts.Cancel),
  retry: act(acts.Retry),
  skip: act(acts.Skip),
  fail: act(acts.Fail),
  decide: act(acts.Decide),
  chooseModel: act(acts.ChooseModel),
  rollBack: act(acts.RollBack),
  queue: act(acts.Queue),
  archive: act(acts.Archive),
  clone: act(acts.Nothing),
  plannings: { answer: planning.Plannings },
  plan: { body: planning.NewPlanning, answer: planning.Planning },
  stopPlanning: { answer: Done },
  models: { answer: planning.Models },
  statistics: { query: looking.StatisticsQuery, answer: looking.StatisticsOf },
  audit: { query: looking.AuditQuery, answer: looking.AuditOf },
  judge: { body: looking.ToJudge, answer: looking.Judged },
  settings: { answer: looking.SettingsOf },
  queued: { answer: plans.Queued },
  live: {
    query: Type.Object({
      at: Type.Optional(
        Type.String({ description: "the plans that are in view, as project/PLAN-…, separated by commas" }),
      ),
    }),
    answer: Type.Unknown(),
  },
  description: { answer: Type.Unknown() },
  reference: { answer: Type.String() },
} as const satisfies Record<RouteName, Shapes>;

export type AnswerOf<Name extends RouteName> = Static<(typeof SHAPES)[Name]["answer"]>;
export type BodyOf<Name extends RouteName> = (typeof SHAPES)[Name] extends { body: infer Body extends TSchema }
  ? Static<Body>
  : undefined;
export type QueryOf<Name extends RouteName> = (typeof SHAPES)[Name] extends { query: infer Query extends TSchema }
  ? Static<Query>
  : undefined;
