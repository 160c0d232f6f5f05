import { signOut } from "../app.tsx";
import { singleKeys } from "../keys.ts";
import { notificationState, turnOnNotifications, wantsNotifications } from "../notifications.ts";
import { Avatar } from "../parts/avatar.tsx";
import { Button } from "../parts/button.tsx";
import { Pills } from "../parts/tabs.tsx";
import { Frame } from "../shell.tsx";
import { may, me, person } from "../store.ts";
import { scheme } from "../theme.ts";
import { ProjectSettings } from "./settings/project-settings.tsx";
import { SessionList } from "./settings/session-list.tsx";
import { TokenList } from "./settings/token-list.tsx";
import "./settings/settings.css";

const SCHEMES = [
  { value: "system", label: "As the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** This browser, who may come in, and what is configured for each project. */
export function SettingsPage() {
  const who = person.value;
  return (
    <Frame crumbs={[{ label: "Settings" }]}>
      <div class="settings">
        <h1>Settings</h1>
        {who && (
          <section class="card settings-who">
            <Avatar of="person" name={who.name} size="large" />
            <div>
              <p class="strong">{who.name}</p>
              <p class="fact quiet">
                {who.access}, {who.is_local ? "the user of this machine" : "signed in with a token"}; signatures are
                recorded as <code>{who.id}</code>
              </p>
            </div>
            <Button icon="out" onClick={() => void signOut()}>
              Sign out
            </Button>
          </section>
        )}
        <section>
          <h2>This browser</h2>
          <div class="card settings-rows">
            <div class="settings-row">
              <div>
                <p class="strong">Colours</p>
              </div>
              <Pills
                look="switch"
                label="Colours"
                options={SCHEMES}
                value={scheme.value}
                choose={(one) => (scheme.value = one)}
              />
            </div>
            <div class="settings-row">
              <div>
                <p class="strong">Desktop notifications</p>
                <p class="fact quiet">{NOTIFICATION_WORDS[notificationState.value]}</p>
              </div>
              <Notifications />
            </div>
            <div class="settings-row">
              <div>
                <p class="strong">Single keys</p>
                <p class="fact quiet">
                  Keys such as j, k and 1 act without Ctrl. Switch them off if you speak to your computer.
                </p>
              </div>
              <OnOff label="Single keys" isOn={singleKeys.value} set={(on) => (singleKeys.value = on)} />
            </div>
          </div>
        </section>
        <SessionList />
        {may("admin") && <TokenList />}
        <ProjectSettings />
        <p class="fact quiet">
          Countersign {me.value?.version}. The API of this server is described at <a href="/api">/api</a>.
        </p>
      </div>
    </Frame>
  );
}

const NOTIFICATION_WORDS = {
  on: "You are told of new requests while this page is open in a tab.",
  off: "Be told of new requests while this page is open in a tab.",
  denied: "Your browser refuses them for this address: allow them in its settings.",
  none: "This browser has none.",
} as const;

function Notifications() {
  const state = notificationState.value;
  if (state === "denied" || state === "none") return null;
  return (
    <OnOff
      label="Desktop notifications"
      isOn={state === "on"}
      set={(on) => {
        if (on) void turnOnNotifications();
        else wantsNotifications.value = false;
      }}
    />
  );
}

function OnOff({ label, isOn, set }: { label: string; isOn: boolean; set(on: boolean): void }) {
  return (
    <Pills
      look="switch"
      label={label}
      options={[
        { value: "on", label: "On" },
        { value: "off", label: "Off" },
      ]}
      value={isOn ? "on" : "off"}
      choose={(value) => set(value === "on")}
    />
  );
}
