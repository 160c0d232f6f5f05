import { APPLICATION_ROUTES } from "./application.ts";
import { CHANNEL_ROUTES } from "./channels.ts";
import { INTERACTION_ROUTES } from "./interactions.ts";
import { MESSAGE_ROUTES } from "./messages.ts";
import type { Route } from "./route.ts";

/** Those with a fixed word stand before those with a parameter in its place. */
const ROUTES: readonly Route[] = [...APPLICATION_ROUTES, ...MESSAGE_ROUTES, ...CHANNEL_ROUTES, ...INTERACTION_ROUTES];

export const ROUTE_NAMES: readonly string[] = ROUTES.map(({ name }) => name);

export interface Found {
  readonly route: Route;
  readonly parameters: readonly string[];
}

/** The route of a request, and what stands in the place of its parameters. */
export function findRoute(method: string, path: string): Found | undefined {
  const steps = path.split("/").map((step) => decodeURIComponent(step));
  for (const route of ROUTES) {
    const [verb, template = ""] = route.name.split(" ");
    const wanted = template.split("/");
    if (verb !== method || wanted.length !== steps.length) continue;
    if (wanted.every((step, index) => step.startsWith(":") || step === steps[index]))
      return { route, parameters: steps.filter((_, index) => wanted[index]?.startsWith(":")) };
  }
  return undefined;
}
