/** Node's crypto, loaded when first used: it takes longer to load than a list of plans takes to read. */
export function crypto(): typeof import("node:crypto") {
  return process.getBuiltinModule("node:crypto");
}
