import { yes } from "../../../desk/outcome.ts";
import { openApi } from "../api/open-api.ts";
import { referencePage } from "../api/reference-page.ts";
import type { Dashboard } from "./dashboard.ts";
import type { Handlers } from "./handler.ts";

/** What can be asked here. */
export function descriptionHandlers({ version }: Dashboard): Pick<Handlers, "description" | "reference"> {
  return {
    description: async () => yes(openApi(version)),
    reference: async () =>
      new Response(referencePage(version), { headers: { "content-type": "text/html; charset=utf-8" } }),
  };
}
