import { formOf } from "../../../acts/request-form.ts";
import { withRolledBack } from "../../../lifecycle/counts-words.ts";
import { ownProperty } from "../../../lifecycle/own-property.ts";
import { bindingProposal, ENDS, type LivePlan, type PauseReason } from "../../../lifecycle/plan-state.ts";
import { openRequests, type RequestState } from "../../../lifecycle/request.ts";
import { runShown } from "../../../lifecycle/run-shown.ts";
import { sealOfPlan } from "../../../lifecycle/seal-of-plan.ts";
import { stepCounts } from "../../../lifecycle/step-counts.ts";
import { defined } from "../../../plan/defined.ts";
import { shortDigest } from "../../../plan/digest-text.ts";
import { counted } from "../../../plan/quantities.ts";
import { LIMITS } from "../limits.ts";
import { attached, type CardMessage, cardMessage, line, picture, type Row, textFile, words } from "./card-message.ts";
import { code, inline, moment, quoted } from "./discord-text.ts";
import { fieldLines } from "./field-lines.ts";
import { fitMenus, shownSize } from "./fit-menus.ts";
import { noteLines } from "./notes-lines.ts";
import { pingedMentions, pingsOf } from "./pings.ts";
import { planRows } from "./plan-buttons.ts";
import { type PlanFacts, shownText } from "./plan-facts.ts";
import { type ProposedSteps, proposedSteps } from "./proposed-steps.ts";
import { requestLine } from "./request-card.ts";
import { briefControls } from "./request-controls.ts";
import { deadlineLines, feedbackLines, signatureLines } from "./review-lines.ts";
import { outcomeLines, progressLine } from "./run-lines.ts";
import { planLook } from "./status-look.ts";
import { stepLines } from "./step-lines.ts";
import { isLong } from "./step-summary.ts";
import { fitLines, sizeOfAll } from "./text-size.ts";

export const PICTURE_NAME = "graph.png";

/** A plan of any status, length and content: from proposal to end it has one card. */
export function planCard(facts: PlanFacts): CardMessage {
  const { plan: state } = facts;
  const shown = shownText(state);
  const asked = asksNow(state);
  const run = runShown(state);
  const isSummary = run === undefined && isLong(shown.plan);
  const buttonSize = shownSize(rowsFor(facts, asked));
  const room = isSummary ? SHORT : buttonSize > MANY_WORDS ? TIGHT : ROOM;
  const head = headOf(facts);
  const standing = standingOf(facts, asked, room.standing);
  const summary = summaryOf(facts, room.summary);
  const questions = ENDS.includes(state.status) ? "" : questionLines(state, room.questions);
  const notes = fitLines([...noteLines(facts), ...deadlineLines(state)], room.notes);
  const left = room.all - sizeOfAll([head, standing, summary, questions, notes]) - buttonSize;
  const {
    text: steps,
    below = "",
    commandsShown,
  }: ProposedSteps = run ? { text: stepLines(facts, run, left), commandsShown: 0 } : proposedSteps(facts, left);
  const fieldRoom = Math.min(left - sizeOfAll([steps, below]), room.fields);
  const fields = run === undefined && fieldRoom > LEAST ? fitLines(fieldLines(shown.plan), fieldRoom, IN_THE_FILE) : "";
  const rows = rowsFor(facts, asked, commandsShown);
  const upper = [head, standing, summary].filter(Boolean).join("\n");
  // Warnings stay above the buttons.
  const middle = [steps, ...(isSummary ? [notes] : [])].filter(Boolean).join("\n");
  const lower = [questions, ...(isSummary ? [] : [notes]), fields].filter(Boolean).join("\n");
  const files = filesOf(facts);
  const rest = [...(lower === "" ? [] : [words(lower)]), ...(hasText(facts) ? [attached(planFileName(state))] : [])];
  return cardMessage({
    colour: planLook(state.status).colour,
    body: [
      words(upper),
      line(),
      words(middle),
      ...(facts.picture ? [picture(PICTURE_NAME, pictureWords(facts, isSummary))] : []),
      ...(isSummary ? [] : [...(lower === "" ? [] : [line()]), ...rest]),
    ],
    below: isSummary ? [words(below), ...(lower === "" ? [] : [line()]), ...rest] : [],
    rows,
    files,
    ...defined({ pings: pingsOf(facts) }),
  });
}

export function planFileName({ id }: Pick<LivePlan, "id">): string {
  return `${id}.md`;
}

/** Characters for each part; the steps get the rest. */
const ROOM = { all: LIMITS.text - 80, standing: 800, questions: 450, notes: 650, summary: 450, fields: 900 };
/** Buttons and menus count as well: with many of them the texts are shorter. */
const TIGHT = { ...ROOM, standing: 600, questions: 200, notes: 300, summary: 250, fields: 200 };
/** The card of a long plan fits on the screen of a phone; questions and fields are below its buttons. */
const SHORT = { ...ROOM, standing: 400, notes: TIGHT.notes, summary: 160 };
const IN_THE_FILE = "more, in the attached plan";
/** Less room than this is none. */
const LEAST = 60;
const MANY_WORDS = 500;
const MENUS = 700;
const MOST_ASKED = 3;
const MOST_ROWS = 9;

function rowsFor(facts: PlanFacts, asked: readonly RequestState[], commandsShown = 0): Row[] {
  const { plan: state } = facts;
  const asks = asked.slice(0, MOST_ASKED).flatMap((request) => briefControls(formOf(request, state)));
  return [...asks, ...fitMenus(planRows(state, { ...facts, commandsShown }), MENUS)].slice(0, MOST_ROWS);
}

function headOf({ plan: state, holder }: PlanFacts): string {
  const { mark, words: stands } = planLook(state.status);
  const status = state.status === "executing" && holder === "none" ? "Started, not running" : stands;
  const { revision, plan, proposed_by, at } = bindingProposal(state);
  const by = inline(proposed_by.name, 40);
  const asker = inline(state.requester.name, 40);
  const who = by === asker ? by : `${by} for ${asker}`;
  const when = moment(at);
  return [
    `## ${mark} ${inline(plan.title, 200)}`,
    `-# ${code(state.id)} · revision ${revision} · by ${who}${when ? ` · ${when}` : ""}`,
    `**${withRolledBack(status, stepCounts(state))}**`,
  ].join("\n");
}

function standingOf(facts: PlanFacts, asked: readonly RequestState[], room: number): string {
  const { plan: state } = facts;
  const run = runShown(state);
  const review = "review" in state ? feedbackLines(state.review, room) : [];
  const last = state.status === "needs_review" ? state.reviews.at(-1) : undefined;
  const lines = [
    ...(run ? [progressLine(facts, run)] : []),
    ...asked.slice(0, MOST_ASKED).map((request) => `❓ ${requestLine(request, 150)}`),
    ...(asked.length > MOST_ASKED ? [`… and ${asked.length - MOST_ASKED} more wait for an answer: /plan status`] : []),
    ...(isAsked(state, asked) ? [] : outcomeLines(facts, room - 150)),
    ...(last ? feedbackLines(last, room) : review),
    ...signatureLines(facts),
  ];
  return withPings(fitLines(lines, room), facts);
}

/** With mentions of the people to ping whom the text does not name: Discord pings only those who are in it. */
function withPings(text: string, facts: PlanFacts): string {
  const missing = pingedMentions(facts).filter((who) => !text.includes(who));
  return missing.length === 0 ? text : [text, `🔔 ${missing.join(" ")}`].filter(Boolean).join("\n");
}

/** A request on the card asks what the plan is paused for. */
function isAsked(state: LivePlan, asked: readonly RequestState[]): boolean {
  return state.status === "paused" && asked.some(({ kind }) => kind === ASKED_FOR[state.why]);
}

const ASKED_FOR: Partial<Record<PauseReason, RequestState["kind"]>> = { diverged: "divergence", budget: "budget" };

function summaryOf({ plan: state }: PlanFacts, room: number): string {
  const { summary, goal } = shownText(state).plan;
  const said = summary ?? goal;
  return said === undefined ? "" : quoted(said, room, 8);
}

/** Open decisions and questions, and the decisions already made. */
function questionLines(state: LivePlan, room: number): string {
  const { decisions = [], questions = [] } = shownText(state).plan;
  const lines = [
    ...decisions.map(({ decision_id, header, options, recommended }) => {
      const chosen = ownProperty(state.selections, decision_id);
      if (chosen) return `☑️ **${inline(header, 60)}**: ${inline(chosen.join(", "), 100)}`;
      const labels = options.slice(0, 4).map(({ label }) => `${inline(label, 40)}${label === recommended ? " ★" : ""}`);
      const more = options.length > labels.length ? ` / … ${options.length - labels.length} more` : "";
      return `🔀 Decide **${inline(header, 60)}**: ${labels.join(" / ")}${more}`;
    }),
    ...questions.map((question) => `❔ ${inline(question, 200)}`),
  ];
  return fitLines(lines, room, IN_THE_FILE);
}

/** For those who do not see it. */
function pictureWords({ plan: state, approvers }: PlanFacts, isSummary: boolean): string {
  const { digest, plan } = shownText(state);
  const { words: stands } = sealOfPlan(state, approvers.quorum);
  const seal = `${stands}, ${shortDigest(digest)}`;
  return isSummary || plan.steps.length < 2
    ? `Seal: ${seal}`
    : `Graph of ${counted(plan.steps.length, "step")}. ${seal}`;
}

/** The open requests except the review, which is the card itself. */
function asksNow(state: LivePlan): RequestState[] {
  return openRequests(state.requests).filter(({ kind }) => kind !== "review");
}

function hasText({ plan }: PlanFacts): boolean {
  const { text } = shownText(plan);
  return text !== "" && Buffer.byteLength(text) <= LIMITS.fileBytes;
}

function filesOf(facts: PlanFacts) {
  const { plan, picture: drawn } = facts;
  return [
    ...(drawn ? [{ name: PICTURE_NAME, attachment: Buffer.from(drawn) }] : []),
    ...(hasText(facts) ? [textFile(planFileName(plan), shownText(plan).text)] : []),
  ];
}
