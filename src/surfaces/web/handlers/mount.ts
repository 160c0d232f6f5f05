import type { Context, Env, Hono } from "hono";
import type { TSchema } from "typebox";
import type { Desk } from "../../../desk/desk.ts";
import { type DeskRefusal, no, type Outcome } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { reaches, tooLittleAccess } from "../../../lifecycle/access.ts";
import { ROUTES, type Route, type RouteName } from "../api/routes.ts";
import { SHAPES } from "../api/shapes.ts";
import { readBody } from "../guard/read-body.ts";
import { refuse } from "../guard/refuse.ts";
import type { CookieOptions } from "../sign-in/session-cookie.ts";
import { answerOf, refusal } from "./answer.ts";
import type { Browser, Call, Handlers, Visitor } from "./handler.ts";
import { misshapen, queryIn } from "./read-call.ts";

/** Who is behind a request: the part of the server that knows cookies and tokens. */
export interface Who {
  visitor(context: Context): Visitor | undefined;
  person(context: Context, desk: Desk): Outcome<Person>;
  /** Asked again while a stream is open. */
  isSignedIn(context: Context): boolean;
  browser(context: Context): Browser;
  cookie(context: Context): CookieOptions;
}

/** Puts the handlers at the addresses of the contract. The guard has seen the request before. */
export function mount<Bindings extends Env>(app: Hono<Bindings>, handlers: Partial<Handlers>, who: Who): void {
  for (const [name, route] of Object.entries(ROUTES) as [RouteName, Route][]) {
    const handler = handlers[name] as ((call: Call<RouteName>) => ReturnType<Handlers[RouteName]>) | undefined;
    app.on(route.method, route.path, async (context) => {
      const visitor = who.visitor(context);
      const kept = keptOut(route, visitor);
      if (kept) return kept;
      if (handler === undefined) return refuse(501, { kind: "missing", message: `${route.path} is not there yet.` });
      const call = await callOf(name, context);
      if (call instanceof Response) return call;
      if (!call.ok) return refusal(call.refusal, 400);
      const person = (desk: Desk) => who.person(context, desk);
      const lastEventId = context.req.header("last-event-id");
      return answerOf(
        await handler({
          ...call.value,
          visitor,
          person,
          isSignedIn: () => who.isSignedIn(context),
          browser: who.browser(context),
          cookie: who.cookie(context),
          signal: context.req.raw.signal,
          ...(lastEventId && { lastEventId }),
        }),
      );
    });
  }
}

function keptOut({ needs }: Route, visitor: Visitor | undefined): Response | undefined {
  if (needs === "none") return undefined;
  if (visitor === undefined) {
    const hint = "Open the dashboard again from a terminal on its machine, or sign in with a token.";
    return refusal({ kind: "no_person", message: "You are signed out.", hint }, 401);
  }
  const { name, access } = visitor;
  return reaches(access, needs) ? undefined : refusal(tooLittleAccess(name, access, needs));
}

type Read = Pick<Call<RouteName>, "params" | "query" | "body">;

async function callOf(name: RouteName, context: Context): Promise<Outcome<Read> | Response> {
  const shapes: { query?: TSchema; body?: TSchema; answer: TSchema } = SHAPES[name];
  const query = queryIn(shapes.query, context.req.query());
  const wrongQuery = shapes.query === undefined ? [] : misshapen(shapes.query, query);
  if (wrongQuery.length > 0) return wrongShape("The address", wrongQuery);
  const params = context.req.param();
  if (shapes.body === undefined) return { ok: true, value: { params, query, body: undefined } as unknown as Read };
  const body = await bodyOf(context);
  if (body instanceof Response || !body.ok) return body;
  const wrong = misshapen(shapes.body, body.value);
  return wrong.length > 0
    ? wrongShape("The body", wrong)
    : { ok: true, value: { params, query, body: body.value } as unknown as Read };
}

async function bodyOf(context: Context): Promise<Outcome<unknown> | Response> {
  const text = await readBody(context.req);
  if (text instanceof Response) return text;
  if (text === "") return { ok: true, value: {} };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return wrongShape("The body", [{ severity: "error", kind: "wrong_value", message: "it is not JSON" }]);
  }
}

function wrongShape(what: string, problems: NonNullable<DeskRefusal["problems"]>): Outcome<never> {
  return no("malformed", `${what} has a wrong shape: ${problems.map(({ message }) => message).join("; ")}.`, {
    hint: "The description is at /api.",
    problems,
  });
}
