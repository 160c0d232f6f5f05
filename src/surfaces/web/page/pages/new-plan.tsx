import { useEffect, useState } from "preact/hooks";
import { visible } from "../../../../plan/visible.ts";
import { call, type Refusal } from "../call.ts";
import { kept } from "../kept.ts";
import { useKeys } from "../keys.ts";
import { live } from "../live.ts";
import { Button } from "../parts/button.tsx";
import { Notice, Refused } from "../parts/states.tsx";
import { Pills } from "../parts/tabs.tsx";
import { Ago } from "../parts/time.tsx";
import { useResource } from "../resource.ts";
import { go, planAddress, query } from "../router.ts";
import { Frame } from "../shell.tsx";
import { may, me, projectName, projects } from "../store.ts";
import "./planning/planning.css";

const WAYS = [
  { value: "goal", label: "An agent plans it" },
  { value: "text", label: "I have the text" },
] as const;

interface Draft {
  way: (typeof WAYS)[number]["value"];
  goal: string;
  text: string;
  project: string;
  model: string;
}

/** A goal or text that a person typed and did not start yet: it outlives a reload, another page and the end of a session. */
const draft = kept<Draft>("new-plan", { way: "goal", goal: "", text: "", project: "", model: "" });

function put(part: Partial<Draft>): void {
  draft.value = { ...draft.value, ...part };
}

/** A goal for an agent that plans on the server, or the text of a plan. */
export function NewPlanPage() {
  const asked = query.value.get("project");
  useEffect(() => {
    if (asked !== null) put({ project: asked });
  }, [asked]);
  const { way, goal, text } = draft.value;
  const known = projects.value.find(({ key }) => key === draft.value.project) ?? projects.value[0];
  const project = known?.key ?? "";
  const [refusal, refuse] = useState<Refusal>();
  const [isBusy, work] = useState(false);
  const models = useResource(project ? "models" : undefined, { params: { project } }, () => false).value.value;
  const model = models?.models.some(({ id }) => id === draft.value.model) ? draft.value.model : "";
  const planning = me.value?.planning;

  const start = async (): Promise<void> => {
    work(true);
    refuse(undefined);
    const params = { project };
    if (way === "goal") {
      const answer = await call("plan", { params, body: { goal: goal.trim(), ...(model && { model }) } });
      if (answer.ok) {
        put({ goal: "" });
        go(`/new/${encodeURIComponent(project)}/${encodeURIComponent(answer.value.id)}`);
      } else refuse(answer.refusal);
    } else {
      const answer = await call("propose", { params, body: { text } });
      if (answer.ok) {
        put({ text: "" });
        go(planAddress(answer.value.project, answer.value.id));
      } else refuse(answer.refusal);
    }
    work(false);
  };
  const isReady =
    live.value.live &&
    project !== "" &&
    (way === "goal" ? goal.trim() !== "" && planning?.can === true : text.trim() !== "");
  useKeys("New plan", [
    { keys: "Ctrl+Enter", does: "start", always: true, act: () => isReady && !isBusy && void start() },
  ]);

  return (
    <Frame
      crumbs={[{ label: "Plans", href: "/plans" }, { label: "New plan" }]}
      back={{ label: "Plans", href: "/plans" }}
    >
      <div class="narrow">
        <h1>What should be done?</h1>
        {!may("author") && <Notice title="You may only read plans.">An author or approver starts new ones.</Notice>}
        <form
          class="card new-plan"
          onSubmit={(event) => {
            event.preventDefault();
            if (isReady) void start();
          }}
        >
          <Pills look="switch" label="How" options={WAYS} value={way} choose={(one) => put({ way: one })} />
          {way === "goal" ? (
            <label>
              Goal
              <textarea
                class="field goal"
                rows={5}
                value={goal}
                placeholder="Sign-in should survive a lost cookie. Everybody stays signed in."
                onInput={({ currentTarget }) => put({ goal: currentTarget.value })}
              />
              <span class="fact quiet">
                The agent reads the project and changes nothing. It may ask you; then it proposes a plan, which you read
                and sign.
              </span>
            </label>
          ) : (
            <label>
              Plan, as markdown
              <textarea
                class="field mono"
                rows={14}
                value={text}
                spellcheck={false}
                onInput={({ currentTarget }) => put({ text: currentTarget.value })}
              />
              <span class="fact quiet">
                It is checked and proposed under your name; a person has to sign it before it runs.
              </span>
            </label>
          )}
          <div class="new-plan-choices">
            <label>
              Project
              <select
                class="field"
                value={project}
                onChange={({ currentTarget }) => put({ project: currentTarget.value })}
              >
                {projects.value.map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            {way === "goal" && (
              <label>
                Model
                <select
                  class="field"
                  value={model}
                  onChange={({ currentTarget }) => put({ model: currentTarget.value })}
                >
                  <option value="">{models?.standard ? `${models.standard} (default)` : "the default"}</option>
                  {models?.models.map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
            )}
          </div>
          {way === "goal" && planning && !planning.can && (
            <Notice title={planning.why ?? "This server cannot plan."}>
              Start the planning in the terminal: <code>/plan</code> and the goal.
            </Notice>
          )}
          {way === "goal" && models?.problem && <Notice title={models.problem} />}
          {refusal && <Problems refusal={refusal} />}
          <div class="new-plan-foot">
            <Button look="sign" size="large" type="submit" keys="Ctrl+Enter" disabled={!isReady} busy={isBusy}>
              {way === "goal" ? "Plan it" : "Propose it"}
            </Button>
          </div>
        </form>
        <Plannings />
      </div>
    </Frame>
  );
}

function Problems({ refusal }: { refusal: Refusal }) {
  return (
    <>
      <Refused refusal={refusal} />
      {refusal.problems && (
        <ul class="new-plan-problems">
          {refusal.problems.map(({ message, hint, line }, index) => (
            <li key={index}>
              {line !== undefined && <span class="quiet">line {line}: </span>}
              {visible(message)} {hint && <span class="quiet">{visible(hint)}</span>}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What this server plans now, or planned lately. */
function Plannings() {
  const found = useResource("plannings", {}, ({ type }) => type === "planning" || type === "agent").value.value;
  const list = found?.plannings ?? [];
  if (list.length === 0) return null;
  return (
    <section class="runs-part">
      <h2>Planned on this server</h2>
      <ul class="card planning-list">
        {list.map(({ id, project, goal, phase, plan, started_at }) => (
          <li key={id}>
            <a
              href={
                plan && phase === "ended"
                  ? planAddress(project, plan)
                  : `/new/${encodeURIComponent(project)}/${encodeURIComponent(id)}`
              }
            >
              {visible(goal)}
            </a>
            <span class="fact quiet dotted">
              <span>{projectName(project)}</span>
              <span>{PHASES[phase]}</span>
              <Ago at={started_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PHASES = {
  gathering: "reads and asks",
  submitted: "proposed a plan",
  revising: "revises its plan",
  ended: "ended",
} as const;
