/**
 * One command of plain words: without characters that a shell interprets, and without a pattern that covers every
 * command.
 */
export const TAUGHT = {
  type: "string",
  pattern: "^[\\w./][\\w./:@%+-]*(?: [^\\s\\p{C};&|<>$()`'\"\\\\{}\\[\\]?!#~]+)*$",
  maxLength: 500,
} as const;

export const TAUGHT_HINT = 'one command of plain words, as "mytool show *": no quotes, no operators, and a name first';
