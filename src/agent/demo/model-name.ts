/** Under which names pi knows the scripted model. */
export const PROVIDER = "demonstration";
export const MODEL = "scripted";
