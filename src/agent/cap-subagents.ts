/** The limits that pi-subagents sets for its children, by session and source. Its own name and version. */
const REGISTRY = Symbol.for("pi-subagents.capability-ceiling.v1");

interface Registration {
  source: string;
  ceiling: { version: 1; allowedTools: string[]; denyExtensions: boolean; sources: string[] };
}

/**
 * Children of pi-subagents have sessions of their own, which our hook does not see. Calling it is denied while
 * planning; if a person allows it, its children can only read. Returns a function that lifts the limit.
 */
export function capSubagents(session: string): () => void {
  const store = globalThis as { [REGISTRY]?: Map<string, Map<symbol, Registration>> };
  store[REGISTRY] ??= new Map();
  const registry = store[REGISTRY];
  const ours = Symbol("countersign");
  const sources = registry.get(session) ?? new Map<symbol, Registration>();
  registry.set(session, sources);
  sources.set(ours, {
    source: "countersign",
    ceiling: {
      version: 1,
      allowedTools: ["find", "grep", "ls", "read"],
      denyExtensions: true,
      sources: ["countersign"],
    },
  });
  return () => {
    sources.delete(ours);
    if (sources.size === 0) registry.delete(session);
  };
}
