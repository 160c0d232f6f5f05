/** A small plan's text: one word of it can be changed without changing anything else. */
export function samplePlan(id: string, word = "first"): string {
  return `---
id: ${id}
title: Tidy the shed
goal: Find the ladder again
---

## Summary

Everything gets a place.

## Steps

1. [ ] **Look** \`look\`
   Write down what is there: ${word}
   - risk: low

2. [ ] **Sort** \`sort\`
   - after: look
   - risk: low
`;
}

/** The same text with another word in it. */
export function withWord(text: string, word: string): string {
  return text.replace(/(what is there: ).*/, `$1${word}`);
}

/** The nth of a series of plan ids. */
export function planId(n: number): string {
  return `PLAN-${n.toString(16).padStart(8, "0")}`;
}
