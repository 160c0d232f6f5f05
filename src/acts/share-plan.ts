import { basename } from "node:path";
import type { Desk, FoundPlan } from "../desk/desk.ts";
import type { Broken } from "../desk/journal.ts";
import { no, type Outcome, yes } from "../desk/outcome.ts";
import { textsOf } from "../desk/revisions.ts";
import { additionWords } from "../lifecycle/amendment.ts";
import { approversOf } from "../lifecycle/approvers.ts";
import { type CommentState, commentStates } from "../lifecycle/comment-states.ts";
import { commentPlace } from "../lifecycle/comment-words.ts";
import { leftOutOf } from "../lifecycle/left-out.ts";
import { bindingProposal, type LivePlan } from "../lifecycle/plan-state.ts";
import type { RequestState } from "../lifecycle/request.ts";
import { closingWords } from "../lifecycle/request-closing.ts";
import { requestQuestion } from "../lifecycle/request-question.ts";
import { runSeconds } from "../lifecycle/run-seconds.ts";
import { runShown } from "../lifecycle/run-shown.ts";
import { sealOfPlan } from "../lifecycle/seal-of-plan.ts";
import type { SharedPlan } from "../lifecycle/shared-plan.ts";
import { defined } from "../plan/defined.ts";
import type { PlanId } from "../plan/plan.ts";
import { sharedHistory, whoOf } from "./shared-history.ts";
import { sharedSteps } from "./shared-steps.ts";

export interface ShareOptions {
  env: NodeJS.ProcessEnv;
  /** The diffs of all steps together, in characters; none, if 0. */
  mostPatch?: number;
  /** Entries of the journal, the newest. */
  mostHistory?: number;
}

const MOST_PATCH = 2_000_000;
const MOST_HISTORY = 500;

/** A plan or its run as data, to be handed to others: in an HTML file, or in a link. */
export async function sharePlan(desk: Desk, id: PlanId, options: ShareOptions): Promise<Outcome<SharedPlan>> {
  const found = await desk.plan(id);
  if (!found.ok) return found;
  const view = found.value;
  const { records, broken } = await desk.store.loadJournal(id);
  const problem = broken ?? (view.kind === "broken" ? view.broken : undefined);
  const state = view.kind === "elsewhere" ? undefined : view.state;
  const journal = { records: records.length, verified: records.length > 0 && problem === undefined };
  const shared = {
    format: 1 as const,
    exported_at: desk.at(),
    project: basename(desk.project),
    journal: { ...journal, ...defined({ problem: problemOf(view, problem) }) },
    history: [],
  };
  if (state !== undefined) {
    const history = sharedHistory(records, options.mostHistory ?? MOST_HISTORY);
    return yes({ ...shared, ...(await standingOf(desk, state, options)), ...history });
  }
  if (view.kind === "elsewhere") return yes({ ...shared, ...withoutJournal(view) });
  return no("unreadable", `${id} cannot be shared: ${shared.journal.problem}.`);
}

function problemOf(view: FoundPlan, broken: Broken | undefined): string | undefined {
  if (broken !== undefined) return broken.message;
  if (view.kind === "elsewhere") return "it was not signed here: there is no journal of it";
  if (view.kind === "unreadable") return `its file cannot be read: ${view.problems[0]?.message ?? ""}`;
  return view.kind === "standing" && view.edit ? "its file was edited since the last record" : undefined;
}

async function standingOf(
  desk: Desk,
  state: LivePlan,
  options: ShareOptions,
): Promise<Omit<SharedPlan, "format" | "exported_at" | "project" | "journal" | "history">> {
  const { plan, revision, digest, proposed_by, at } = bindingProposal(state);
  const approvers = approversOf(state, desk.configuration.config.approvers);
  const { share, isVoid, words } = sealOfPlan(state, approvers.quorum);
  const approval = "approval" in state ? state.approval : undefined;
  const signatures = approval?.signatures ?? ("signatures" in state ? state.signatures : []);
  const choices = approval?.choices ?? ("choices" in state ? state.choices : undefined);
  const run = runShown(state);
  const states = commentStates(state.reviews, await textsOf(desk, state.id), plan);
  return {
    plan,
    status: state.status,
    revision,
    digest,
    requester: whoOf(state.requester),
    proposed_by: whoOf(proposed_by),
    proposed_at: at,
    seal: { share, is_void: isVoid, words },
    signatures: signatures.map(({ by, at, notes }) => ({ by: whoOf(by), at, ...defined({ notes }) })),
    needed: Math.max(approvers.quorum, approval?.signatures.length ?? 0),
    left_out: [...leftOutOf(state)],
    ...defined({ executor_model: choices?.executor_model }),
    ...(state.voided && {
      voided: { by: state.voided.signatures.map(({ by }) => whoOf(by)), revision: state.voided.revision },
    }),
    reviews: state.reviews.map((review) => {
      const { by, at, revision, verdict, feedback } = review;
      const comments = states.filter((state) => state.review === review).map(commentOf);
      return { by: whoOf(by), at, revision, verdict, feedback, ...(comments.length > 0 && { comments }) };
    }),
    answers: Object.values(state.requests).flatMap(answerOf),
    selections: { ...state.selections },
    ...(run && {
      run: {
        started_at: run.started_at,
        by: whoOf(run.executor),
        ...defined({ ended_at: run.ended_at, seconds: runSeconds(run, desk.at()), words: endOf(state) }),
      },
    }),
    steps: await sharedSteps(desk, state, { env: options.env, mostPatch: options.mostPatch ?? MOST_PATCH }),
    amendments: (run?.amendments ?? []).map((added) => {
      return { step: added.step_id, by: whoOf(added.by), at: added.at, adds: additionWords(added) };
    }),
    rolled_back: (run?.rolled_back ?? []).map(({ by, at, steps }) => ({ by: whoOf(by), at, steps: [...steps] })),
  };
}

/** Signed nowhere that this machine knows of: only its text. */
function withoutJournal({
  document,
  digest,
}: Extract<FoundPlan, { kind: "elsewhere" }>): Omit<
  SharedPlan,
  "format" | "exported_at" | "project" | "journal" | "history"
> {
  return {
    plan: document.plan,
    status: "elsewhere",
    revision: 0,
    digest,
    seal: { share: 0, is_void: false, words: "Not signed here" },
    signatures: [],
    needed: 0,
    left_out: [],
    reviews: [],
    answers: [],
    selections: {},
    steps: [],
    amendments: [],
    rolled_back: [],
  };
}

function commentOf({ comment, state }: CommentState): NonNullable<SharedPlan["reviews"][number]["comments"]>[number] {
  const { text } = comment;
  return { on: commentPlace(comment), ...(comment.field !== undefined && { quote: comment.quote }), text, state };
}

/** Reviews are listed by themselves. */
function answerOf(request: RequestState): SharedPlan["answers"] {
  if (request.kind === "review") return [];
  const { closing } = request;
  const ended = closing && closingWords(closing);
  return [
    {
      question: requestQuestion(request),
      at: request.opened_at,
      ...(closing &&
        ended && {
          answer: closing.how === "answered" ? ended.how : `${ended.by} ${ended.how}`,
          ...(closing.how === "answered" && { by: whoOf(closing.by) }),
          answered_at: closing.at,
        }),
    },
  ];
}

function endOf(state: LivePlan): string | undefined {
  if (state.status === "failed") return state.reason;
  if (state.status === "cancelled") return state.note;
  return state.status === "completed" ? state.summary : undefined;
}
