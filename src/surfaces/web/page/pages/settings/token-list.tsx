import { useState } from "preact/hooks";
import { visible } from "../../../../../plan/visible.ts";
import { ACCESS, type Access } from "../../../api/routes.ts";
import { call, type Refusal } from "../../call.ts";
import { Button } from "../../parts/button.tsx";
import { say } from "../../parts/say.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { Loading, Notice, Refused } from "../../parts/states.tsx";
import { Tag } from "../../parts/tag.tsx";
import { Ago, now } from "../../parts/time.tsx";
import { useResource } from "../../resource.ts";

const MAY: Record<Access, string> = {
  viewer: "reads",
  author: "reads and proposes",
  approver: "reads, proposes and signs",
  admin: "all, and tokens",
};

/** Named persons who come with a token. The secret is shown once. */
export function TokenList() {
  const found = useResource("tokens", {}, () => false);
  const [refusal, refuse] = useState<Refusal>();
  const [isNew, open] = useState(false);
  const [asked, ask] = useState<{ id: string; name: string }>();
  const revoke = async (token: string, name: string): Promise<void> => {
    const answer = await call("revokeToken", { params: { token } });
    refuse(answer.ok ? undefined : answer.refusal);
    if (!answer.ok) return;
    say(`The token of ${name} is revoked, and its sessions have ended.`);
    void found.fetch();
  };
  const tokens = found.value.value?.tokens;
  return (
    <section>
      <div class="settings-head">
        <h2>Persons with a token</h2>
        <Button icon="plus" onClick={() => open(true)}>
          New token…
        </Button>
      </div>
      {refusal && <Refused refusal={refusal} />}
      {found.refusal.value && !tokens && <Refused refusal={found.refusal.value} again={() => void found.fetch()} />}
      {!tokens && !found.refusal.value && <Loading rows={2} />}
      {tokens?.length === 0 && (
        <p class="card fact quiet">
          No tokens yet. With one, another person signs in from elsewhere under their own name.
        </p>
      )}
      {tokens && tokens.length > 0 && (
        <ul class="card settings-rows">
          {tokens.map(({ id, name, access, roles, created_at, expires_at, revoked_at }) => (
            <li key={id} class="settings-row">
              <div>
                <p>
                  <span class="strong">{visible(name)}</span>{" "}
                  <span class="fact">
                    {access}: {MAY[access]}
                  </span>{" "}
                  {revoked_at !== undefined && <Tag>revoked</Tag>}
                  {expires_at !== undefined && expires_at < now.value.toISOString() && <Tag look="warn">expired</Tag>}
                </p>
                <p class="fact quiet dotted">
                  <span class="mono">{id}</span>
                  {roles.length > 0 && <span>{visible(roles.join(", "))}</span>}
                  <span>
                    made <Ago at={created_at} />
                  </span>
                  {expires_at !== undefined && revoked_at === undefined && (
                    <span>
                      ends <Ago at={expires_at} until />
                    </span>
                  )}
                </p>
              </div>
              {revoked_at === undefined && (
                <Button look="bad" onClick={() => ask({ id, name })}>
                  Revoke…
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {asked && (
        <Sheet
          title={`Revoke the token of ${visible(asked.name)}?`}
          close={() => ask(undefined)}
          foot={
            <>
              <Button onClick={() => ask(undefined)}>Leave it</Button>
              <Button
                look="bad"
                onClick={() => {
                  ask(undefined);
                  void revoke(asked.id, asked.name);
                }}
              >
                Revoke
              </Button>
            </>
          }
        >
          <p>Browsers that it signed in are signed out at once. It cannot be restored; what it signed stays signed.</p>
        </Sheet>
      )}
      {isNew && (
        <NewToken
          close={() => {
            open(false);
            void found.fetch();
          }}
        />
      )}
    </section>
  );
}

function NewToken({ close }: { close(): void }) {
  const [secret, show] = useState<string>();
  const [refusal, refuse] = useState<Refusal>();
  const [isBusy, work] = useState(false);
  const [isCopied, copied] = useState(false);
  if (secret !== undefined)
    return (
      <Sheet
        title="The token"
        close={close}
        foot={
          <>
            <Button
              icon={isCopied ? "check" : "copy"}
              onClick={() => void navigator.clipboard.writeText(secret).then(() => copied(true))}
            >
              {isCopied ? "Copied" : "Copy"}
            </Button>
            <Button look="sign" onClick={close}>
              I have it
            </Button>
          </>
        }
      >
        <Notice look="ink" icon="key" title="It is shown only now.">
          Send it to that person over a safe channel: everybody who has it signs under that name.
        </Notice>
        <pre class="secret">{secret}</pre>
      </Sheet>
    );
  return (
    <Sheet title="A token for a person" close={close}>
      <form
        class="new-token"
        onSubmit={async (event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const text = (name: string): string => String(data.get(name) ?? "").trim();
          const roles = text("roles")
            .split(/[,\s]+/)
            .filter((role) => role !== "");
          const access = ACCESS.find((one) => one === text("access")) ?? "viewer";
          const days = Number(text("days"));
          work(true);
          const answer = await call("createToken", {
            body: { name: text("name"), access, ...(roles.length > 0 && { roles }), ...(days > 0 && { days }) },
          });
          work(false);
          if (answer.ok) show(answer.value.secret);
          else refuse(answer.refusal);
        }}
      >
        <label>
          Name under signatures, one word
          <input
            class="field"
            name="name"
            required
            maxLength={64}
            pattern="[^\s:]+"
            autocomplete="off"
            spellcheck={false}
          />
        </label>
        <fieldset>
          <legend>May</legend>
          {ACCESS.map((access) => (
            <label key={access} class="check">
              <input type="radio" name="access" value={access} required />
              <span>
                <strong>{access}</strong> <span class="quiet">{MAY[access]}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <label>
          Roles, for plans that only some may sign
          <input class="field" name="roles" placeholder="leads, security" autocomplete="off" />
        </label>
        <label>
          Days until it ends; empty for never
          <input class="field" name="days" type="number" min={1} inputMode="numeric" />
        </label>
        {refusal && <Refused refusal={refusal} />}
        <Button look="sign" type="submit" busy={isBusy}>
          Create token
        </Button>
      </form>
    </Sheet>
  );
}
