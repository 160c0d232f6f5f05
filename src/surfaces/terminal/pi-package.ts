import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import countersign from "./extension.ts";
import { isOnlyOne } from "./only-one.ts";

/** What pi loads: `pi install` from the settings, and `countersign` by itself. The first one counts. */
export default function piPackage(pi: ExtensionAPI): void {
  if (isOnlyOne(pi)) countersign(pi);
}
