import { signal } from "@preact/signals";
import type { Refused } from "../api/basics.ts";
import { addressOf, ROUTES, type RouteName } from "../api/routes.ts";
import type { AnswerOf, BodyOf, QueryOf } from "../api/shapes.ts";

export type Refusal = Refused["error"] & { status: number };
export type Answer<Value> = { ok: true; value: Value } | { ok: false; refusal: Refusal };

export interface Input<Name extends RouteName> {
  params?: Readonly<Record<string, string>>;
  query?: QueryOf<Name>;
  body?: BodyOf<Name>;
  signal?: AbortSignal;
}

/** The server said that this browser has no session. */
export const signedOut = signal(false);

/** Asks the server. A refusal is a value with the desk's own sentence; being offline is one, too. */
export async function call<Name extends RouteName>(
  name: Name,
  { params, query, body, signal: abort }: Input<Name> = {},
): Promise<Answer<AnswerOf<Name>>> {
  const { method } = ROUTES[name];
  const address = addressOf(name, params) + searchOf(query as object | undefined);
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers: { accept: "application/json", ...(method === "GET" ? {} : { "content-type": "application/json" }) },
      ...(method === "GET" ? {} : { body: JSON.stringify(body ?? {}) }),
      ...(abort && { signal: abort }),
      credentials: "same-origin",
      cache: "no-store",
    });
  } catch {
    return { ok: false, refusal: { ...OFFLINE, status: 0 } };
  }
  if (response.status === 401 && name !== "signIn") signedOut.value = true;
  return response.ok ? read(response) : { ok: false, refusal: await refusalOf(response) };
}

async function read<Value>(response: Response): Promise<Answer<Value>> {
  try {
    const isJson = response.headers.get("content-type")?.includes("json");
    return { ok: true, value: isJson ? await response.json() : await response.text() };
  } catch {
    return { ok: false, refusal: { ...OFFLINE, status: 0 } };
  }
}

async function refusalOf(response: Response): Promise<Refusal> {
  const known: Partial<Refused> = await response.json().catch(() => ({}));
  const error = known.error ?? {
    kind: "no_answer",
    message: `The server answered ${response.status}.`,
    hint: "Try again; its terminal says more.",
  };
  return { ...error, status: response.status };
}

function searchOf(query: object | undefined): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== "");
  if (given.length === 0) return "";
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

const OFFLINE = {
  kind: "offline",
  message: "The server does not answer.",
  hint: "Nothing was sent twice or kept for later. Try again once the page is live.",
};
