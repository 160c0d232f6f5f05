import { useState } from "preact/hooks";
import { visible } from "../../../../../plan/visible.ts";
import type { SettingsOf } from "../../../api/looking.ts";
import { Icon } from "../../parts/icon.tsx";
import { Loading, Notice, Refused } from "../../parts/states.tsx";
import { Pills } from "../../parts/tabs.tsx";
import { Tag } from "../../parts/tag.tsx";
import { useResource } from "../../resource.ts";
import { projects } from "../../store.ts";

type Setting = SettingsOf["settings"][number];
const SHOWN = [
  { value: "set", label: "What is set" },
  { value: "all", label: "All" },
] as const;

/** What is configured for a project, from where it comes, and what the project made stricter. It is changed in its files. */
export function ProjectSettings() {
  const [key, choose] = useState(projects.value[0]?.key ?? "");
  const [shown, show] = useState<"set" | "all">("set");
  const found = useResource(
    key ? "settings" : undefined,
    { params: { project: key } },
    ({ type }) => type === "projects",
  );
  const value = found.value.value;
  const settings =
    value?.settings.filter(({ from, is_tightened }) => shown === "all" || from !== "default" || is_tightened) ?? [];
  return (
    <section>
      <div class="settings-head">
        <h2>Configured</h2>
        <div class="settings-choices">
          {projects.value.length > 1 && (
            <select
              class="field"
              aria-label="Project"
              value={key}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            >
              {projects.value.map((one) => (
                <option key={one.key} value={one.key}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
          <Pills look="switch" label="Show" options={SHOWN} value={shown} choose={(one) => show(one)} />
        </div>
      </div>
      {found.refusal.value && !value && <Refused refusal={found.refusal.value} again={() => void found.fetch()} />}
      {!value && !found.refusal.value && <Loading rows={4} />}
      {value && (
        <>
          {value.problems.map(({ message, hint }) => (
            <Notice key={message} look="bad" title={visible(message)}>
              {hint && visible(hint)}
            </Notice>
          ))}
          <p class="fact quiet">
            Written in <code>{value.files.project}</code> and <code>{value.files.user}</code>. {value.sandbox}
          </p>
          {settings.length === 0 ? (
            <p class="card fact quiet">Nothing is set: every setting has its default.</p>
          ) : (
            <ul class="card settings-rows">
              {settings.map((setting) => (
                <SettingRow key={setting.key} setting={setting} />
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

const FROM: Record<Setting["from"], string> = { default: "default", user: "yours", project: "project", host: "host" };

function SettingRow({ setting }: { setting: Setting }) {
  const { key, value, from, is_tightened, otherwise, is_safety, what } = setting;
  return (
    <li class="setting">
      <p class="setting-key">
        {is_safety && (
          <Icon
            name="shield"
            size={13}
            role="img"
            aria-hidden={false}
            aria-label="for safety: a project may only tighten it"
          />
        )}
        <code>{key}</code>
        <Tag look={from === "default" ? "plain" : "ink"}>{FROM[from]}</Tag>
        {is_tightened && <Tag look="ok">tightened by the project</Tag>}
      </p>
      <p class="setting-value">
        <code>{shownValue(value)}</code>
        {otherwise !== undefined && <span class="fact quiet"> otherwise {shownValue(otherwise)}</span>}
      </p>
      {what && (
        <p class="fact quiet">
          {what.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
        </p>
      )}
    </li>
  );
}

function shownValue(value: unknown): string {
  return visible(typeof value === "string" ? value : JSON.stringify(value));
}
