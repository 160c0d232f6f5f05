import type { HttpBindings } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { ROUTES, type Route } from "./api/routes.ts";
import { type Attempts, tooManyAttempts } from "./guard/attempts.ts";
import type { TrustedProxies } from "./guard/client-address.ts";
import type { OpenStreams } from "./guard/open-streams.ts";
import type { OwnAddresses } from "./guard/own-addresses.ts";
import { isOverTls, type PlainConnection, refusePlain } from "./guard/plain-connections.ts";
import { refuse } from "./guard/refuse.ts";
import { refuseForeign } from "./guard/same-site.ts";
import { setSecurityHeaders } from "./guard/security-headers.ts";
import type { Handlers, Visitor } from "./handlers/handler.ts";
import { mount, type Who } from "./handlers/mount.ts";
import type { PageFiles } from "./page-files.ts";
import { readBearer } from "./sign-in/bearer.ts";
import { readSessionCookie } from "./sign-in/session-cookie.ts";
import type { Sessions } from "./sign-in/sessions.ts";

export interface AppOptions {
  own: OwnAddresses;
  port: number;
  sessions: Sessions;
  streams: OpenStreams;
  attempts: Attempts;
  proxies: TrustedProxies;
  page: PageFiles;
  handlers: Partial<Handlers>;
  /** Told of an error that no answer explains. */
  log(line: string): void;
}

type Bindings = { Bindings: HttpBindings };

/** All that the server answers: the guard first, then the API by its table of routes, then the page. */
export function createApp(options: AppOptions): Hono<Bindings> {
  const { own, page, handlers, log } = options;
  const who = whoOf(options);
  const app = new Hono<Bindings>();
  app.use(async (context, next) => {
    const { path, raw } = context.req;
    const connection = connectionOf(context);
    const refused =
      refuseForeign(raw, path, own) ?? refusePlain(connection, own, options.proxies) ?? refuseHead(raw, path);
    if (refused) context.res = refused;
    else await next();
    setSecurityHeaders(context.res.headers, own.isTls);
  });
  app.use("/api/*", async (context, next) => {
    const isGuess = readBearer(context.req.header("authorization")) !== undefined && who.visitor(context) === undefined;
    if (!isGuess) return next();
    return refuseGuess(who.browser(context).address, options.attempts);
  });
  app.use(ROUTES.live.path, async (context, next) => {
    const session = who.visitor(context)?.session;
    // Without a session the route itself refuses.
    const close = session === undefined ? undefined : options.streams.open(session);
    if (close instanceof Response) return close;
    if (close) context.env.outgoing.once("close", close);
    return next();
  });
  mount(app, handlers, who);
  for (const path of ["/api", "/api/*"]) app.all(path, ({ req }) => noRoute(req.path));
  app.all("*", ({ req }) => page.answer(req.raw));
  app.onError((error) => {
    log(error.stack ?? error.message);
    return refuse(500, { kind: "failed", message: "The server failed at this; its log says more." });
  });
  return app;
}

function connectionOf({ req, env }: Context<Bindings>): PlainConnection {
  return {
    remote: env.incoming.socket.remoteAddress ?? "",
    host: req.header("host") ?? "",
    forwardedProto: req.header("x-forwarded-proto"),
  };
}

function whoOf({ sessions, port, own, proxies }: AppOptions): Who {
  const cookie = (context: Context) => ({ port, isTls: isOverTls(connectionOf(context), own, proxies) });
  const secret = (context: Context) => readSessionCookie(context.req.header("cookie"), cookie(context));
  // A program that shows a token is its holder, also where another person is signed in.
  const token = ({ req }: Context) => readBearer(req.header("authorization"));
  const visitorOf = (context: Context) => {
    const shown = token(context);
    return shown === undefined ? sessions.visitor(secret(context)) : sessions.holder(shown);
  };
  // Looked up once a request; acts authenticate the person each time.
  const known = new WeakMap<Request, { visitor: Visitor | undefined }>();
  return {
    visitor: (context) => {
      const found = known.get(context.req.raw) ?? { visitor: visitorOf(context) };
      known.set(context.req.raw, found);
      return found.visitor;
    },
    person: (context, desk) => {
      const shown = token(context);
      if (shown === undefined) return sessions.person(secret(context), desk);
      return desk.authenticate({ via: "token", secret: shown });
    },
    isSignedIn: (context) => {
      const shown = token(context);
      return sessions.isValid(shown === undefined ? { secret: secret(context) } : { token: shown });
    },
    cookie,
    browser: ({ req, env }: Context<Bindings>) => ({
      user_agent: req.header("user-agent") ?? "",
      address: proxies.clientOf(env.incoming.socket.remoteAddress ?? "", req.header("x-forwarded-for")),
    }),
  };
}

/** A token that is not valid counts as an attempt to sign in. */
function refuseGuess(address: string, attempts: Attempts): Response {
  const wait = attempts.wait(address);
  if (wait > 0) return tooManyAttempts(wait);
  attempts.failed(address);
  return refuse(401, { kind: "wrong_token", message: "This is not a valid token: unknown, expired or revoked." });
}

/** Hono would hand it to what answers GET: a stream would then have no reader. */
function refuseHead({ method }: Request, path: string): Response | undefined {
  return method === "HEAD" && path.startsWith("/api") ? noRoute(path) : undefined;
}

/** Nothing is at this address, or it takes another method. */
function noRoute(path: string): Response {
  const methods = (Object.values(ROUTES) as Route[]).filter((route) => isAt(route, path)).map(({ method }) => method);
  if (methods.length === 0) return refuse(404, { kind: "not_found", message: `There is no ${path}.` });
  const allow = [...new Set(methods)].join(", ");
  return refuse(405, { kind: "wrong_method", message: `${path} takes ${allow}.` }, { allow });
}

function isAt({ path }: Route, asked: string): boolean {
  const [parts, words] = [path.split("/"), asked.split("/")];
  return parts.length === words.length && parts.every((part, at) => part.startsWith(":") || part === words[at]);
}
