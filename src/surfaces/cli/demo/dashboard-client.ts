import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { PlanningNews } from "../../../agent/planner/planning-news.ts";

/** A planning session, as far as the story needs it. */
export interface ShownPlanning {
  id: string;
  phase: "gathering" | "submitted" | "revising" | "ended";
  plan?: string;
  news: readonly { news: PlanningNews }[];
}

/** The page of a plan that waits for its review, as far as the story needs it. */
export interface ShownPlan {
  standing: { shown: { revision: number; digest: string }; review?: { request: string } };
  commands: readonly object[];
}

/** The HTTP API of the dashboard, as a browser uses it that was signed in with a code. */
export class DashboardClient {
  readonly #address: string;
  readonly #project: string;
  readonly #cookie: string;

  private constructor(address: string, project: string, cookie: string) {
    this.#address = address;
    this.#project = `/api/projects/${project}`;
    this.#cookie = cookie;
  }

  /** `project`: the key of the project. */
  static async signIn(address: string, project: string, code: string): Promise<DashboardClient> {
    const signedIn = await answered(await fetch(`${address}/api/sign-in`, posted({ code })));
    const [cookie = ""] = signedIn.headers.get("set-cookie")?.split(";") ?? [];
    return new DashboardClient(address, project, cookie);
  }

  plan(goal: string): Promise<ShownPlanning> {
    return this.#post("/plannings", { goal });
  }

  async planning(id: string): Promise<ShownPlanning | undefined> {
    const answer = await answered(await fetch(`${this.#address}/api/plannings`, this.#signedIn({})));
    const { plannings } = (await answer.json()) as { plannings: ShownPlanning[] };
    return plannings.find((planning) => planning.id === id);
  }

  async planPage(plan: string): Promise<ShownPlan> {
    const address = `${this.#address}${this.#project}/plans/${plan}`;
    return (await (await answered(await fetch(address, this.#signedIn({})))).json()) as ShownPlan;
  }

  /** Answers a request with one of its choices. */
  answer(request: string, choice: string): Promise<unknown> {
    return this.#post("/answers", { request, chosen: [choice] });
  }

  act(plan: string, act: "approve" | "request-changes", body: object): Promise<unknown> {
    return this.#post(`/plans/${plan}/${act}`, body);
  }

  /** What changes, by the event's type, until the signal or the end of the server. */
  async *live(signal: AbortSignal): AsyncGenerator<string> {
    const { body } = await answered(await fetch(`${this.#address}/api/live`, this.#signedIn({ signal })));
    if (body === null) return;
    try {
      for await (const line of createInterface({ input: Readable.fromWeb(body) }))
        if (line.startsWith("data: ")) yield JSON.parse(line.slice("data: ".length)).type;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #post<Answer>(path: string, body: object): Promise<Answer> {
    const answer = await answered(await fetch(`${this.#address}${this.#project}${path}`, this.#signedIn(posted(body))));
    return (await answer.json()) as Answer;
  }

  #signedIn(request: RequestInit): RequestInit {
    return { ...request, headers: { ...request.headers, cookie: this.#cookie } };
  }
}

function posted(body: object): RequestInit & { headers: Record<string, string> } {
  return { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** A refusal is an error here, since the story knows what is allowed. */
async function answered(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  throw new Error(`The dashboard answers ${answer.status}: ${await answer.text()}`);
}
