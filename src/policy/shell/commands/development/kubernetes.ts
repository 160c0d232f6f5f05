import type { CommandSpec } from "../../command.ts";
import type { OptionTable } from "../../options.ts";
import { writer } from "../../reader.ts";
import { onlyValues, strictReader } from "../checks.ts";
import { family, subCommands } from "../sub-commands.ts";

const CLUSTER = "--namespace -n --context --cluster --request-timeout --v";
const KUBECTL_HARM = {
  "--kubeconfig": "uses settings that may run programs",
  "--profile-output": "writes to a file",
  "--cache-dir": "writes to a directory",
  "--server": "talks to another server",
  "-k": "may run programs",
  "--kustomize": "may run programs",
} as const;

function kubectl(names: string, table: OptionTable): CommandSpec {
  return strictReader(
    names,
    "asks the cluster",
    { ...table, values: `${CLUSTER} ${table.values ?? ""}`, harmful: KUBECTL_HARM },
    onlyValues(
      "--raw",
      (path) => /^\/[\w./:?=&-]*$/.test(path) && !/proxy|exec|attach|portforward/i.test(path),
      "may go on to a program in the cluster, through proxy or exec",
    ),
  );
}

/** kubectl, as far as it asks the cluster. What its settings run is the choice of the user. */
export const KUBECTL: CommandSpec = family(
  "kubectl oc",
  "asks the cluster",
  { values: CLUSTER, harmful: KUBECTL_HARM },
  subCommands(
    kubectl("get", {
      flags:
        "-A --all-namespaces -w --watch --watch-only --show-labels --no-headers --show-kind --ignore-not-found " +
        "--show-managed-fields --allow-missing-template-keys",
      values:
        "-o --output -l --selector --field-selector --sort-by -L --label-columns --chunk-size --template --raw --subresource",
      optional: "--all-namespaces --watch --show-labels --no-headers --show-events",
    }),
    kubectl("describe", {
      flags: "-A --all-namespaces",
      values: "-l --selector --chunk-size",
      optional: "--show-events",
    }),
    kubectl("logs log", {
      flags: "-f --follow -p --previous --timestamps --all-containers --prefix --ignore-errors --all-pods",
      values: "-c --container -l --selector --since --since-time --tail --limit-bytes --max-log-requests",
      optional: "--all-containers --timestamps --prefix --follow --previous",
    }),
    family(
      "top",
      "",
      { values: CLUSTER },
      subCommands(
        kubectl("pod pods po node nodes no", {
          flags: "-A --all-namespaces --containers --no-headers --sum",
          values: "-l --selector --sort-by --field-selector",
        }),
      ),
    ),
    kubectl("version", { flags: "--client --short", values: "-o --output", optional: "--client --short" }),
    kubectl("api-resources api-versions", {
      flags: "--no-headers --cached",
      values: "-o --output --api-group --verbs --sort-by --categories",
      optional: "--namespaced",
    }),
    kubectl("explain", { flags: "--recursive", values: "--api-version --output", optional: "--recursive" }),
    kubectl("events", { flags: "-A --all-namespaces -w --watch --no-headers", values: "--for --types -o --output" }),
    strictReader(
      "cluster-info",
      "asks the cluster",
      { values: CLUSTER, harmful: KUBECTL_HARM },
      (read, call, judging) => {
        const [dump] = read.operands;
        if (dump !== undefined) judging.find(dump, "mutating", `${call.name.values[0]} dump may write files`);
      },
    ),
    family(
      "config",
      "",
      { values: CLUSTER, harmful: KUBECTL_HARM },
      subCommands(
        kubectl("view", {
          flags: "--minify --raw --flatten --merge",
          values: "-o --output",
          optional: "--minify --raw --flatten",
        }),
        kubectl("current-context get-contexts get-clusters get-users", {
          flags: "--no-headers",
          values: "-o --output",
        }),
      ),
    ),
    family(
      "auth",
      "",
      { values: CLUSTER },
      subCommands(
        kubectl("can-i whoami", {
          flags: "--list -A --all-namespaces -q --quiet --no-headers",
          values: "-o --output --subresource",
        }),
      ),
    ),
    family(
      "rollout",
      "",
      { values: CLUSTER },
      subCommands(
        kubectl("status history", {
          flags: "-w --watch",
          values: "--revision --timeout -o --output",
          optional: "--watch",
        }),
      ),
    ),
    writer(
      "apply create delete edit patch replace scale set label annotate expose run exec attach cp debug drain cordon uncordon taint autoscale port-forward proxy wait diff kustomize plugin certificate",
      "changes the cluster, or runs something",
      "kubectl get and kubectl describe only read",
    ),
  ),
);

const HELM_WHERE = "-n --namespace --kube-context";
export const HELM: CommandSpec = family(
  "helm",
  "tells about releases",
  { values: HELM_WHERE },
  subCommands(
    strictReader("list ls status history hist", "tells about releases", {
      flags:
        "-a --all -A --all-namespaces -q --short --deployed --failed --pending --superseded --uninstalled -d --date -r --reverse --show-resources --show-desc",
      values: `${HELM_WHERE} -f --filter -m --max -o --output -l --selector --revision --offset`,
    }),
    family(
      "get",
      "",
      { values: HELM_WHERE },
      subCommands(
        strictReader("all values manifest hooks notes metadata", "", {
          flags: "-a --all",
          values: `${HELM_WHERE} --revision -o --output`,
        }),
      ),
    ),
    strictReader("version", "tells its version", { flags: "--short --client -c", values: "--template" }),
    strictReader("env", "tells settings", {}),
    family("repo", "", {}, subCommands(strictReader("list ls", "", { values: "-o --output" }))),
    writer(
      "install upgrade uninstall delete rollback template pull fetch push package create dependency dep plugin test lint registry show search",
      "changes the cluster, downloads, or runs something",
    ),
  ),
);
