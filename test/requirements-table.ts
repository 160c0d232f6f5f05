/** A test whose sentence says that the requirement is met; `row` is a line of its table, where it has one. */
export interface Tested {
  test: string;
  it: string;
  row?: string;
}

/** A page that says why the requirement is met otherwise; `names` is how it speaks of it, if not by its id. */
export interface Decided {
  decision: string;
  names?: string;
}

/** Met otherwise, as the page says; the test shows what holds instead. */
export type Requirement = [id: string, says: string, answer: Tested | Decided | (Decided & Tested)];

function by(test: string, it: string, row?: string): Tested {
  return { test: `test/${test}.test.ts`, it, ...(row !== undefined && { row }) };
}

function page(name: string, names?: string): Decided {
  return { decision: `docs/decisions/2026-11-15-${name}.md`, ...(names !== undefined && { names }) };
}

function decided(name: string): Decided {
  return { decision: `docs/decisions/2026-11-16-${name}.md` };
}

const DIFFERS = page("where-we-differ");
const differs = (instead: Tested): Decided & Tested => ({ ...DIFFERS, ...instead });
const JOURNAL_IS_TRUTH = page(
  "journal-is-truth-one-line-one-commit",
  "What happened to a plan is what its journal says",
);

const CHAT_DRAFT = by("plan/parse-plan", "of a chat agent: summary, steps with description, tools and risk");
const TOOL_DRAFT = by("plan/parse-plan", "of a plan tool: title, steps with tool, operation and target");
const GRAPH_DRAFT = by("plan/parse-plan", "of a planner with decisions: goal, step_id, decisions as a map");
const STEP_LIMITS = by(
  "plan/earlier-designs",
  "everything a step says about who carries it out, and within which limits",
);
const FIVE_SECTIONS = by("plan/earlier-designs", "in the five sections of a prompt is read section by section");
const UNKNOWN_TOOLS = by("plan/validate", "finds unknown tools only when it knows the tools");
const ANY_PLAN = by("plan/markdown-properties", "reads back every plan and standing as it was written");
const FIX = by("plan/parse-plan", "fixes dependencies only if asked to, with warnings");

const PHASES = by("lifecycle/agent-phase", "answers %s as the table says");
const WAY = by("lifecycle/agent-phase", "is kept: task, plan, times and who approved");
const BEGIN = by("lifecycle/agent-phase", "begins to execute only what a person approved");
const SENT_BACK = by("lifecycle/agent-phase", "goes on with the same task and plan when the plan was sent back");
const ENDED_BY_HOST = by("lifecycle/agent-phase", "is ended by the host only when time ran out or the run is over");
const TABLE = (command: string) => by("lifecycle/transitions", "answers %s as the table says", `${command}: `);
const STATUSES = by("lifecycle/laws", "leads to every status of plans and of steps");
const LAW = (law: string) => by("lifecycle/laws", "%s", law);
const REVISIONS = by("lifecycle/revisions", "are numbered, and keep what was said of the earlier ones");
const THIRD = by("lifecycle/revisions", "end after the third: a person is asked, and the agent cannot propose again");
const UNFINISHED = by("lifecycle/run", "is not completed while anything is unfinished");
const STALLED = by(
  "desk/signs-of-life",
  "without a sign of life for 30 minutes is stalled, whoever looks, by the host",
);
const HOLDS_BACK = by("lifecycle/decisions", "holds its step back until it is taken");
const RETRY = by("lifecycle/run", "frees with its retry exactly what waited for it alone");
const NEEDS_WORDS = by("lifecycle/review", "needs words: feedback, or a comment on a step");

const INACTIVE = by("desk/planning-state", "is inactive until somebody lets it plan");
const ALREADY = by("desk/planning-state", "that plans already is told so with its phase, and nothing changes");
const REASON = by("desk/planning-state", "that enters by itself has its reason as the task");
const PLANNING = by("desk/planning-state", "holds what planning has come to: task, plan, times, and who approved");
const CANCELLED = by("desk/planning-state", "returns to normal when planning is cancelled, and may plan again");
const OTHERS = by("desk/planning-state", "knows nothing of other agents that plan at the same time");
const AGENT_EVENTS = by("desk/planning-state", "is told of under the names of events, and stands in the audit");
const AGENT_RESTART = by("desk/restart", "an agent that was %s still is");
const PLAN_RESTART = by("desk/restart", "a plan that is %s stands where it stood, with all it had");
const CHECKPOINTS = by("desk/restart", "a run goes on where it was: nothing is done twice, nothing is forgotten");
const HALF_DONE = by("desk/restart", "a step that was running is still said to be");
const FRONT_MATTER = by("desk/plan-file", "carries through its whole life where the plan stands");
const FILE_NAME = by("desk/plan-file", "is named by its id, which is PLAN- and 8 hex digits");
const EVERY_WRITE = by("desk/plan-file", "grows by one version with every write, each with its time");
const HISTORY = by("desk/plan-file", "keeps what was said of earlier revisions in its body");
const ARCHIVE = by("desk/plan-file", "moves to the archive when the plan has ended, and back");
const KEPT = by("desk/plan-file", "stays when the plan is cancelled: nothing of it is deleted");
const STEP_LINES = by("desk/plan-file", "the journal has a line of JSON for every step that began or ended");
const CONFLICT = by("desk/versions", "is refused with both versions, and changes nothing");
const ONE_WINS = by("desk/races", "approve and reject the same plan 200 times: one of them succeeds");
const EIGHT = by("desk/races", "update one plan 50 times each: what they report as written is what was recorded");
const KILLS = by("desk/chaos", "keeps everything it acknowledged through 100 kills");
const STALE = by("desk/config-in-force", "cancel a stale plan after %s, and say so everywhere");
const WHO_APPROVES = by("desk/config-in-force", "say who may approve, and how many must");
const DECISION_WAITS = by(
  "desk/config-in-force",
  "say when a decision is due; without a default it waits all the same",
);
const DEFAULTS = (setting: string) =>
  by("desk/config", "are the defaults of the designs when there is no file", setting);
const RETENTION = by("desk/config-in-force", "put a plan that has ended into the archive after %d days, and no other");
const UNANSWERED = by("desk/config-in-force", "end the planning whose review nobody answered, and no other");
const SPILLS = by("desk/artifacts", "goes to artifacts by itself, largest first");
const MISSED = by("desk/events", "may be missed: whoever heard nothing finds the plan");
const THROWS = by("desk/events", "do no harm when a listener throws");
const RUN_EVENTS = by("desk/events", "of a run say its beginning, each step from what to what and why, and its end");
const ASKED = by("desk/events", "of a decision say its question and options when it is asked, and what was chosen");
const AUDIT = by("desk/audit", "tells a whole life in order: who, what, which revision, which words");
const LIFE = by("surfaces/cli/commands", "goes from proposal over changes and comparison to approval");
const CHOICES = by("surfaces/cli/decide", "takes one choice, or several with commas between them");

const LOOKS = (command: string) => by("policy/earlier-designs", "may look: %s", `"${command}`);
const CHANGES = (family: string) => by("policy/earlier-designs", "may not change anything: %s", `["${family}"`);
const SHELL_OFF = by("policy/earlier-designs", "is not there at all with the shell off");
const FILTERED = by("policy/earlier-designs", "can be filtered before each answer of the model");
const STEP_FILTERED = by("policy/earlier-designs", "are those of the step while executing, less those it denies");
const NOT_OFFERED = by("policy/earlier-designs", "are judged all the same when a model calls one it was not offered");
const ASKED_ABOUT = by("policy/earlier-designs", "are asked about while planning as they are outside of it");
const GUARDED = by(
  "policy/earlier-designs",
  "without an approved plan is blocked, with the way to a plan, or only noted",
);
const STABLE_PROMPT = by("policy/earlier-designs", "is a block of text that stays the same from turn to turn");
const CONSENTS = (words: string) => by("policy/earlier-designs", "are: %s", `"${words}"`);
const VIEW = by("policy/tools", "view is allowed");
const READING_LINE = by("policy/tools", "a reading shell command is allowed");
const WRITING_LINE = by("policy/tools", "a writing shell command is blocked");
const CREATE_FILE = by("policy/tools", "create_file is blocked");
const STR_REPLACE = by("policy/tools", "str_replace is blocked");
const GIT_TOOLS = by("policy/tools", "git tools are blocked, also those that look: %s");
const SELF_EDIT = by("policy/tools", "self-edit tools are blocked");
const ASK_USER = by("policy/tools", "ask_user is allowed");
const TUNACODE = by("policy/tools", "knows tunacode's read-only, write and execute tools");
const TUNACODE_BLOCKED = by("policy/tools", "tunacode's write and execute tools are blocked with the shell off");
const METADATA = by("policy/tools", "has name, category, risk, description and examples");
const CATEGORIES = by("policy/tools", "is what mode policies are about: each category is allowed or not");
const TRI_STATE = by("policy/judge", "allows, confirms or denies, always with rule, code and reason");
const BLOCKED_BY_MODE = by("policy/judge", "denies disallowed categories while planning with TOOL_BLOCKED_BY_MODE");
const LEFT_TO_OTHERS = by("policy/judge", "leaves the same call to others outside plan mode");
const WAIVED = by("policy/judge", "makes an allow of a confirmation: %s");
const READERS_WAIVED = by("policy/judge", "is given to tools that only read");
const YES_IS_NO_RUN = by("policy/judge", "answered yes never turns a denial into a run");
const SOFT = by("policy/judge", "%s lets a forbidden call run, and says that it would have been denied");
const PRIORITIES = by("policy/rules", "have the priorities that order the explanation");
const RULES = by("policy/rules", "say what their examples say: $title");
const STEP_TOOLS = by("policy/plan-scope", "are only those of the step, and the refusal lists them");
const SHELL_LISTED = by("policy/plan-scope", "include a shell only where it is listed");
const READING_LISTED = by("policy/plan-scope", "include reading only where it is listed");
const ATTEMPTS = by("policy/judgement-event", "tell of a disallowed attempt while planning, blocked or not");
const OUTSIDE = by("policy/judgement-event", "tell of an attempt outside the scope, with its step");
const GUARDED_CALLED = by("policy/judgement-event", "tell of a guarded tool without a plan");
const SAYS = (what: string) => by("policy/prompts", "says %s", what);
const ENFORCED_PROMPT = by("policy/prompts", "invariant 10: prompts say what is enforced, and nothing else");
const EXECUTING_PROMPT = by(
  "policy/prompts",
  "invariant 10, while executing: the tools that are named are those of the scope",
);
const APPROVED_PLAN = by("policy/prompts", "holds the approved plan with numbered steps, tools, notes and decisions");
const SHORT_PROMPT = by("policy/prompts", "is short: under 450 tokens with pi's tools");
const NORMAL_LINE = by("policy/prompts", "say outside plan mode one line about enter_plan_mode, and when to use it");
const INTENTS = by("policy/intent", "is read as %s where it is that");
const NO_CONSENT = by("policy/intent", "is any other sentence with consent in the middle");
const MODEL_SECOND = by("policy/intent/resolve-intent", "is asked only about words that the rules cannot read");
const NEVER_CHANGES = by("invariants", "not by any known tool that does more than look");
const NOT_BY_BASH = by("invariants", "not by bash, with a sandbox or without: %s");
const NEVER_LEAVES = by("invariants", "an agent can enter plan mode, never leave it");
const PROMPTS_ARE_TEXT = decided("prompts-and-intent");
const NO_DENY_LIST = decided("what-the-shell-analysis-gives-up");
const SIGNED_SCOPE = decided("scope-is-what-was-signed");
const KNOWN_OR_DENIED = decided("every-tool-is-known-or-denied");
const GIT_BY_COMMAND = decided("git-needs-a-look");

const TERMINAL = (file: string, sentence: string, row?: string) => by(`surfaces/terminal/${file}`, sentence, row);
const WHOLE_STORY = TERMINAL(
  "real-cli",
  "plans, is kept from writing by every tool, asks, is sent back, approved, and carries it out",
);
const IN_SESSION = by("agent/plan-mode", "plans, is sent back, revises, is approved, carries it out, and checks it");
const SAME_BATCH = by("agent/plan-mode", "is read-only from the call after enter_plan_mode on, in the same batch");
const ONE_TOOL_MORE = by(
  "agent/attacks/outside",
  "a session works as it does without us: the same files, the same prompt, and one tool more",
);
const DECLINED = TERMINAL("modes", "can decline that the agent plans first");
const PLANNING_CARD = TERMINAL("cards", "of planning says what was asked, and what keeps the agent from writing");
const ANSWER_ARRIVES = TERMINAL("real-cli", "shows the question that was open, and its answer reaches the model");
const PLAN_COMMAND = (sentence: string) => TERMINAL("commands-story", sentence);
const EXPLORING = PLAN_COMMAND("tells where it stands, and a goal that is typed meanwhile is not lost");
const TOOLS_BACK = PLAN_COMMAND("cancel leaves plan mode, and tools are as before");
const DECIDE = PLAN_COMMAND("decide answers, skip leaves a step out, fold folds the panel");
const PLAN_WORDS = (row: string) => TERMINAL("commands/plan-input", "%j", row);
const HEARS = TERMINAL(
  "typed-approval",
  "approve nothing when the person says that they did not mean it; the agent hears them",
);
const MEANT = TERMINAL("typed-approval", "approve it once the person has confirmed that they meant it");
const REVIEW = TERMINAL(
  "review/review-view",
  "shows at 80 columns which text it is, what planning changed, and the steps with all they may do",
);
const SIGNS = TERMINAL("review/review-view", "takes 1 and Enter, and with %s signs the text that is shown");
const DECISION_DIALOG = TERMINAL(
  "dialogs/dialogs",
  "is shown with what the plan says of its options, and confirmed with Enter",
);
const PANEL = TERMINAL("panel", "shows title, progress, what waits and the cost, and under it the steps");
const TRANSCRIPT = TERMINAL(
  "transcript",
  "tells of a plan's life: submitted, started with its steps, each step that ended, what was refused",
);
const STATUS_LINE = TERMINAL("status-line", "tells goal, step, decisions, subagents and budget of a run");
const DECOMPOSES = by("surfaces/cli/plan", "decomposes with one call without tools, and answers programs in JSON");
const MODE = (title: string) => by("policy/modes", "calls who does %s the %s", title);
const DECOMPOSE_PROMPT = by(
  "agent/planner",
  "gives the model no tools, but the modes and the tools that steps may list",
);
const WITH_SKILL = by("installed", "is loaded with its skill, and outside plan mode leaves nothing behind");
const OWN_REVIEW = decided("the-review-is-a-view-of-its-own");
const SEVERAL_NAMES = decided("one-tool-several-names");
const NO_SUBAGENTS = decided("pi-subagents-is-not-needed");
const RUN_HERE = decided("a-run-in-the-session");
const TYPED = decided("commands-that-loosen-must-be-typed");
const COURTESY = decided("hidden-tools-are-a-courtesy");

const DISCORD = (file: string, sentence: string, row?: string) => by(`surfaces/discord/${file}`, sentence, row);
const ASKED_TO_DONE = DISCORD(
  "promised",
  "goes from asking over a signed plan back to normal, and the record names who signed",
);
const ALL_TOOLS = DISCORD("promised", "carries out a signed plan with all tools, where the settings say so");
const MEANWHILE = DISCORD("promised", "hears what others say while it gathers, and goes on gathering with it");
const ON_ITS_CARD = DISCORD("stories", "is gathered, submitted, signed on its card and carried out");
const SLASH = DISCORD("slash", "starts once, tells where it stands, and is cancelled");
const BY_ITSELF = DISCORD("gathering", "is begun by the agent itself, with its reason in the channel");
const ASKED_IN_CHANNEL = DISCORD("questions", "is answered by a button");
const CARD = DISCORD("cards/plan-card", "shows what is proposed, by whom, for whom, and until when");
const CARD_BUTTONS = DISCORD(
  "cards/plan-card",
  "offers what can be done when it is %s",
  "[Approve] [Request changes] [Reject] [Edit]",
);
const BY_FORM = DISCORD("review", "is revised by what the form says of it and of single steps, on the same card");
const REJECTED = DISCORD("review", "keeps the reason, and the agent is back to normal");
const UNANSWERED_REVIEW = DISCORD(
  "time-outs",
  "ends planning after 30 minutes: the card says so, the channel is told, and the agent still only reads",
);
const STALE_IN_CHAT = DISCORD("time-outs", "ends the plan after 7 days");
const NOTHING_HAPPENS = DISCORD("time-outs", "ends after an hour, and the agent still only reads");
const ALL_THREADS = DISCORD("places", "has one mode in all its threads");
const WHERE_ASKED = DISCORD(
  "places",
  "puts the card of a plan where it was asked for, and goes on there after a restart",
);
const TWO_AGENTS = DISCORD("places", "keeps two agents apart, also in one project");
const GATHERS_ON = DISCORD("restart", "goes on gathering");
const SENT_AGAIN = DISCORD("restart", "sends a deleted card again, and all of them if the store is lost");
const RUN_RESTART = DISCORD(
  "restart-of-runs",
  "says of a plan in the middle of a step that it waits; Resume asks what happens to the step",
);

/**
 * The requirements of the earlier designs that speak of plan documents, lifecycle, persistence, locking, audit,
 * configuration, tools, shell commands, prompts, intent or plan mode in a terminal or in Discord, in a few words, and what answers
 * them.
 */
export const REQUIREMENTS: readonly Requirement[] = [
  // Planning as a phase of a chat agent
  ["R-000-1", "gathering, then executing", PHASES],
  ["R-000-2", "investigate, plan, present, then act", ASKED_TO_DONE],
  ["R-000-3", "by a command, /plan", SLASH],
  ["R-000-4", "the agent itself may ask for planning", BY_ITSELF],
  ["R-000-5", "gather, present, review, execute, in this order", PHASES],
  ["R-000-6", "gathering reads and asks, and does nothing else", NEVER_CHANGES],
  ["R-000-7", "a plan says what, why, in what order", CHAT_DRAFT],
  ["R-000-8", "people react or reply to the plan", DIFFERS],
  ["R-000-9", "after approval the agent runs with full tool access", differs(ALL_TOOLS)],
  ["R-000-11", "/plan enters planning", SLASH],
  ["R-000-12", "its task is optional", PLAN_WORDS('["", { kind: "bare" }]')],
  ["R-000-13", "entering twice shows the status", SLASH],
  ["R-000-14", "enter_plan_mode in the middle of a turn", SAME_BATCH],
  ["R-000-15", "enter_plan_mode pauses, switches to planning, and notifies the user", differs(BY_ITSELF)],
  ["R-000-16", "on entry tools shrink", FILTERED],
  ["R-000-17", "view is allowed", VIEW],
  ["R-000-18", "bash_execute, read-only", READING_LINE],
  ["R-000-19", "search and glob", FILTERED],
  ["R-000-20", "ask_user", ASK_USER],
  ["R-000-21", "create_file is blocked", CREATE_FILE],
  ["R-000-22", "str_replace is blocked", STR_REPLACE],
  ["R-000-23", "writing through bash is blocked", WRITING_LINE],
  ["R-000-24", "git_* are blocked, reading ones too", GIT_TOOLS],
  ["R-000-25", "self_edit_* are blocked", SELF_EDIT],
  ["R-000-26", "a blocklist of writing commands", NO_DENY_LIST],
  ["R-000-27", "cat, ls, find, grep, head, tail, tree, wc, diff, file, stat", LOOKS("stat")],
  ["R-000-28", "rm, mv, cp, mkdir, touch, chmod, tee", CHANGES("file mutations")],
  ["R-000-29", "> and >> are blocked", CHANGES("redirections")],
  ["R-000-30", "pip install is blocked", CHANGES("package managers")],
  ["R-000-31", "git push, commit, checkout through bash are blocked", CHANGES("git")],
  ["R-000-32", "ask_user asks through Discord", ASKED_IN_CHANNEL],
  ["R-000-33", "the answer reaches the planner", ANSWER_ARRIVES],
  ["R-000-34", "no limit of its own for gathering", decided("a-planner-by-itself-has-limits")],
  ["R-000-35", "the agent says when it knows enough", IN_SESSION],
  ["R-000-36", "submitting ends gathering", PHASES],
  ["R-000-37", "summary of one to three sentences", DIFFERS],
  [
    "R-000-38",
    "ordered steps",
    by("plan/graph", "puts every step after all it waits for, and else keeps the order of the plan"),
  ],
  ["R-000-39", "questions, may be empty", CHAT_DRAFT],
  ["R-000-40", "context_notes", CHAT_DRAFT],
  ["R-000-41", "a step has a description", CHAT_DRAFT],
  ["R-000-42", "a step has tools", CHAT_DRAFT],
  ["R-000-43", "a step has a risk", DIFFERS],
  ["R-000-44", "a card: summary, steps with risks, questions, buttons", CARD],
  ["R-000-45", "a plan is persisted in SQLite, so that it survives restarts", differs(PLAN_RESTART)],
  ["R-000-46", "the buttons come with it", ON_ITS_CARD],
  ["R-000-47", "approve leads to execution", ON_ITS_CARD],
  ["R-000-48", "reject ends planning", REJECTED],
  ["R-000-49", "Edit: the user replies with modifications, the agent revises and re-submits", differs(BY_FORM)],
  ["R-000-50", "approval and rejection are in the audit", ASKED_TO_DONE],
  ["R-000-51", "no answer within 30 minutes cancels planning mode", differs(UNANSWERED_REVIEW)],
  ["R-000-52", "full tool access is restored", differs(ALL_TOOLS)],
  ["R-000-53", "the plan is in the prompt", ASKED_TO_DONE],
  [
    "R-000-54",
    "each step is tracked",
    by("lifecycle/run", "counts how often a step was started and keeps its last notes"),
  ],
  ["R-000-55", "the plan is guidance, not a rigid lock", RUN_HERE],
  [
    "R-000-56",
    "significant deviations are communicated to the user",
    by("surfaces/discord/execution", "tells in the channel, on its card and at its end how a step deviated from it"),
  ],
  ["R-000-57", "planning ends when all steps are done", ENDED_BY_HOST],
  ["R-000-58", "the agent may say that it is done", DIFFERS],
  ["R-000-59", "then normal operation", ASKED_TO_DONE],
  ["R-000-60", "enter_plan_mode is a normal tool", ONE_TOOL_MORE],
  ["R-000-61", "the calls after it wait", SAME_BATCH],
  ["R-000-62", `"I'd like to plan this out before proceeding. Reason: …"`, BY_ITSELF],
  ["R-000-63", "entering switches to read-only", BY_ITSELF],
  ["R-000-64", "planning goes on in the same session", BY_ITSELF],
  ["R-000-65", "the prompt encourages planning", NORMAL_LINE],
  ["R-000-66", "as a guideline only", LEFT_TO_OTHERS],
  ["R-000-67", "/plan [task]", PLAN_WORDS('"add a cache"')],
  ["R-000-68", "/plan status", SLASH],
  ["R-000-69", "/plan cancel", SLASH],
  ["R-000-70", "/plan start, or /plan [task]", SLASH],
  ["R-000-71", "planning restricts tools", FILTERED],
  ["R-000-72", "leaving restores them", LEFT_TO_OTHERS],
  ["R-000-73", "cancel restores normal operation", CANCELLED],
  ["R-000-74", "already active: nothing happens", ALREADY],
  ["R-000-75", "view", VIEW],
  ["R-000-76", "reading bash", READING_LINE],
  ["R-000-77", "writing bash", WRITING_LINE],
  ["R-000-78", "create_file", CREATE_FILE],
  ["R-000-79", "str_replace", STR_REPLACE],
  ["R-000-80", "git tools", GIT_TOOLS],
  ["R-000-81", "self-edit", SELF_EDIT],
  ["R-000-82", "ask_user", ASK_USER],
  ["R-000-83", "submitting makes a plan", CHAT_DRAFT],
  [
    "R-000-84",
    "submitting validates the structure",
    by("plan/parse-plan", "tells everything at once, of the shape and of the sense"),
  ],
  ["R-000-85", "test: a submitted plan is persisted to the database", differs(PLAN_RESTART)],
  ["R-000-86", "test: submitting sends a card", ON_ITS_CARD],
  ["R-000-87", "approve enters execution", ON_ITS_CARD],
  ["R-000-88", "reject cancels", REJECTED],
  ["R-000-89", "edit allows a revision", BY_FORM],
  ["R-000-90", "test: a time-out cancels the mode", differs(UNANSWERED)],
  ["R-000-91", "approval is in the audit", ASKED_TO_DONE],
  ["R-000-92", "test: execution has full tool access", differs(ALL_TOOLS)],
  ["R-000-93", "the plan is in the prompt", ASKED_TO_DONE],
  ["R-000-94", "completion leaves planning", ASKED_TO_DONE],
  ["R-000-95", "test: enter_plan_mode switches", BY_ITSELF],
  ["R-000-96", "test: the person is told", DECLINED],
  ["R-000-97", "test: with the reason", PLANNING_CARD],
  ["R-000-98", "test: /plan enters", SLASH],
  ["R-000-99", "test: with a task", ON_ITS_CARD],
  ["R-000-100", "test: /plan status", EXPLORING],
  ["R-000-101", "cancel leaves planning", SLASH],
  ["R-000-102", "cat", LOOKS("cat")],
  ["R-000-103", "ls", LOOKS("ls")],
  ["R-000-104", "grep", LOOKS("grep")],
  ["R-000-105", "find", LOOKS("find")],
  ["R-000-106", "rm", CHANGES("file mutations")],
  ["R-000-107", "redirections", CHANGES("redirections")],
  ["R-000-108", "pip install", CHANGES("package managers")],
  ["R-000-109", "git push", CHANGES("git")],
  ["R-000-110", "test: submit_plan is there", TOOLS_BACK],
  ["R-000-111", "test: enter_plan_mode is there", ONE_TOOL_MORE],
  ["R-000-112", "test: ask_user is there", WHOLE_STORY],
  [
    "R-000-113",
    "test: what submit_plan takes",
    by("agent/planner", "tells what is wrong with the plan, and takes the next one"),
  ],
  [
    "R-000-114",
    "one module is the state machine",
    by("boundaries", "keeps its walls: inner rooms know nothing of outer ones"),
  ],
  ["R-000-115", "phase inactive", INACTIVE],
  ["R-000-116", "phase gathering", PHASES],
  ["R-000-117", "phase submitted", PHASES],
  ["R-000-118", "phase executing", PHASES],
  ["R-000-119", "phase, plan, task, gathering_start in one object", DIFFERS],
  ["R-000-120", "enter(task?)", PHASES],
  ["R-000-121", "submit_plan(plan)", PHASES],
  ["R-000-122", "approve()", PHASES],
  ["R-000-123", "reject()", SENT_BACK],
  ["R-000-124", "cancel()", CANCELLED],
  ["R-000-125", "is_active()", PLANNING],
  ["R-000-126", "a filter over names of tools", FILTERED],
  ["R-000-127", "tools are filtered before each answer of the model", FILTERED],
  ["R-000-128", "gathering: reading tools; executing and inactive: all tools", SIGNED_SCOPE],
  ["R-000-129", "tools are filtered before the model sees them", COURTESY],
  ["R-000-130", "bash is judged before it runs", NOT_BY_BASH],
  ["R-000-131", "the blocklist extends another", NO_DENY_LIST],
  ["R-000-132", "file mutations", CHANGES("rights")],
  ["R-000-133", "redirections are found by a parser", CHANGES("redirections")],
  ["R-000-134", "package managers", CHANGES("package managers")],
  ["R-000-135", "git", CHANGES("git")],
  ["R-000-136", "editors, sed -i, tee", CHANGES("editors")],
  ["R-000-137", 'title "Plan: {summary}"', DIFFERS],
  ["R-000-138", "each step with a green, yellow or red circle", CARD],
  ["R-000-139", 'footer "React to approve or reject"', DIFFERS],
  ["R-000-140", "Approve, Reject, Edit", CARD_BUTTONS],
  ["R-000-141", "<approved_plan>", ASKED_TO_DONE],
  ["R-000-142", "numbered steps with their tools", APPROVED_PLAN],
  ["R-000-143", "it may adapt, and says so", SAYS("to report deviations")],
  ["R-000-144", "an SQLite table planning_state, by agent", differs(OTHERS)],
  ["R-000-145", "phase, inactive at first", INACTIVE],
  ["R-000-146", "task_description", PLANNING],
  [
    "R-000-147",
    "the plan itself",
    by("lifecycle/review", "holds the very text that was signed, what was chosen, and who signed"),
  ],
  ["R-000-148", "gathering_start", PLANNING],
  ["R-000-149", "submitted_at", PLANNING],
  ["R-000-150", "approved_at", PLANNING],
  ["R-000-151", "approved_by", ASKED_TO_DONE],
  ["R-000-152", "on restart gathering and submitted resume at that point", differs(AGENT_RESTART)],
  ["R-000-153", "a group of commands: start, status, cancel", SLASH],
  ["R-000-154", '"Already in planning mode."', ALREADY],
  ["R-000-155", "the reason is the task", REASON],
  ["R-000-156", '"Entered planning mode. Reason: …"', SAME_BATCH],
  ["R-000-157", "when to plan", NORMAL_LINE],
  ["R-000-158", "planning is per agent", ALL_THREADS],
  ["R-000-159", "planning happens where it was asked for", WHERE_ASKED],
  ["R-000-160", "what is said meanwhile joins the planning", MEANWHILE],
  ["R-000-161", "confirmations work while planning", ASKED_ABOUT],
  ["R-000-162", "restart while gathering: resume with read-only tools", differs(GATHERS_ON)],
  ["R-000-163", "restart while submitted: the approval embed is sent again", differs(SENT_AGAIN)],
  ["R-000-164", "several agents at once", TWO_AGENTS],
  ["R-000-165", "an hour without a tool call: cancelled, and the user notified", differs(NOTHING_HAPPENS)],
  ["R-000-166", "blocked tools are not shown", FILTERED],
  ["R-000-167", "an imagined call is refused", NOT_OFFERED],
  ["R-000-168", "restart while executing", RUN_RESTART],
  ["R-000-169", "threads go on while it plans, in its mode", ALL_THREADS],
  [
    "R-000-170",
    "the plan is in the context of its execution",
    by("agent/plan-mode", "with a fresh context knows the plan, and nothing that was said before"),
  ],
  ["R-000-171", "planning tools in the loop", TOOLS_BACK],
  ["R-000-172", "self-edit tools can be blocked", SELF_EDIT],

  // Plan mode of a terminal agent
  ["R-001-1", "read-only mode", NEVER_CHANGES],
  [
    "R-001-2",
    'the prompt says "You are in read-only planning mode. Do not use write tools until …"',
    differs(SAYS("that it is read-only (R-001-46)")),
  ],
  ["R-001-3", "writing is blocked in code", NEVER_CHANGES],
  ["R-001-4", "a tool presents the plan", IN_SESSION],
  ["R-001-5", "approve writes PLAN.md", DIFFERS],
  [
    "R-001-6",
    "/plan switches on and tells the model",
    TERMINAL("restart", "goes on gathering where it was, with mode, task and prompt"),
  ],
  ["R-001-7", "all writes and bash are blocked", KNOWN_OR_DENIED],
  [
    "R-001-8",
    "a plan is free markdown",
    by("plan/parse-plan", "is read as markdown when it is no JSON, and kept beside the plan"),
  ],
  ["R-001-9", "1 approves, 2 denies", differs(SIGNS)],
  ["R-001-10", "PLAN.md in the working directory", DIFFERS],
  ["R-001-11", "approval leaves plan mode", BEGIN],
  ["R-001-12", "after approval the agent may use write tools", differs(FILTERED)],
  ["R-001-13", "a denial asks for feedback", NEEDS_WORDS],
  ["R-001-14", 'present_plan returns "denied: <feedback>"', differs(REVISIONS)],
  ["R-001-15", "after a denial planning goes on", SENT_BACK],
  ["R-001-16", "/plan toggles read-only planning mode", TYPED],
  ["R-001-17", "read-only tools", TUNACODE],
  ["R-001-18", "write tools", TUNACODE],
  ["R-001-19", "execute tools", TUNACODE],
  ["R-001-20", "a chain of rules, by priority", PRIORITIES],
  ["R-001-21", "read-only 200", READERS_WAIVED],
  ["R-001-22", "template 210", WAIVED],
  ["R-001-23", "yolo 300", WAIVED],
  ["R-001-24", "ignore list 310", WAIVED],
  ["R-001-25", "plan mode 100", PRIORITIES],
  ["R-001-26", "the session knows that it plans", INACTIVE],
  ["R-001-27", "the mode is part of what is judged by", LEFT_TO_OTHERS],
  ["R-001-28", "a rule can deny", RULES],
  ["R-001-29", "a denial is a branch of its own", YES_IS_NO_RUN],
  ["R-001-30", "a confirmation is answered by keys", TERMINAL("dialogs/dialogs", "is answered by %s")],
  [
    "R-001-32",
    "tools are registered explicitly",
    by("policy/tools", "and one that a host registers again is replaced"),
  ],
  ["R-001-33", "prompts are loaded from files", PROMPTS_ARE_TEXT],
  ["R-001-34", "prompts are composed from templates", PROMPTS_ARE_TEXT],
  ["R-001-35", "allow", TRI_STATE],
  ["R-001-36", "confirm", TRI_STATE],
  ["R-001-37", "deny", TRI_STATE],
  ["R-001-38", "blocked are the write tools and the execute tools, so bash", differs(TUNACODE_BLOCKED)],
  ["R-001-39", "deny in plan mode, else let others decide", LEFT_TO_OTHERS],
  ["R-001-40", "present_plan returns the answer", decided("submit-ends-the-turn")],
  ["R-001-41", "approval as a confirmation", OWN_REVIEW],
  ["R-001-42", "approval as a modal screen", OWN_REVIEW],
  ["R-001-43", "prompt by a placeholder", PROMPTS_ARE_TEXT],
  ["R-001-44", "prompt appended", PROMPTS_ARE_TEXT],
  ["R-001-45", "prompt as a section of its own", PROMPTS_ARE_TEXT],
  ["R-001-46", '"You are in READ-ONLY PLANNING MODE."', differs(SAYS("that it is read-only (R-001-46)"))],
  ["R-001-47", "the prompt names what is disabled", SAYS("what is not allowed (R-003-24, R-001-47)")],
  ["R-001-48", "the prompt names what is available", SAYS("what is available (R-001-48)")],
  ["R-001-49", "the prompt says how planning ends", SAYS("when planning ends (R-003-30)")],
  ["R-001-50", "plan mode is session state", INACTIVE],
  ["R-001-51", "the mode in what is judged by", LEFT_TO_OTHERS],
  ["R-001-52", "three results", TRI_STATE],
  ["R-001-53", "rules answer with them", RULES],
  ["R-001-54", "a rule of plan mode", RULES],
  ["R-001-55", "the policy answers with them", TRI_STATE],
  ["R-001-56", "a denial is handled", YES_IS_NO_RUN],
  ["R-001-57", "a denial stops the call", YES_IS_NO_RUN],
  ["R-001-58", "/plan toggles plan_mode", TYPED],
  ["R-001-59", "present_plan", SEVERAL_NAMES],
  ["R-001-60", "its prompt in a file", SEVERAL_NAMES],
  ["R-001-61", "its name", SEVERAL_NAMES],
  ["R-001-62", "only in plan mode", TOOLS_BACK],
  ["R-001-63", "a provider of the prompt", PROMPTS_ARE_TEXT],
  ["R-001-64", "a placeholder for it", PROMPTS_ARE_TEXT],
  ["R-001-65", "what the prompt says", ENFORCED_PROMPT],
  ["R-001-66", "one way to approve", OWN_REVIEW],
  ["R-001-67", "the plan is shown, and the answer taken", WHOLE_STORY],
  ["R-001-68", "on approval PLAN.md", DIFFERS],
  ["R-001-69", "on approval plan mode ends, the agent is told", AGENT_EVENTS],
  ["R-001-70", "on denial feedback is captured", by("lifecycle/review", "keeps the words and the comments on steps")],
  ["R-001-71", "approval as for edits", OWN_REVIEW],
  ["R-001-72", "bash is completely blocked in plan mode", differs(SHELL_OFF)],
  ["R-001-73", "approval ends plan mode by itself", BEGIN],

  // Plan files with front matter
  ["R-002-1", "persistent, auditable", AUDIT],
  [
    "R-002-2",
    "works in a terminal, a chat, a dashboard, anywhere",
    by("library", "is run by one call, which tells what happens"),
  ],
  [
    "R-002-3",
    "a package of its own",
    by("package", "holds the program, its build, the schemas and what a reader needs"),
  ],
  ["R-002-4", "fewer front matter keys", DIFFERS],
  ["R-002-5", "tools first, then the terminal, then the executor", DIFFERS],
  ["R-002-6", "the executor phase takes four to five weeks", DIFFERS],
  ["R-002-7", "pi-subagents is a required peer dependency", NO_SUBAGENTS],
  ["R-002-8", "prompt and log first, enforcement later", SOFT],
  ["R-002-9", "context: tool_outputs and notes", by("plan/parse-plan", "has context by free names, or by ours")],
  ["R-002-10", "50 KB of context inline", by("desk/artifacts", "stays inline up to 50 KB")],
  ["R-002-11", "checkpoints, stalled detection", CHECKPOINTS],
  ["R-002-12", "the plan file is the source of truth", JOURNAL_IS_TRUTH],
  ["R-002-13", "concurrent execution is allowed; optimistic locking by version", differs(CONFLICT)],
  ["R-002-14", "guardedTools: exact names, off by default", DEFAULTS("guardedTools: []")],
  ["R-002-15", "peerDependencies: pi-subagents >= 0.8.0", NO_SUBAGENTS],
  ["R-002-16", "without pi-subagents spawning fails with a clear error", NO_SUBAGENTS],
  ["R-002-17", "the rest works without", by("installed", "is there, and works by itself")],
  ["R-002-18", '"you ONLY have [tools list]"', SAYS("the only tools there are (R-002-18)")],
  ["R-002-19", "out-of-scope attempts are logged", OUTSIDE],
  ["R-002-20", '"Tool not available in plan scope"', STEP_TOOLS],
  ["R-002-21", "bash only if listed", SHELL_LISTED],
  ["R-002-22", "Tool Outputs, Notes, Artifacts", by("plan/read-markdown", "says %s", "tool_outputs: { session_uses")],
  ["R-002-23", "larger data goes to artifacts/<id>/", SPILLS],
  ["R-002-24", "artifacts as name → path", DIFFERS],
  [
    "R-002-25",
    "surfaces, package, session",
    by("boundaries", "keeps its walls: inner rooms know nothing of outer ones"),
  ],
  ["R-002-26", "persistence, plan tools, modes, executor, events", WHOLE_STORY],
  ["R-002-27", "a lost event does no harm", MISSED],
  ["R-002-28", "plans live in .pi/plans", FILE_NAME],
  ["R-002-29", "PLAN-<8 hex>.md", FILE_NAME],
  ["R-002-30", "sessions/PLAN-<id>.jsonl", STEP_LINES],
  ["R-002-31", "artifacts/PLAN-<id>/", SPILLS],
  ["R-002-32", "archive/ for ended plans", ARCHIVE],
  [
    "R-002-33",
    "plans belong to a project",
    by("desk/project", "has plans of its own: one project shows nothing of another"),
  ],
  ["R-002-34", "id", FRONT_MATTER],
  ["R-002-35", "title", FRONT_MATTER],
  ["R-002-36", "status", STATUSES],
  ["R-002-37", "version grows with every write", EVERY_WRITE],
  ["R-002-38", "created_at", FRONT_MATTER],
  ["R-002-39", "updated_at", EVERY_WRITE],
  ["R-002-40", "planner_model", FRONT_MATTER],
  ["R-002-41", "tools_required", FRONT_MATTER],
  ["R-002-42", "executor_model", FRONT_MATTER],
  [
    "R-002-43",
    "execution_session: the path of the executor's log",
    by("desk/file-status", "names the journal of its run by a path in the project"),
  ],
  ["R-002-44", "execution_started_at", FRONT_MATTER],
  ["R-002-45", "execution_ended_at", FRONT_MATTER],
  ["R-002-46", "result_summary", FRONT_MATTER],
  ["R-002-47", "needs_review is a status", THIRD],
  ["R-002-48", "steps: description (tool: operation)", by("plan/read-markdown", "reads what pi-planner writes")],
  ["R-002-49", "## Context", by("plan/read-markdown", "counts text around the known parts of the context as notes")],
  ["R-002-50", "## Risks", FIVE_SECTIONS],
  ["R-002-51", "writes are atomic", KILLS],
  ["R-002-52", "name of the temporary file", DIFFERS],
  ["R-002-53", "an update is a function of the plan", DIFFERS],
  ["R-002-54", "version and updated_at with every update", EVERY_WRITE],
  ["R-002-55", '"Plan was modified concurrently (expected vX, found vY)"', differs(CONFLICT)],
  ["R-002-56", "when to plan", WITH_SKILL],
  ["R-002-57", "dry run: what would have been blocked", SOFT],
  ["R-002-58", "propose(title, steps, context?)", TOOL_DRAFT],
  ["R-002-59", "step: description, tool, operation, target?", TOOL_DRAFT],
  ["R-002-60", "context as text", TOOL_DRAFT],
  ["R-002-61", "no risk_level, no reversible", DIFFERS],
  ["R-002-64", "approve", DIFFERS],
  ["R-002-65", "reject with feedback", HISTORY],
  ["R-002-66", "agents may call all of them", DIFFERS],
  ["R-002-67", "approval triggers the executor; before that phase it only sets the status", differs(TABLE("approve"))],
  ["R-002-68", "rejections are in the body", HISTORY],
  ["R-002-69", "all tools_required exist", UNKNOWN_TOOLS],
  ["R-002-70", "only what is approved starts", LAW("running follows approval alone")],
  ["R-002-71", "the version matches", CONFLICT],
  ["R-002-72", "a clear error", by("lifecycle/refusal", "says %s, in words and with its facts")],
  ["R-002-73", "only tools_required", READING_LISTED],
  ["R-002-74", "the planner knows the executor's tools", SAYS("the tools of executors (R-002-74)")],
  ["R-002-75", "each step result is a line of JSON", STEP_LINES],
  ["R-002-76", "after a crash the plan stays executing", HALF_DONE],
  [
    "R-002-77",
    '"Plan X is stuck in executing … Resume / Mark failed / Cancel?"',
    differs(by("lifecycle/offers", "offers a person what can be done", 'stalled: "decide resume')),
  ],
  ["R-002-78", "no sign of life for 30 minutes: stalled", STALLED],
  [
    "R-002-79",
    "a failure ends the run, nothing is undone",
    by("agent/plan-mode", "leaves out what the approver left out, and does not run what comes after a failure"),
  ],
  [
    "R-002-80",
    '"If a step fails, STOP immediately. Do NOT attempt to undo …"',
    differs(SAYS("to stop when a step fails, and not to undo (R-002-80)")),
  ],
  [
    "R-002-81",
    "no roll back by itself; roll back is for later",
    by("surfaces/cli/rollback", "rolls back the rest after a step that changed the same file"),
  ],
  ["R-002-82", "/plan toggles the mode of the session; the executor is a subagent", RUN_HERE],
  ["R-002-83", "in a chat a short-lived planner subagent proposes, and exits", DIFFERS],
  ["R-002-84", "proposed, approved, executing, completed", TABLE("complete")],
  ["R-002-85", "executing, failed", TABLE("fail")],
  ["R-002-86", "executing, stalled", STALLED],
  ["R-002-87", "proposed, rejected", DIFFERS],
  ["R-002-88", "rejected, proposed again, three times", DIFFERS],
  ["R-002-89", "then needs_review", THIRD],
  ["R-002-90", "proposed, cancelled", TABLE("cancel")],
  ["R-002-91", "stale after 7 or 30 days", STALE_IN_CHAT],
  ["R-002-92", "staleness is not silent", STALE],
  ["R-002-93", "three versions; the planner gets all feedback", REVISIONS],
  ["R-002-94", "guardedTools []", DEFAULTS("guardedTools: []")],
  ["R-002-95", "stale_after_days 30", DEFAULTS("stale_after_days: 30")],
  ["R-002-96", "executor_timeout_minutes 30", STALLED],
  [
    "R-002-97",
    "guardedTools are exact names",
    by("desk/config", "it adds guarded tools and does not have to repeat the user's"),
  ],
  ["R-002-98", "guarded tools are logged", GUARDED_CALLED],
  ["R-002-99", "or blocked, with the way to a plan", GUARDED],
  ["R-002-100", "over-planning: nothing is guarded by default", DEFAULTS("guardedTools: []")],
  ["R-002-101", "under-planning: guards block", GUARDED],
  ["R-002-102", "crash in the middle of a plan", HALF_DONE],
  ["R-002-103", "stale plans are cancelled and announced", STALE],
  ["R-002-104", "tools that do not exist", UNKNOWN_TOOLS],
  ["R-002-105", "memory cache, written through", DIFFERS],
  ["R-002-106", "five tools", SEVERAL_NAMES],
  ["R-002-107", "events are emitted", RUN_EVENTS],
  ["R-002-108", "create, list, approve, reject", LIFE],
  ["R-002-109", "approval by a list of answers", OWN_REVIEW],
  ["R-002-112", "step logs, stalled, crash recovery", CHECKPOINTS],
  [
    "R-002-113",
    "plan modified during execution",
    by("desk/file-edits", "while it runs pauses it, and what was signed stays what runs"),
  ],
  ["R-002-114", "a week of buffer", DIFFERS],
  ["R-002-115", "events documented, guarded tools block, examples for gateways", by("docs", "names every event")],
  ["R-002-116", "/plan-stats with tool gap detection, retention, archive cleanup", differs(RETENTION)],
  ["R-002-117", "tests of files, parsing, validation, locking", ANY_PLAN],
  ["R-002-118", "tests of mode switching", FILTERED],
  ["R-002-119", "tests of guarded tools, logging and blocking", GUARDED],
  ["R-002-120", "tests of events", RUN_EVENTS],
  ["R-002-121", "test of the terminal", WHOLE_STORY],
  ["R-002-123", "test of a full lifecycle", FRONT_MATTER],
  ["R-002-124", "test of parallel writers", EIGHT],
  ["R-002-125", "sample plans", by("plan/write-markdown", "gives back the example %s byte for byte")],
  ["R-002-126", "real files; a subscriber that throws", THROWS],
  ["R-002-127", "the name is open", DIFFERS],
  ["R-002-128", "who may approve", WHO_APPROVES],
  ["R-002-129", "simulate", PLAN_COMMAND("simulate runs nothing; diff tells what changed")],
  ["R-002-130", "which model executes is in SKILL.md", by("docs", "says in the skill which model to suggest")],
  ["R-002-131", "tools are switched, bash has a list", COURTESY],

  // Prompt-first plan mode
  ["R-003-1", "by prompt only", PROMPTS_ARE_TEXT],
  ["R-003-2", "planning reads, analyses, plans", SAYS("the role (R-003-23)")],
  ["R-003-3", "by system prompt constraints", PROMPTS_ARE_TEXT],
  ["R-003-4", "hard blocking later", PROMPTS_ARE_TEXT],
  ["R-003-5", "compatible with hard blocking", SOFT],
  ["R-003-6", "mode-aware prompts", ENFORCED_PROMPT],
  ["R-003-7", "tool metadata in prompts", ENFORCED_PROMPT],
  ["R-003-8", "intent by language", INTENTS],
  ["R-003-9", "violations can be observed", ATTEMPTS],
  ["R-003-10", "no enforcement", PROMPTS_ARE_TEXT],
  ["R-003-11", "no policy engine", PROMPTS_ARE_TEXT],
  ["R-003-12", "no approval workflow", PROMPTS_ARE_TEXT],
  ["R-003-13", "inspect, decompose, propose", SAYS("steps (R-003-27)")],
  ["R-003-14", "the prompt prohibits writing and executing", SAYS("what is not allowed (R-003-24, R-001-47)")],
  ["R-003-15", "asked to implement: ask for authorization", SAYS("what to do when asked to implement (R-003-15)")],
  ["R-003-16", "explicit intent switches the mode", PROMPTS_ARE_TEXT],
  ["R-003-17", "executing: tools may be used", EXECUTING_PROMPT],
  ["R-003-18", "executing: follow the plan", SAYS("plan steps before broad exploration (R-003-32)")],
  ["R-003-19", "two modes", DIFFERS],
  ["R-003-20", "complex tasks start in planning", DIFFERS],
  ["R-003-21", "simple ones in executing", DIFFERS],
  ["R-003-22", "two prompts", EXECUTING_PROMPT],
  ["R-003-23", '"analyze and plan first"', SAYS("the role (R-003-23)")],
  ["R-003-24", "disallowed actions", SAYS("what is not allowed (R-003-24, R-001-47)")],
  ["R-003-25", "plan format: goals", FIVE_SECTIONS],
  ["R-003-26", "assumptions", FIVE_SECTIONS],
  ["R-003-27", "steps", FIVE_SECTIONS],
  ["R-003-28", "risks", FIVE_SECTIONS],
  ["R-003-29", "validation", FIVE_SECTIONS],
  ["R-003-30", "when to switch", SAYS("when planning ends (R-003-30)")],
  [
    "R-003-31",
    '"You are in PLANNING mode … acknowledge the mode switch …"',
    differs(SAYS("that it is read-only (R-001-46)")),
  ],
  ["R-003-32", "plan steps before broad exploration", SAYS("plan steps before broad exploration (R-003-32)")],
  ["R-003-33", "targeted edits", SAYS("targeted edits (R-003-33)")],
  ["R-003-34", "what changed, how it was verified", SAYS("what changed and how it was verified (R-003-34)")],
  ["R-003-35", "tool metadata", METADATA],
  ["R-003-36", "categories", METADATA],
  ["R-003-37", "risks", METADATA],
  ["R-003-38", "mode policies", CATEGORIES],
  ["R-003-39", "a policy only renders text", PROMPTS_ARE_TEXT],
  ["R-003-40", "no command switches the mode", PROMPTS_ARE_TEXT],
  ["R-003-41", "rules first", INTENTS],
  ["R-003-42", "a model second", MODEL_SECOND],
  ["R-003-43", "three labels", INTENTS],
  ["R-003-44", "the words that are consent", CONSENTS("implement it")],
  ["R-003-45", "EXECUTE_NOW sets executing and emits an acknowledgment", differs(MEANT)],
  ["R-003-46", "otherwise planning goes on", NO_CONSENT],
  ["R-003-47", "event when a mode is entered", AGENT_EVENTS],
  ["R-003-50", "disallowed_tool_attempt_in_planning", ATTEMPTS],
  ["R-003-51", "adherence can be counted", ATTEMPTS],
  ["R-003-52", "models may call disallowed tools", PROMPTS_ARE_TEXT],
  ["R-003-53", "safety must not depend on instructions", PROMPTS_ARE_TEXT],
  ["R-003-54", "models differ", NEVER_CHANGES],
  ["R-003-55", "a short prompt", SHORT_PROMPT],
  ["R-003-56", "a check before each call", SAYS("a check before each call (R-003-56)")],
  ["R-003-57", "violations are tracked", ATTEMPTS],
  ["R-003-58", "calls are intercepted", BLOCKED_BY_MODE],
  ["R-003-59", "disallowed categories are denied", BLOCKED_BY_MODE],
  ["R-003-60", "TOOL_BLOCKED_BY_MODE", BLOCKED_BY_MODE],
  ["R-003-61", "soft to hard by one setting", SOFT],
  ["R-003-62", "mode state in the session", WAY],
  ["R-003-63", "prompts for both modes", EXECUTING_PROMPT],
  ["R-003-64", "metadata and policy in the prompt", ENFORCED_PROMPT],
  ["R-003-65", "intent detection", INTENTS],
  ["R-003-66", "the acknowledgement", MEANT],
  ["R-003-67", "events for soft violations", ATTEMPTS],
  ["R-003-68", "limits are documented", PROMPTS_ARE_TEXT],
  ["R-003-69", "planning analyses and plans", NEVER_CHANGES],
  [
    "R-003-70",
    "explicit authorization language switches to executing",
    differs(TERMINAL("typed-approval", "approve at once with intent_approval on")),
  ],
  ["R-003-71", "the prompt has guidance on tools", ENFORCED_PROMPT],
  ["R-003-72", "soft violations are logged", ATTEMPTS],
  ["R-003-73", "a prompt is no boundary", PROMPTS_ARE_TEXT],

  // Planner with a graph of steps
  ["R-004-3", "pause: no new steps", by("lifecycle/run", "starts nothing while it is paused or stalled")],
  ["R-004-4", "resume", TABLE("resume")],
  ["R-004-5", "/plan cancel aborts and cleans up state", differs(KEPT)],
  [
    "R-004-6",
    "/plan auto: execution starts by itself after plan generation",
    differs(PLAN_COMMAND("runs an approved plan at once, also with auto off, and approving for later is one key away")),
  ],
  ["R-004-7", "decide <id> <choice> unblocks", HOLDS_BACK],
  ["R-004-8", "retry <step>", RETRY],
  ["R-004-9", "/plan <goal>", WHOLE_STORY],
  ["R-004-10", "steps, dependencies and questions are reviewed", REVIEW],
  ["R-004-11", "decisions are asked", DECISION_DIALOG],
  ["R-004-13", "progress can be followed", PANEL],
  ["R-004-14", "completed when all steps succeed", UNFINISHED],
  [
    "R-004-15",
    "a planner decomposes the goal",
    by("agent/planner", "reads S4's shape: step_id, decisions as a map, claims ignored"),
  ],
  ["R-004-16", "circular, missing, self dependencies", by("plan/validate", "finds %s", "a missing dependency")],
  ["R-004-17", "pause, resume, cancel", TABLE("pause")],
  ["R-004-22", "guidance in one place", by("policy/modes", "guides planner and subagent in every mode")],
  ["R-004-23", "plan_id", by("plan/parse-plan", "has its own id only if it is one")],
  ["R-004-24", "goal", GRAPH_DRAFT],
  ["R-004-25", "plan status", DIFFERS],
  ["R-004-26", "steps", GRAPH_DRAFT],
  ["R-004-27", "decisions as a map", GRAPH_DRAFT],
  ["R-004-28", "created_at, updated_at", EVERY_WRITE],
  ["R-004-29", "step_id", GRAPH_DRAFT],
  ["R-004-30", "title", GRAPH_DRAFT],
  ["R-004-31", "step status", DIFFERS],
  ["R-004-32", "step mode", by("plan/earlier-designs", "may have steps of the mode %s")],
  ["R-004-33", "step owner", STEP_LIMITS],
  ["R-004-34", "step notes", FRONT_MATTER],
  ["R-004-35", "depends_on", GRAPH_DRAFT],
  ["R-004-36", "decision_id of a step", GRAPH_DRAFT],
  ["R-004-37", "decision_id", GRAPH_DRAFT],
  ["R-004-38", "header", GRAPH_DRAFT],
  ["R-004-39", "question", GRAPH_DRAFT],
  ["R-004-40", "options: label, description", GRAPH_DRAFT],
  ["R-004-41", "multi_select", GRAPH_DRAFT],
  ["R-004-42", "selections", CHOICES],
  ["R-004-43", "resolved", CHOICES],
  ["R-004-44", "missing references", by("plan/validate", "finds %s", "a missing dependency")],
  ["R-004-45", "self-dependencies", by("plan/validate", "finds %s", "a step that waits for itself")],
  ["R-004-46", "cycles", by("plan/graph", "names only cycles that are there")],
  ["R-004-47", "invalid dependencies are removed", DIFFERS],
  ["R-004-48", "code: Implementation Specialist", MODE("Implementation Specialist")],
  ["R-004-49", "test: Validation Specialist", MODE("Validation Specialist")],
  ["R-004-50", "research: Research Strategist", DECOMPOSE_PROMPT],
  ["R-004-51", "design: Design Architect", MODE("Design Architect")],
  ["R-004-52", "docs: Documentation Specialist", MODE("Documentation Specialist")],
  ["R-004-53", "run: Execution Specialist", MODE("Execution Specialist")],
  ["R-004-54", "each mode guides the planner", DECOMPOSE_PROMPT],
  ["R-004-55", "each mode guides the subagent", by("policy/modes", "guides planner and subagent in every mode")],
  ["R-004-56", "each mode has an icon", by("policy/modes", "has icons of one column, and no two alike")],
  ["R-004-59", "allowed and denied tools of a step", STEP_FILTERED],
  ["R-004-62", "step_id, title, mode of a step's runner", STEP_LIMITS],
  ["R-004-63", "allowed and denied tools", STEP_LIMITS],
  ["R-004-64", "max_tokens", STEP_LIMITS],
  ["R-004-65", "max_turns", STEP_LIMITS],
  ["R-004-66", "system_prompt_suffix", STEP_LIMITS],
  [
    "R-004-71",
    "a decision before destructive operations",
    SAYS("to ask before what is destructive, strategic or risky"),
  ],
  ["R-004-72", "a decision for strategies", SAYS("to ask before what is destructive, strategic or risky")],
  ["R-004-73", "a decision before risky commands", SAYS("to ask before what is destructive, strategic or risky")],
  ["R-004-74", "decision event with question and options", ASKED],
  [
    "R-004-75",
    "a decision is an interactive prompt",
    TERMINAL("restart", "asks an open decision again, and goes on with the answer"),
  ],
  ["R-004-76", "answered by command or dialog", DECIDE],
  ["R-004-77", "a choice is stored; steps go on", HOLDS_BACK],
  ["R-004-78", "one choice", CHOICES],
  ["R-004-79", "several, with commas", CHOICES],
  ["R-004-80", "a sidebar with the plan's title and status", differs(PANEL)],
  ["R-004-81", "steps that fold", TERMINAL("panel", "folds to one line")],
  [
    "R-004-82",
    "progress bar",
    TERMINAL("panel", "fills the bar only when all is done, and leaves it empty only when nothing is"),
  ],
  ["R-004-83", "decisions with something to press", DECISION_DIALOG],
  ["R-004-84", "the goal in the status line", STATUS_LINE],
  [
    "R-004-85",
    "the step that runs, in the status line",
    TERMINAL("status-line-of", "says which step of how many runs"),
  ],
  ["R-004-86", "decisions that wait, in the status line", STATUS_LINE],
  [
    "R-004-88",
    "context and rate limits",
    TERMINAL("status-line", "says that a rate limit makes it wait, before anything that may be cut off"),
  ],
  ["R-004-89", "the start, with an overview of the steps", TRANSCRIPT],
  ["R-004-90", "how each step went", TRANSCRIPT],
  [
    "R-004-91",
    "decisions in the transcript",
    TERMINAL("transcript", "asks decisions in it, and says what was decided, by whom"),
  ],
  ["R-004-92", "the end is summed up", WHOLE_STORY],
  ["R-004-93", "JSON in the home directory", DIFFERS],
  ["R-004-94", "named by the workspace's path", page("projects-are-known-by-path", "Heads are kept by the real path")],
  ["R-004-95", "instance and process id", DIFFERS],
  ["R-004-96", "active plans are resumed at start", DIFFERS],
  [
    "R-004-97",
    "corrupt JSON is ignored gracefully",
    differs(by("desk/file-edits", "for %s is never overwritten, and heals when it is fixed")),
  ],
  ["R-004-98", "enabled true", DEFAULTS("enabled: true")],
  ["R-004-99", "auto_run false", DEFAULTS("auto_run: false")],
  ["R-004-100", "max_parallel_steps 1", DEFAULTS("max_parallel_steps: 1")],
  ["R-004-101", "decision_timeout_seconds 0", DEFAULTS("decision_timeout_seconds: 0")],
  ["R-004-102", "max_context_tokens 100000", DEFAULTS("max_context_tokens: 100_000")],
  ["R-004-103", "enable_persistence = true", differs(by("desk/config", "persistence cannot be switched off"))],
  [
    "R-004-104",
    "started: plan, goal, steps",
    by("desk/events", "of a proposal say which plan, its goal and its steps"),
  ],
  ["R-004-105", "step: old status, new status, notes", RUN_EVENTS],
  ["R-004-106", "decision: question, options", ASKED],
  ["R-004-107", "completed: final status, summary", RUN_EVENTS],
  ["R-004-109", "a model makes the plan", DECOMPOSES],
  [
    "R-004-110",
    "dependencies are validated before anything runs",
    by("plan/parse-plan", "tells everything at once, of the shape and of the sense"),
  ],
  ["R-004-111", "the start is told", RUN_EVENTS],
  ["R-004-116", "the end is told when all is complete", RUN_EVENTS],
  ["R-004-117", "goals are decomposed", DECOMPOSES],
  ["R-004-121", "decisions time out", DECISION_WAITS],
  [
    "R-004-122",
    "a plan can be exported",
    by("desk/audit", "holds everything: the text, the standing, every record with its seal"),
  ],
  ["R-004-130", "a failure is a banner", PLAN_COMMAND("retry tries a failed step again")],
  [
    "R-004-131",
    "a failure stays until retry or cancel",
    by("lifecycle/run", "is what to retry; a step it blocks cannot be"),
  ],
  [
    "R-004-132",
    "a completed step forgets its failure",
    by("lifecycle/run", "counts how often a step was started and keeps its last notes"),
  ],
  ["R-004-134", "retry of failed steps", RETRY],
  ["R-004-135", "failures are tracked one by one", RETRY],
  ["R-004-136", "waiting for a decision", HOLDS_BACK],
  [
    "R-004-137",
    "only independent steps at the same time",
    by("plan/graph", "groups into waves what can be done at the same time"),
  ],
  [
    "R-004-139",
    "plans of others are not adopted",
    by("desk/clone", "of another machine is shown as unverified, signs nothing"),
  ],

  // Where they contradict each other
  ["C5", "a tool nobody knows is denied", KNOWN_OR_DENIED],
  ["C6", "git by operation; git tools not at all", GIT_BY_COMMAND],
  ["C10", "feedback is wanted with a request for changes", NEEDS_WORDS],
  ["C12", "PLAN.md", DIFFERS],
  ["C13", "one shape that holds all of them", FIVE_SECTIONS],
  ["C15", "risk is optional", DIFFERS],
  ["C17", "failed is not blocked", DIFFERS],
  ["C21", "tools by capability", DIFFERS],
  [
    "C26",
    "only a person approves, a revision and a digest",
    LAW("a plan is approved by signatures of persons, under the words that are there"),
  ],
  ["C28", "inactive by default", INACTIVE],
  ["C29", "an agent enters, and never leaves", NEVER_LEAVES],
  ["C31", "no person, no approval; a policy may sign", DIFFERS],
  ["C33", "invalid dependencies are refused, fixed if asked", FIX],
  [
    "C34",
    "an unusable draft is no plan",
    by("plan/parse-plan", "answers every JSON value with a plan of the right shape or with problems"),
  ],
  ["C35", "plans belong to a project, phases to an agent", OTHERS],
  ["C37", "check and write are one act", ONE_WINS],
  ["C40", "a block of text for the host to place", STABLE_PROMPT],
  ["C43", "a cancelled plan is kept", KEPT],
  ["C44", "completed once, and only when every step is", LAW("an ended plan stays ended")],
  ["C46", "guardedTools []", DEFAULTS("guardedTools: []")],
  ["C49", "size: 50 KB inline, the rest in artifacts", SPILLS],
  ["C50", "what is said meanwhile joins the planning", HEARS],
  [
    "R-001-31",
    '"Tool … execution cancelled before running", and not to assume success',
    differs(TERMINAL("earlier-designs", "hears why a person refused its call, and not to assume that it succeeded")),
  ],
  ["R-002-62", "plan_list", TERMINAL("earlier-designs", "lists plans, and reads its own")],
  ["R-002-63", "plan_get", TERMINAL("earlier-designs", "lists plans, and reads its own")],
  [
    "R-003-48",
    "execution_intent_detected",
    TERMINAL("earlier-designs", "hear of a plan's life under the names of earlier designs"),
  ],
  [
    "R-003-49",
    "mode_switched_by_intent",
    TERMINAL("earlier-designs", "hear of a plan's life under the names of earlier designs"),
  ],
  ["R-004-1", "/plan asks for the goal", TERMINAL("earlier-designs", "asks for the goal if there is none")],
  ["R-004-2", "/plan status", TERMINAL("earlier-designs", "status tells phase, plan, steps and what waits")],
  [
    "R-002-122",
    "executor-spawn",
    by("agent/step-runner/pi-step-runner", "is done by an agent of its own, which says so at the end"),
  ],
  [
    "R-002-110",
    "manifest, whitelist, pre-flight",
    by("run/preflight", "tells all reasons at once, each with its place and what to do"),
  ],
  ["R-002-111", "the executor is spawned through pi-subagents", DIFFERS],
  [
    "R-004-12",
    "sequential, or parallel where dependencies allow",
    by("run/execute", "runs beside one another what does not disturb the other, no more than it may"),
  ],
  [
    "R-004-18",
    "an isolated environment per step",
    by("agent/step-runner/pi-step-runner", "knows nothing of another one that runs at the same time"),
  ],
  [
    "R-004-19",
    "mode-aware prompts",
    by(
      "agent/step-runner/pi-step-runner",
      "is the plan, what was decided, what earlier steps left, what the approver wrote, and its mode",
    ),
  ],
  ["R-004-20", "token budget", by("agent/step-runner/pi-step-runner", "that is over its budget does nothing any more")],
  [
    "R-004-21",
    "tools filtered per step",
    by("agent/step-runner/pi-step-runner", "names only the tools that were signed for the step"),
  ],
  [
    "R-004-57",
    "unique subagent_id",
    by("agent/step-runner/pi-step-runner", "tells what it does, as whom and for which step"),
  ],
  [
    "R-004-58",
    "events carry subagent_id and step",
    by("agent/step-runner/pi-step-runner", "tells what it does, as whom and for which step"),
  ],
  [
    "R-004-60",
    "budget before and after answers",
    by("agent/step-runner/pi-step-runner", "that is over its budget does nothing any more"),
  ],
  [
    "R-004-61",
    "approvals reach the person",
    by(
      "agent/step-runner/pi-step-runner",
      "is judged also if the agent was not told of the tool, and runs if somebody allows it",
    ),
  ],
  [
    "R-004-67",
    "result: success or failure",
    by("run/execute", "is not done because a runner says so: its check decides"),
  ],
  [
    "R-004-68",
    "result: output and error",
    by("agent/step-runner/pi-step-runner", "that stops for good has failed, and its last words are kept"),
  ],
  [
    "R-004-69",
    "result: statistics",
    by("agent/step-runner/providers", "has prices is paid: tokens and dollars are counted, cached ones, too"),
  ],
  [
    "R-004-112",
    "the executor works in the background",
    by("run/execute", "is carried out step by step, and is completed when all of them are"),
  ],
  [
    "R-004-113",
    "what can run in parallel is asked for",
    by("run/schedule", "is the first steps of the plan, no more than may run at once"),
  ],
  [
    "R-004-114",
    "steps that wait for a decision are left out",
    by("run/schedule", "asks for a decision instead of starting what waits for it"),
  ],
  [
    "R-004-115",
    "per step: start, carry out, update",
    by("run/execute", "is carried out step by step, and is completed when all of them are"),
  ],
  ["R-004-118", "parallel steps", by("run/schedule", "does not disturb what runs, and says why it waits")],
  [
    "R-004-119",
    "context budget",
    by("agent/step-runner/providers", "is warned about, made shorter, and the step is still known afterwards"),
  ],
  ["R-004-120", "backoff with jitter", by("run/backoff", "is anything from nothing to that, evenly")],
  [
    "R-004-124",
    "compaction at 95 %",
    by("agent/step-runner/providers", "is warned about, made shorter, and the step is still known afterwards"),
  ],
  ["R-004-125", "specialised subagents", by("policy/modes", "guides planner and subagent in every mode")],
  [
    "R-004-126",
    "queue with priority and dependencies",
    by("run/queue", "lets a plan wait for the plans it comes after, whatever its priority"),
  ],
  [
    "R-004-129",
    "analytics",
    by("desk/statistics", "count plans, answers, steps, cost, estimates and tools as the journals tell them"),
  ],
  ["R-004-87", "subagents at work, in the status line", TERMINAL("status-line-of", "counts the subagents at work")],
  ["R-004-108", "an event of a resource that runs out", by("desk/events", "of a budget that is used up warn of it")],
  ["R-004-123", "an event of a resource that runs out", by("desk/events", "of a budget that is used up warn of it")],
  [
    "R-004-127",
    "the queue is steered in the terminal",
    TERMINAL("queue-story", "puts a plan into the queue and tells"),
  ],
  ["R-004-128", "templates for workflows of several plans", DIFFERS],
  ["R-004-133", "a card sums up the end of a run", TERMINAL("cards", "of the end sums up steps, time, tokens, cost")],
  [
    "R-004-138",
    "what to do about a full context",
    by("agent/step-runner/providers", "is warned about, made shorter, and the step is still known afterwards"),
  ],
  ["R-004-70", "files that a step changed", by("run/step-file-tracker", "is what changed while it ran")],
];
