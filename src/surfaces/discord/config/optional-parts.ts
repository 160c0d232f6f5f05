import { findPackageJSON } from "node:module";

/** Packages that only a bot needs: they are installed beside Countersign. */
export const PARTS = {
  "discord.js": { version: "14.27.0", for: "the connection to Discord" },
  "@dagrejs/dagre": { version: "3.1.1", for: "the picture of a plan's graph" },
  "@resvg/resvg-wasm": { version: "2.6.2", for: "the picture of a plan's graph" },
  "dejavu-fonts-ttf": { version: "2.37.3", for: "the picture of a plan's graph" },
} as const;

export type Part = keyof typeof PARTS;

export function missingParts(): Part[] {
  return (Object.keys(PARTS) as Part[]).filter((name) => !isThere(name));
}

/** The line that installs everything. */
export function installLine(): string {
  return `npm install ${Object.entries(PARTS)
    .map(([name, { version }]) => `${name}@${version}`)
    .join(" ")}`;
}

function isThere(name: string): boolean {
  try {
    return findPackageJSON(name, import.meta.url) !== undefined;
  } catch {
    return false;
  }
}
