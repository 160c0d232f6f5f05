import { findPackageJSON } from "node:module";
import { PI_PACKAGE } from "../../../agent/pi-version.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";
import { dashboardHandlers } from "./handlers.ts";
import { type PeopleOptions, peopleHandlers } from "./people.ts";
import { type SignInOptions, signInHandlers } from "./sign-in.ts";

/** Planning runs on pi, which need not be installed. It is loaded when a person starts planning. */
function planningHere(): { can: boolean; why?: string } {
  try {
    if (findPackageJSON(PI_PACKAGE, import.meta.url) !== undefined) return { can: true };
  } catch {
    // It is not there.
  }
  return { can: false, why: "Planning runs on pi, and pi is not installed beside Countersign." };
}

type All = Dashboard & Omit<PeopleOptions, "planning"> & Omit<SignInOptions, "me">;

/** Every route of the contract with its handler. */
export function allHandlers(options: All): Handlers {
  const people = peopleHandlers({ ...options, planning: planningHere() });
  return { ...people, ...signInHandlers({ ...options, me: people.me }), ...dashboardHandlers(options) };
}
