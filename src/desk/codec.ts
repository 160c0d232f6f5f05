import type { Digest } from "../plan/digest.ts";
import type { Plan } from "../plan/plan.ts";
import type { PlanDocument } from "../plan/read-markdown.ts";
import type { Standing } from "../plan/standing.ts";
import type { Reader } from "./plan-view.ts";

/** Reads, checks, digests and writes plan texts. */
export interface Codec {
  read: Reader;
  write(plan: Plan, standing: Standing, from?: PlanDocument): string;
  digest(plan: Plan): Digest;
}

let loading: Promise<Codec> | undefined;

/** Loaded only when a text has to be read: the parsers take longer to load than a list of plans takes to print. */
export function loadCodec(): Promise<Codec> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Codec> {
  const [{ readMarkdown }, { writeMarkdown }, { checkDocument }, { digestOf }] = await Promise.all([
    import("../plan/read-markdown.ts"),
    import("../plan/write-markdown.ts"),
    import("../plan/parse-plan.ts"),
    import("../plan/digest.ts"),
  ]);
  return {
    read: (text) => {
      const document = readMarkdown(text);
      if ("problems" in document) return document;
      // A file edited by hand is checked as a draft is: a plan that cannot run is not proposed.
      const checked = checkDocument(document, { id: document.plan.id });
      return "problems" in checked ? checked : { document, digest: digestOf(checked.plan) };
    },
    write: writeMarkdown,
    digest: digestOf,
  };
}
