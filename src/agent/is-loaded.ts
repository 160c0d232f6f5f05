/** On pi's event bus: a loaded Countersign answers here. Never rename it: different versions share it. */
export const COUNTERSIGN_IS_LOADED = "countersign:is-loaded";
