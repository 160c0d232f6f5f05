/** The oldest Node that runs the published package: the one that pi needs. `bin/countersign.js` and `engines` say the same. */
export const LOWEST_NODE = "22.19";

/** `version` as in `process.versions.node`. */
export function isSupportedNode(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [lowestMajor = 0, lowestMinor = 0] = LOWEST_NODE.split(".").map(Number);
  return major > lowestMajor || (major === lowestMajor && minor >= lowestMinor);
}
