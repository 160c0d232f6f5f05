// What the dashboard's server can be asked. Plain data: the page finds addresses here, the server mounts its handlers by it,
// and the description at /api is made from it and from the shapes of `shapes.ts`.

import type { Access } from "../../../lifecycle/access.ts";

export { ACCESSES as ACCESS, type Access } from "../../../lifecycle/access.ts";

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** With `:name` for its parameters. */
  path: string;
  /** `none`: also without a session. */
  needs: Access | "none";
  /** What it does, for the description. */
  summary: string;
  /** What it answers with, if not JSON. */
  answers?: "stream" | "text" | "html";
}

const PLAN = "/api/projects/:project/plans/:plan";

const get = (path: string, summary: string, needs: Route["needs"] = "viewer", answers?: Route["answers"]) =>
  ({ method: "GET", path, needs, summary, ...(answers && { answers }) }) as const;
const post = (path: string, summary: string, needs: Route["needs"] = "approver") =>
  ({ method: "POST", path, needs, summary }) as const;
const remove = (path: string, summary: string, needs: Route["needs"] = "admin") =>
  ({ method: "DELETE", path, needs, summary }) as const;

export const ROUTES = {
  // Who is here.
  me: get("/api/me", "Who is signed in, what they may do, and the projects of this server.", "none"),
  signIn: post("/api/sign-in", "Signs in with a code for one use or with a token; the answer sets a cookie.", "none"),
  signOut: post("/api/sign-out", "Ends this session.", "viewer"),
  sessions: get("/api/sessions", "Sessions of browsers: one's own; of everybody for an admin."),
  revokeSession: remove(
    "/api/sessions/:session",
    "Ends a session at once; one of another person needs an admin.",
    "viewer",
  ),
  tokens: get("/api/tokens", "Tokens of named persons, without their secrets.", "admin"),
  createToken: post("/api/tokens", "Makes a token for a named person; only this answer has its secret.", "admin"),
  revokeToken: remove("/api/tokens/:token", "Revokes a token, and ends the sessions that were opened with it."),

  // What waits, over all projects.
  inbox: get("/api/inbox", "The open requests of all projects, oldest first."),
  answered: get("/api/inbox/answered", "The requests that were answered last, by whom and where."),
  answer: post(
    "/api/projects/:project/answers",
    "Answers a request. The first answer counts. All but a planner's question need an approver.",
    "author",
  ),

  // Plans.
  plans: get("/api/plans", "A page of plans: filtered, searched in their texts, sorted."),
  counts: get("/api/counts", "How many requests wait, how many plans there are, and how many run, by project."),
  propose: post("/api/projects/:project/plans", "Proposes a plan as markdown or JSON.", "author"),
  planPage: get(PLAN, "All that is shown of a plan."),
  planText: get(`${PLAN}/text`, "The markdown of a plan, of its newest text or of a version.", "viewer", "text"),
  checkText: post(
    `${PLAN}/check`,
    "The problems of a text, and how it differs from the current one. Writes nothing.",
    "viewer",
  ),
  revisions: get(`${PLAN}/revisions`, "Every text the plan had, oldest first."),
  compare: get(`${PLAN}/compare`, "How two texts of the plan differ: structure, and line by line."),
  timeline: get(`${PLAN}/timeline`, "What happened to the plan, newest first, with tool calls and verdicts."),
  stepDiff: get(`${PLAN}/diff`, "What a step, or the whole run, changed in files."),
  stepLog: get(`${PLAN}/log`, "The output of a step's tools and checks."),
  simulate: get(`${PLAN}/simulation`, "What a run would do: waves, tools, models, estimates. Executes nothing."),
  exportPlan: get(`${PLAN}/export`, "The plan with its whole life: ?as=json, jsonl or html.", "viewer", "html"),
  share: get(`${PLAN}/share`, "The content of a link that holds the plan in its fragment."),
  preview: get(`${PLAN}/preview/:act`, "What an act would do, before it is done."),

  // What persons do to a plan. An answer to a text names it, and is refused with 409 if there is a newer one.
  approve: post(`${PLAN}/approve`, "Countersigns a revision: the digest that was shown, with its choices."),
  requestChanges: post(`${PLAN}/request-changes`, "Sends a revision back with feedback and comments."),
  reject: post(`${PLAN}/reject`, "Rejects a revision."),
  withdraw: post(`${PLAN}/withdraw`, "Withdraws one's own proposal.", "author"),
  reopen: post(`${PLAN}/reopen`, "Grants one more revision."),
  edit: post(
    `${PLAN}/edit`,
    "Replaces the text of a plan, as an edit of its file would. That of a signed plan needs an approver.",
    "author",
  ),
  start: post(`${PLAN}/start`, "Runs an approved plan on this server."),
  pause: post(`${PLAN}/pause`, "Starts no new steps; with `now` also interrupts those that run."),
  resume: post(`${PLAN}/resume`, "Continues a paused or stalled plan."),
  cancel: post(`${PLAN}/cancel`, "Ends a plan."),
  retry: post(`${PLAN}/retry`, "Tries failed steps, or one step, once more."),
  skip: post(`${PLAN}/skip`, "Goes on without a step, for a reason."),
  fail: post(`${PLAN}/fail`, "Marks the plan, or an interrupted step, as failed."),
  decide: post(`${PLAN}/decide`, "Takes a decision, or changes one."),
  chooseModel: post(`${PLAN}/model`, "Chooses another model than the signed one."),
  rollBack: post(`${PLAN}/rollback`, "Restores the files that the run, or one step, changed."),
  queue: post(`${PLAN}/queue`, "Adds the plan to the queue, moves it there, or takes it out."),
  archive: post(`${PLAN}/archive`, "Moves an ended plan to the archive, or back."),
  clone: post(`${PLAN}/clone`, "Starts over as a new plan, which has to be signed."),

  // Planning on this server.
  plannings: get("/api/plannings", "Planning sessions of this server: those that go on, and those that ended lately."),
  plan: post(
    "/api/projects/:project/plannings",
    "Starts a planning session for a goal. Its questions are in the inbox.",
    "author",
  ),
  stopPlanning: remove(
    "/api/plannings/:planning",
    "Ends a planning session; a proposed plan stays. One that another person asked for needs an approver.",
    "author",
  ),
  models: get("/api/projects/:project/models", "The models that can plan and carry out steps here."),

  // Looking around.
  statistics: get("/api/statistics", "Numbers about plans, approvals, steps and costs, of one project or all."),
  audit: get("/api/audit", "Who did what, when; with verify=1 every seal is checked."),
  judge: post(
    "/api/projects/:project/judge",
    "The policy's verdict on a command or a call. Runs nothing, records nothing.",
    "viewer",
  ),
  settings: get(
    "/api/projects/:project/settings",
    "The settings in force, where each comes from, and what the project tightened.",
  ),
  queued: get("/api/queue", "The queue of approved plans, in its order."),
  live: get(
    "/api/live",
    "Server-sent events: what changed, in every project. Resumes by Last-Event-ID.",
    "viewer",
    "stream",
  ),
  description: get("/api/openapi.json", "This description, as OpenAPI.", "none"),
  reference: get("/api", "This description, for people.", "none", "html"),
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

/** The address of a route, with its parameters put in. */
export function addressOf(name: RouteName, params: Readonly<Record<string, string>> = {}): string {
  return ROUTES[name].path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ""));
}
