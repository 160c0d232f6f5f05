import { indexPath } from "../../plan/data-path.ts";
import type { Problem } from "../../plan/problem.ts";
import { quoted } from "../../plan/quoted.ts";
import { type HostTools, resolveName } from "../capabilities.ts";

/** Every name must be a tool of the host, or a capability that stands for tools of the host. */
export function checkNames(
  names: readonly string[],
  path: string,
  host: HostTools,
  /** They are checked elsewhere. */
  without: ReadonlySet<string> = new Set(),
): Problem[] {
  return names.flatMap((name, entry) => (without.has(name) ? [] : checkName(name, indexPath(path, entry), host)));
}

function checkName(name: string, path: string, host: HostTools): Problem[] {
  const found = resolveName(name, host);
  switch (found.kind) {
    case "tool":
      return [];
    case "unknown": {
      const known = [...new Set([...host.offered.map(({ tool }) => tool), ...Object.keys(host.capabilities)])].sort();
      const failed = host.failures?.map(({ extension, reason }) => `${extension} did not load: ${reason}`).join("; ");
      const hint =
        found.guess !== undefined
          ? `did you mean ${quoted(found.guess)}?`
          : failed || `known here: ${known.map(quoted).join(", ") || "none"}`;
      const message = `there is no tool and no capability ${quoted(name)} here`;
      return [{ severity: "error", kind: "unknown_tool", message, hint, path }];
    }
    case "capability":
      return [
        ...(found.shadows ? [shadowing(name, path)] : []),
        ...(found.missing.length > 0 ? [incomplete(name, found.missing, path)] : []),
      ];
  }
}

/** A person who signed `read` saw only that word: it may not stand for more. */
function shadowing(name: string, path: string): Problem {
  const message = `${quoted(name)} is a tool and a capability of the settings, so it is unclear which was signed`;
  const hint = `give the capability another name, in your own plans.json`;
  return { severity: "error", kind: "capability_shadows_tool", message, hint, path };
}

function incomplete(name: string, missing: readonly string[], path: string): Problem {
  const shown = missing.map((it) => (it === "a shell" ? it : quoted(it))).join(", ");
  const message = `the capability ${quoted(name)} stands for what is not here: ${shown}`;
  const hint = "start the extension or server that has it, or change capabilities in your own plans.json";
  return { severity: "error", kind: "capability_unresolved", message, hint, path };
}
