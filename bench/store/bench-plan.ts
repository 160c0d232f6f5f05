/** The text of a plan of ordinary size. */
export function benchPlan(id: string, n: number): string {
  return `---
id: ${id}
title: Replace the cache of module ${n}
goal: Requests to module ${n} answer within 50 ms
---

## Summary

The in-process cache of module ${n} is replaced by a shared one. Entries keep their time to live.

## Steps

1. [ ] **Find every use of the cache** \`uses\`
   List readers and writers, with file and line.
   - mode: research
   - tools: read, grep
   - risk: low

2. [ ] **Add the shared cache** \`shared\`
   Create \`src/cache/shared.ts\` with \`get()\` and \`set()\`; the address comes from the environment.
   - mode: code
   - after: uses
   - tools: read, edit, write
   - files: src/cache/**
   - risk: medium
   - verify: \`npm test -- test/cache\`

3. [ ] **Move the readers over** \`move\`
   One by one; the old cache stays until the last of them has moved.
   - mode: code
   - after: shared
   - tools: read, edit
   - files: src/**
   - risk: high
   - verify: \`npm test\`

## Risks

- The shared cache may be away: fall back to no cache at all.
`;
}
