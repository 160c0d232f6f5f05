import { useEffect, useRef, useState } from "preact/hooks";
import { visible } from "../../../../plan/visible.ts";
import { visibleCommand } from "../../../../plan/visible-command.ts";
import type { Verdict } from "../../../../policy/verdict.ts";
import type { BodyOf } from "../../api/shapes.ts";
import { call, type Refusal } from "../call.ts";
import { useKeys } from "../keys.ts";
import { Button } from "../parts/button.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { Refused } from "../parts/states.tsx";
import { Pills } from "../parts/tabs.tsx";
import { Frame } from "../shell.tsx";
import { projects } from "../store.ts";
import "./policy/policy.css";

const MODES = [
  { value: "planning", label: "While planning" },
  { value: "executing", label: "While a step runs" },
] as const;
const WHATS = [
  { value: "command", label: "A command" },
  { value: "call", label: "A call of a tool" },
] as const;
const TRIES = [
  "git status",
  "npm install left-pad",
  "rg TODO src | head",
  "cat ~/.ssh/id_ed25519",
  "sort -o out.txt in.txt",
];

/** Try a command or a call: the verdict, and why. Nothing is run and nothing is recorded. */
export function PolicyPage() {
  const [what, setWhat] = useState<(typeof WHATS)[number]["value"]>("command");
  const [mode, setMode] = useState<(typeof MODES)[number]["value"]>("planning");
  const [project, setProject] = useState(projects.value[0]?.key ?? "");
  const [command, setCommand] = useState("");
  const [judged, setJudged] = useState<{ verdict: Verdict; asked: string }>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, work] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const judge = async (): Promise<void> => {
    const body = bodyOf(form.current, what, mode, command);
    if (typeof body === "string") return setRefusal({ kind: "wrong_input", message: body, status: 0 });
    work(true);
    const answer = await call("judge", { params: { project }, body });
    work(false);
    setRefusal(answer.ok ? undefined : answer.refusal);
    if (answer.ok)
      setJudged({ verdict: answer.value.verdict, asked: body.command ?? `${body.tool} ${JSON.stringify(body.input)}` });
  };
  useKeys("Policy", [{ keys: "Ctrl+Enter", does: "judge it", always: true, act: () => void judge() }]);

  return (
    <Frame crumbs={[{ label: "Policy" }]}>
      <div class="head">
        <h1>May an agent do this?</h1>
      </div>
      <p class="page-words">
        Type a command or a call. The policy says what it would answer an agent, and which rule decides. Nothing is run
        and nothing is recorded.
      </p>
      <form
        ref={form}
        class="card policy-form"
        onSubmit={(event) => {
          event.preventDefault();
          void judge();
        }}
      >
        <div class="policy-choices">
          <Pills look="switch" label="What" options={WHATS} value={what} choose={(one) => setWhat(one)} />
          <Pills look="switch" label="When" options={MODES} value={mode} choose={(one) => setMode(one)} />
          {projects.value.length > 1 && (
            <select
              class="field"
              aria-label="Project"
              value={project}
              onChange={({ currentTarget }) => setProject(currentTarget.value)}
            >
              {projects.value.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </div>
        {what === "command" ? (
          <label>
            Command
            <textarea
              class="field mono"
              rows={3}
              value={command}
              spellcheck={false}
              placeholder="git log --oneline | head"
              onInput={({ currentTarget }) => setCommand(currentTarget.value)}
            />
          </label>
        ) : (
          <div class="policy-call">
            <label>
              Tool
              <input class="field mono" name="tool" placeholder="edit" spellcheck={false} autocomplete="off" />
            </label>
            <label>
              Input, as JSON
              <textarea
                class="field mono"
                name="input"
                rows={3}
                spellcheck={false}
                placeholder='{ "path": "src/db/pool.ts" }'
              />
            </label>
          </div>
        )}
        <div class="policy-foot">
          {what === "command" && (
            <div class="policy-tries">
              <span class="fact quiet">Try</span>
              {TRIES.map((line) => (
                <button key={line} type="button" class="button small mono" onClick={() => setCommand(line)}>
                  {line}
                </button>
              ))}
            </div>
          )}
          <Button look="sign" type="submit" busy={isBusy} keys="Ctrl+Enter">
            Judge
          </Button>
        </div>
      </form>
      {refusal && <Refused refusal={refusal} />}
      {judged && <Shown {...judged} />}
    </Frame>
  );
}

function bodyOf(
  form: HTMLFormElement | null,
  what: "command" | "call",
  mode: "planning" | "executing",
  command: string,
): BodyOf<"judge"> | string {
  if (what === "command") return command.trim() === "" ? "Type a command first." : { command, mode };
  const data = new FormData(form ?? undefined);
  const [tool, input] = [String(data.get("tool") ?? "").trim(), String(data.get("input") ?? "").trim() || "{}"];
  if (tool === "") return "Name the tool first.";
  try {
    const parsed: unknown = JSON.parse(input);
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
      return "The input is an object in JSON: { … }.";
    return { tool, input: parsed as Record<string, unknown>, mode };
  } catch {
    return "The input is no valid JSON.";
  }
}

const LOOKS: Record<Verdict["verdict"], { look: string; icon: IconName; words: string }> = {
  allow: { look: "ok", icon: "check", words: "Allowed" },
  confirm: { look: "ink", icon: "pen", words: "A person is asked" },
  deny: { look: "bad", icon: "cross", words: "Denied" },
};

function Shown({ verdict, asked }: { verdict: Verdict; asked: string }) {
  const section = useRef<HTMLElement>(null);
  // On a phone it would come below the screen, and nothing would seem to happen.
  useEffect(() => section.current?.scrollIntoView({ block: "nearest" }), [verdict]);
  const { look, icon, words } = LOOKS[verdict.verdict];
  const text = visibleCommand(asked);
  const span = verdict.span;
  const at = span ? text.indexOf(span.text) : -1;
  return (
    <section ref={section} class={`card verdict ${look}`} aria-live="polite">
      <h2>
        <Icon name={icon} size={20} />
        {words}
        <span class="fact quiet mono">{verdict.code}</span>
      </h2>
      <pre class="verdict-line">
        {span && at >= 0 ? (
          <>
            {text.slice(0, at)}
            <mark>{span.text}</mark>
            {text.slice(at + span.text.length)}
          </>
        ) : (
          text
        )}
      </pre>
      <p>{visible(verdict.reason)}</p>
      {verdict.hint && <p class="fact">{visible(verdict.hint)}</p>}
      {verdict.where && (
        <p class="fact quiet">
          It would run {verdict.where === "sandbox" ? "in the sandbox" : "on this machine, outside a sandbox"}.
        </p>
      )}
      <h3>Rules that applied</h3>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Says</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {verdict.rulings.length === 0 && (
            <tr>
              <td class="mono">{verdict.rule}</td>
              <td>{verdict.verdict}</td>
              <td>{visible(verdict.reason)}</td>
            </tr>
          )}
          {verdict.rulings.map((ruling, index) => (
            <tr key={index} class={ruling.rule === verdict.rule ? "decides" : ""}>
              <td class="mono">{ruling.rule}</td>
              <td>
                {ruling.says}
                {ruling.isFirm && " (no waiver lifts it)"}
              </td>
              <td>
                {visible(ruling.reason)}
                {ruling.hint && <span class="fact quiet"> {visible(ruling.hint)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
