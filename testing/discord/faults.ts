import { ROUTE_NAMES } from "./routes/all.ts";

/** Which requests: a route as `POST /channels/:channel/messages`, or an expression for method and path. */
export interface Aim {
  route: string | RegExp;
  /** How many of them; one if nothing is said. */
  times?: number;
}

export interface RateLimitFault extends Aim {
  retryAfterMs: number;
  global?: boolean;
}

export interface FailureFault extends Aim {
  /** `lost`: the connection breaks, and there is no answer at all. */
  status: 500 | 502 | 503 | "lost";
  /** The request took effect, and only the answer was lost: that is how messages are doubled. */
  afterEffect?: boolean;
}

export type Fault = ({ kind: "rate limit" } & RateLimitFault) | ({ kind: "failure" } & FailureFault);

/** What is to go wrong, in the order in which it was asked for. */
export class Faults {
  #left: { fault: Fault; times: number }[] = [];

  add(fault: Fault): void {
    const { route } = fault;
    if (typeof route === "string" && !ROUTE_NAMES.includes(route))
      throw new Error(`There is no route ${route}. There are:\n${ROUTE_NAMES.join("\n")}`);
    this.#left.push({ fault, times: fault.times ?? 1 });
  }

  /** What happens to this request, if anything does; it counts. */
  take(route: string, methodAndPath: string): Fault | undefined {
    const found = this.#left.find(({ fault }) =>
      typeof fault.route === "string" ? fault.route === route : fault.route.test(methodAndPath),
    );
    if (found === undefined) return undefined;
    found.times -= 1;
    this.#left = this.#left.filter(({ times }) => times > 0);
    return found.fault;
  }

  clear(): void {
    this.#left = [];
  }
}
