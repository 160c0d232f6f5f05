import { fileURLToPath } from "node:url";
import type * as Pi from "@earendil-works/pi-coding-agent";

const place = (file: string): URL => new URL(file, import.meta.resolve("@earendil-works/pi-coding-agent"));

/** The program that `pi` starts. It is bundled, and loads extensions in another way than the library does. */
export const PI_PROGRAM = fileURLToPath(place("bundle/cli.js"));

/** The library in the same bundle. */
export function bundledPi(): Promise<typeof Pi> {
  return import(place("bundle/index.js").href);
}
