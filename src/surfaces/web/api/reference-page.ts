import { ROUTES, type Route, type RouteName } from "./routes.ts";
import { SHAPES } from "./shapes.ts";

interface Shape {
  type?: string;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: readonly string[];
  description?: string;
}

/** The API for people: a page without scripts, from the table of routes and their shapes. */
export function referencePage(version: string): string {
  const names = Object.keys(ROUTES) as RouteName[];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Countersign API</title>
<h1>Countersign API ${escaped(version)}</h1>
<p>For programs: <a href="/api/openapi.json">/api/openapi.json</a>. A program shows a token of <code>countersign token</code>:
<code>Authorization: Bearer cst_…</code>. Whatever is refused has the same form: <code>{"error": {"kind", "message", "hint", "next", "facts"}}</code>.</p>
<h2>Addresses</h2>
<ul>
${names.map((name) => `<li><a href="#${name}"><code>${line(ROUTES[name])}</code></a>`).join("\n")}
</ul>
${names.map(section).join("\n")}
</html>
`;
}

function section(name: RouteName): string {
  const route: Route = ROUTES[name];
  const { query, body, answer } = SHAPES[name] as { query?: Shape; body?: Shape; answer: Shape };
  return `<h2 id="${name}"><code>${line(route)}</code></h2>
<p>${escaped(route.summary)} ${needs(route)}</p>
${query ? `<h3>Query</h3>\n${fields(query)}` : ""}
${body ? `<h3>Body</h3>\n${fields(body)}` : ""}
<h3>Answer</h3>
${route.answers ? `<p>${escaped(ANSWERS[route.answers])}</p>` : fields(answer)}`;
}

const ANSWERS = { stream: "A stream of server-sent events.", text: "Text.", html: "A file." } as const;

function needs({ needs: access }: Route): string {
  return access === "none" ? "Without a token, too." : `Needs the access <code>${access}</code>.`;
}

function line({ method, path }: Route): string {
  return escaped(`${method} ${path}`);
}

/** The fields of an object; of another shape its words. */
function fields(shape: Shape): string {
  const { properties } = shape;
  if (shape.anyOf) return shape.anyOf.map(fields).join("\n<p>or</p>\n");
  if (properties === undefined || Object.keys(properties).length === 0) return `<p>${escaped(typeWords(shape))}</p>`;
  const rows = Object.entries(properties).map(([name, field]) => {
    const isRequired = shape.required?.includes(name) === true;
    const told = field.description ? `: ${escaped(field.description)}` : "";
    const inner = innerOf(field);
    return `<li><code>${escaped(name)}</code>${isRequired ? "" : " (optional)"}, ${escaped(typeWords(field))}${told}${inner ? `\n${fields(inner)}` : ""}`;
  });
  return `<ul>\n${rows.join("\n")}\n</ul>`;
}

function innerOf(shape: Shape): Shape | undefined {
  const inner = shape.type === "array" ? shape.items : shape;
  return inner?.properties && Object.keys(inner.properties).length > 0 ? inner : undefined;
}

function typeWords(shape: Shape): string {
  if (shape.enum) return shape.enum.map((word) => JSON.stringify(word)).join(" or ");
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.anyOf) return shape.anyOf.map(typeWords).join(" or ");
  if (shape.type === "array") return `list of ${typeWords(shape.items ?? {})}`;
  return shape.type ?? "any JSON";
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
