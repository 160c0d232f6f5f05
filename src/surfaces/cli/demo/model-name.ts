/** pi's names for the scripted model. */
export const PROVIDER = "demonstration";
export const MODEL = "scripted";
