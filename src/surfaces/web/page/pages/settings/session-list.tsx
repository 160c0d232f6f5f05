import { useState } from "preact/hooks";
import { visible } from "../../../../../plan/visible.ts";
import { call, type Refusal } from "../../call.ts";
import { Button } from "../../parts/button.tsx";
import { say } from "../../parts/say.tsx";
import { Loading, Refused } from "../../parts/states.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Ago } from "../../parts/time.tsx";
import { useResource } from "../../resource.ts";
import { person as who } from "../../store.ts";

/** Browsers that are signed in: one's own, for an admin all. */
export function SessionList() {
  const found = useResource("sessions", {}, ({ type }) => type === "signed_out");
  const [refusal, refuse] = useState<Refusal>();
  const revoke = async (session: string, name: string): Promise<void> => {
    const answer = await call("revokeSession", { params: { session } });
    refuse(answer.ok ? undefined : answer.refusal);
    if (!answer.ok) return;
    say(`${name} is signed out there.`);
    void found.fetch();
  };
  const sessions = found.value.value?.sessions;
  return (
    <section>
      <h2>Sessions</h2>
      {refusal && <Refused refusal={refusal} />}
      {found.refusal.value && !sessions && <Refused refusal={found.refusal.value} again={() => void found.fetch()} />}
      {!sessions && !found.refusal.value && <Loading rows={2} />}
      {sessions && (
        <ul class="card settings-rows">
          {sessions.map(({ id, person, access, is_this, last_seen_at, expires_at, browser, address }) => (
            <li key={id} class="settings-row">
              <div>
                <p>
                  <span class="strong">{visible((is_this && who.value?.name) || person)}</span>{" "}
                  {is_this && <Tag look="ink">this browser</Tag>}
                </p>
                <p class="fact quiet dotted">
                  <span>{access}</span>
                  <span title={browser}>{visible(browserName(browser))}</span>
                  <span>{visible(address)}</span>
                  <span>
                    seen <Ago at={last_seen_at} />
                  </span>
                  <span>
                    ends <Ago at={expires_at} until />
                  </span>
                </p>
              </div>
              {!is_this && (
                <Button look="bad" onClick={() => void revoke(id, person)}>
                  End session
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** "Chrome on Linux" of what a browser says of itself; all of it stands in the title. */
function browserName(agent: string): string {
  const name = BROWSERS.find(([mark]) => agent.includes(mark))?.[1];
  const system = SYSTEMS.find(([mark]) => agent.includes(mark))?.[1];
  return name ? `${name}${system ? ` on ${system}` : ""}` : agent.slice(0, 60);
}

const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Mac OS X", "macOS"],
  ["Windows", "Windows"],
  ["Linux", "Linux"],
] as const;
