import { computed, signal } from "@preact/signals";

export { planAddress } from "./plan-address.ts";

/** Where the page is. Every place has an address, so that it can be reloaded, shared and left with the back button. */
export type Place =
  | { page: "inbox" | "plans" | "runs" | "statistics" | "audit" | "policy" | "settings" | "new" | "shared" | "sign-in" }
  /** `isBare`: its address names no tab, so a plan that runs or ran opens at its run. */
  | { page: "plan"; project: string; plan: string; tab: PlanTab; isBare?: true }
  | { page: "planning"; project: string; agent: string }
  | { page: "not-found" };

export const PLAN_TABS = ["review", "run", "compare", "comments", "graph", "text", "journal"] as const;
export type PlanTab = (typeof PLAN_TABS)[number];

const PAGES = [
  "inbox",
  "plans",
  "runs",
  "statistics",
  "audit",
  "policy",
  "settings",
  "new",
  "shared",
  "sign-in",
] as const;

const address = signal(here());
/** Filters and what is selected: `?status=approved`. */
export const query = computed(() => new URLSearchParams(address.value.search));
export const place = computed(() => placeOf(address.value.path));

addEventListener("popstate", () => {
  address.value = here();
});

export function placeOf(path: string): Place {
  const [first = "", project = "", id = "", tab = "", ...more] = path
    .replace(/^\/|\/$/g, "")
    .split("/")
    .map(decoded);
  if (first === "") return { page: "inbox" };
  if (first === "p" && project && /^PLAN-/.test(id) && more.length === 0) {
    if (tab === "") return { page: "plan", project, plan: id, tab: "review", isBare: true };
    const known = PLAN_TABS.find((one) => one === tab);
    return known ? { page: "plan", project, plan: id, tab: known } : { page: "not-found" };
  }
  if (first === "new" && project && id && tab === "") return { page: "planning", project, agent: id };
  const page = PAGES.find((one) => one === first);
  return page && project === "" ? { page } : { page: "not-found" };
}

export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  address.value = here();
  if (!replace) scrollTo(0, 0);
}

/** Sets or removes parts of the query and stays on the page. */
export function setQuery(parts: Readonly<Record<string, string | undefined>>): void {
  const next = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined || value === "") next.delete(name);
    else next.set(name, value);
  }
  const search = next.toString();
  go(location.pathname + (search === "" ? "" : `?${search}`), { replace: true });
}

/** A click that the browser should not handle itself: of the main button, without a key, on a link of ours. */
export function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const href = link?.getAttribute("href");
  if (!href?.startsWith("/") || href.startsWith("/api") || link?.hasAttribute("download")) return;
  event.preventDefault();
  go(href);
}

function here(): { path: string; search: string } {
  return { path: location.pathname, search: location.search };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
