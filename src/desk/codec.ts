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

/**
 * The text of a document without the status in it. The journal keeps only such texts: with the status of the revision that the
 * document was made from, every text that is handed out would claim a wrong one.
 */
export function textWithoutStatus({ write }: Codec, document: PlanDocument): string {
  return write(document.plan, {}, document);
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
