/** The meaning of a colour. Each surface has its own colours, and none conveys meaning by colour alone. */
export type Tone = "quiet" | "active" | "good" | "attention" | "bad";
