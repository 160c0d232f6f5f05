import { isObject } from "../../../plan/check-shape.ts";

/** A server that speaks OpenAI's chat completions, and its models. */
export interface LocalServer {
  name: string;
  /** With `/v1`, as pi wants it. */
  url: string;
  models: string[];
}

export type Asked = { ok: true; server: LocalServer } | { ok: false; why: "needs_key" | "no_models" | "no_answer" };

/** Where these programs listen if their user sets nothing. */
const USUAL: readonly (readonly [name: string, url: string])[] = [
  ["ollama", "http://127.0.0.1:11434/v1"],
  ["lm-studio", "http://127.0.0.1:1234/v1"],
  ["llama-server", "http://127.0.0.1:8080/v1"],
  ["vllm", "http://127.0.0.1:8000/v1"],
];

const LONGEST_MS = 3_000;

/** The servers that run on this machine and have a model. */
export async function findLocalServers(places = USUAL): Promise<LocalServer[]> {
  const asked = await Promise.all(places.map(([name, url]) => askServer(url, { name })));
  return asked.flatMap((answer) => (answer.ok ? [answer.server] : []));
}

/** Asks the server at an address, with or without `/v1`, for its models. */
export async function askServer(typed: string, { name, key }: { name?: string; key?: string } = {}): Promise<Asked> {
  const address = readAddress(typed);
  if (address === undefined) return { ok: false, why: "no_answer" };
  let why: Extract<Asked, { ok: false }>["why"] = "no_answer";
  for (const url of addressesOf(address)) {
    const models = await modelsAt(url, key);
    if (Array.isArray(models) && models.length > 0) {
      return { ok: true, server: { name: name ?? nameOf(address), url, models } };
    }
    if (Array.isArray(models)) why = "no_models";
    else if (models === "needs_key") return { ok: false, why: "needs_key" };
  }
  return { ok: false, why };
}

async function modelsAt(url: string, key: string | undefined): Promise<string[] | "needs_key" | "no_answer"> {
  try {
    const response = await fetch(`${url}/models`, {
      ...(key !== undefined && { headers: { authorization: `Bearer ${key}` } }),
      signal: AbortSignal.timeout(LONGEST_MS),
    });
    if (response.status === 401 || response.status === 403) return "needs_key";
    if (!response.ok) return "no_answer";
    const answer: unknown = await response.json();
    const listed = isObject(answer) && Array.isArray(answer["data"]) ? answer["data"] : undefined;
    return listed?.flatMap((one) => (isObject(one) && typeof one["id"] === "string" ? [one["id"]] : [])) ?? "no_answer";
  } catch {
    return "no_answer";
  }
}

function readAddress(typed: string): URL | undefined {
  const text = typed.trim();
  const address = URL.parse(/^https?:\/\//i.test(text) ? text : `http://${text}`);
  return address && address.hostname !== "" && address.username === "" ? address : undefined;
}

function addressesOf({ origin, pathname }: URL): string[] {
  const path = pathname.replace(/(?:\/chat\/completions|\/models)?\/*$/, "");
  return path.endsWith("/v1") ? [origin + path] : [`${origin}${path}/v1`, origin + path];
}

/** The name of the program whose port it is, or of the machine. */
function nameOf({ hostname, port, host }: URL): string {
  const known = USUAL.find(([, url]) => new URL(url).port === port);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return known && isHere ? known[0] : host.replaceAll(/[^\w.-]+/g, "-");
}
