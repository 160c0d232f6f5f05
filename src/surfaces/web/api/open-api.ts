import { Refused } from "./basics.ts";
import { ROUTES, type Route, type RouteName } from "./routes.ts";
import { SHAPES } from "./shapes.ts";

type Json = Record<string, unknown>;

const TYPES = { stream: "text/event-stream", text: "text/markdown", html: "text/html" } as const;

/** By it a program knows what it asks. */
export const API_TITLE = "Countersign";

/** The API as OpenAPI 3.1, from the table of routes and their shapes. */
export function openApi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const name of Object.keys(ROUTES) as RouteName[]) {
    const { method, path } = ROUTES[name];
    const at = path.replace(/:(\w+)/g, "{$1}");
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation(name) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: API_TITLE,
      version,
      description:
        "What the dashboard does, for programs. Every act is done by an authenticated person; a signature names exactly the text that was shown.",
    },
    paths,
    components: {
      schemas: { Refused },
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "a token of `countersign token`" },
        session: {
          ...{ type: "apiKey", in: "cookie", name: "countersign_<port>" },
          description: "the session of a browser; over TLS the name begins with __Host-",
        },
      },
    },
  };
}

function operation(name: RouteName): Json {
  const route: Route = ROUTES[name];
  const { query, body, answer }: { query?: Json; body?: Json; answer: Json } = SHAPES[name] as never;
  const parameters = [...pathParameters(route), ...queryParameters(query)];
  return {
    operationId: name,
    summary: route.summary,
    ...(route.needs === "none" ? { security: [] } : { security: [{ token: [] }, { session: [] }] }),
    "x-needs": route.needs,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      "200": {
        description: "done",
        content: { [route.answers ? TYPES[route.answers] : "application/json"]: { schema: answer } },
      },
      default: {
        description: "refused",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Refused" } } },
      },
    },
  };
}

function pathParameters({ path }: Route): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    ...{ name, in: "path", required: true, schema: { type: "string" } },
  }));
}

function queryParameters(query: Json | undefined): Json[] {
  const { properties = {}, required = [] } = (query ?? {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: "query", required: required.includes(name), schema },
  }));
}
