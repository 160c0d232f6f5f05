import { useState } from "preact/hooks";
import { grouped } from "../../../../plan/quantities.ts";
import { visible } from "../../../../plan/visible.ts";
import type { AuditOf } from "../../api/looking.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { Empty, Loading, Notice, Refused } from "../parts/states.tsx";
import { Tag } from "../parts/tag.tsx";
import { At } from "../parts/time.tsx";
import { useResource } from "../resource.ts";
import { planAddress, query, setQuery } from "../router.ts";
import { Frame } from "../shell.tsx";
import { projectName, projects } from "../store.ts";
import "./audit/audit.css";

const STEP = 200;
const SINCE = [
  { value: "", label: "All time" },
  { value: "1", label: "Last day" },
  { value: "7", label: "Last week" },
  { value: "30", label: "Last month" },
] as const;

/** Who did what, when, as the sealed journals have it; on request every seal is checked. */
export function AuditPage() {
  const [limit, more] = useState(STEP);
  const search = query.value;
  const [project, action, journal] = ["project", "action", "journal"].map((name) => search.get(name) ?? "");
  const days = SINCE.find(({ value }) => value === search.get("since"))?.value ?? "";
  const isVerifying = search.get("verify") === "1";
  const since = days === "" ? undefined : new Date(Date.now() - Number(days) * 864e5).toISOString().slice(0, 10);
  const found = useResource(
    "audit",
    {
      query: {
        limit,
        ...(project && { project }),
        ...(action && { action }),
        ...(journal && { journal }),
        ...(since && { since }),
        ...(isVerifying && { verify: "1" as const }),
      },
    },
    ({ type }) => type === "plan" || type === "agent",
  );
  const value = found.value.value;
  const refusal = found.refusal.value;
  return (
    <Frame
      crumbs={[{ label: "Audit" }]}
      acts={
        <Button
          look="ink"
          icon="audit"
          onClick={() => setQuery({ verify: isVerifying ? undefined : "1" })}
          aria-pressed={isVerifying}
        >
          {isVerifying ? "Hide the check" : "Check every seal"}
        </Button>
      }
    >
      <div class="head">
        <h1>Who did what</h1>
        {value && <p class="fact quiet">{grouped(value.total)} records</p>}
      </div>
      {isVerifying && value && <Verified found={value} />}
      <div class="audit-filters">
        {projects.value.length > 1 && (
          <select
            class="field"
            aria-label="Project"
            value={project ?? ""}
            onChange={({ currentTarget }) => setQuery({ project: currentTarget.value })}
          >
            <option value="">All projects</option>
            {projects.value.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        )}
        <select
          class="field"
          aria-label="Action"
          value={action ?? ""}
          onChange={({ currentTarget }) => setQuery({ action: currentTarget.value })}
        >
          <option value="">All actions</option>
          {(value?.actions ?? (action ? [action] : [])).map((name) => (
            <option key={name} value={name}>
              {actionWords(name)}
            </option>
          ))}
        </select>
        <select
          class="field"
          aria-label="Time"
          value={days}
          onChange={({ currentTarget }) => setQuery({ since: currentTarget.value })}
        >
          {SINCE.map(({ value: one, label }) => (
            <option key={one} value={one}>
              {label}
            </option>
          ))}
        </select>
        <input
          class="field"
          type="search"
          data-find
          aria-label="Journal: a plan's or an agent's id"
          placeholder="PLAN-… or agent"
          defaultValue={journal}
          onChange={({ currentTarget }) => setQuery({ journal: currentTarget.value.trim() })}
        />
      </div>
      {refusal && !value && <Refused refusal={refusal} again={() => void found.fetch()} />}
      {!value && !refusal && <Loading rows={6} />}
      {value && value.entries.length === 0 && (
        <Empty
          isPart
          title={[...query.value.keys()].some((name) => name !== "verify") ? "No record matches" : "No records yet"}
        >
          <p>Every proposal, signature, answer and step is recorded here, with its person or process.</p>
        </Empty>
      )}
      {value && value.entries.length > 0 && (
        <>
          <Entries entries={value.entries} isVerifying={isVerifying} />
          {value.total > value.entries.length && (
            <div class="audit-more">
              <Button onClick={() => more(limit + STEP)}>Show more</Button>
              <span class="fact quiet">
                {grouped(value.entries.length)} of {grouped(value.total)}
              </span>
            </div>
          )}
        </>
      )}
    </Frame>
  );
}

function Verified({ found }: { found: AuditOf }) {
  const broken = found.journals.filter(({ broken }) => broken);
  if (broken.length === 0)
    return (
      <div class="audit-verified">
        <Notice
          look="ok"
          icon="audit"
          title={found.journals.length === 1 ? "The journal holds." : `All ${found.journals.length} journals hold.`}
        >
          Every record has its seal, and follows from the one before it.
        </Notice>
      </div>
    );
  return (
    <div class="audit-verified">
      {broken.map(({ project, journal, broken }) => (
        <Notice
          key={`${project}/${journal}`}
          look="bad"
          title={`The journal ${journal} in ${projectName(project)} is broken.`}
        >
          {broken?.message}
        </Notice>
      ))}
    </div>
  );
}

function Entries({ entries, isVerifying }: { entries: AuditOf["entries"]; isVerifying: boolean }) {
  return (
    <div class="card audit-entries">
      <table class="table">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Where</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ at, journal, version, by, action, revision, detail, verified, project }, index) => (
            <tr key={`${journal}-${version}-${index}`} class={verified ? "" : "unverified"}>
              <td class="fact quiet audit-when">
                <At at={at} seconds />
              </td>
              <td>
                <span class="audit-who">
                  <Avatar of={by.kind} name={by.name} />
                  <span>
                    {visible(by.name)}
                    <span class="fact quiet"> {by.surface}</span>
                  </span>
                </span>
              </td>
              <td>
                <strong>{actionWords(action)}</strong>
                {revision !== undefined && <span class="quiet"> revision {revision}</span>}
                {detail && <span class="audit-detail">{visible(detail)}</span>}
                {!verified && (
                  <Tag look="bad" icon="warning">
                    seal does not hold
                  </Tag>
                )}
                {isVerifying && verified && <span class="visually-hidden">seal holds</span>}
              </td>
              <td class="fact audit-where">
                {journal.startsWith("PLAN-") ? (
                  <a class="mono" href={planAddress(project, journal, "journal")}>
                    {journal}
                  </a>
                ) : (
                  <span class="mono">{journal}</span>
                )}
                <span class="quiet">{projectName(project)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** "request answered" of `request_answered`. */
function actionWords(action: string): string {
  return action.replaceAll("_", " ");
}
