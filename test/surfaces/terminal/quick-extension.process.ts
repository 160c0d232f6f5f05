import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { terminalExtension } from "../../../src/surfaces/terminal/extension.ts";

/** Ours, for somebody who has read everything at once: no key is too early. */
export default function quick(pi: ExtensionAPI): void {
  terminalExtension(pi, { pause: 0 });
}
