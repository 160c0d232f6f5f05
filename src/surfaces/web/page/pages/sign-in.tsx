import { useState } from "preact/hooks";
import type { Refusal } from "../call.ts";
import { Button } from "../parts/button.tsx";
import { Mark } from "../parts/mark.tsx";
import { Notice, Refused } from "../parts/states.tsx";
import { go } from "../router.ts";
import { codeRefusal, signIn } from "../sign-in.ts";

/** Says how a person gets in here: from the terminal, or with a token. */
export function SignInPage() {
  const [refusal, refuse] = useState<Refusal>();
  const [isBusy, work] = useState(false);
  const ofCode = refusal === undefined ? codeRefusal.value : undefined;
  return (
    <main class="sign-in" id="main">
      <div class="sign-in-sheet">
        <Mark size={44} />
        <h1>Countersign</h1>
        {ofCode && (
          <div role="alert">
            <Notice title={ofCode.message}>
              {ofCode.hint ?? "A code holds for 60 seconds and for one use. Open a new address from the terminal."}
            </Notice>
          </div>
        )}
        {refusal && <Refused refusal={refusal} />}
        <section>
          <h2>On this machine</h2>
          <p>
            Type <code>countersign serve</code> or, in the terminal app, <code>/plan web</code>. It opens this page with
            a code that signs you in once.
          </p>
        </section>
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            const token = new FormData(event.currentTarget).get("token");
            if (typeof token !== "string" || token.trim() === "") return;
            work(true);
            const refused = await signIn({ token: token.trim() });
            work(false);
            refuse(refused);
            if (!refused && location.pathname === "/sign-in") go("/inbox", { replace: true });
          }}
        >
          <h2>From elsewhere</h2>
          <label for="token">Your token</label>
          <input
            id="token"
            name="token"
            class="field"
            type="password"
            autocomplete="current-password"
            spellcheck={false}
            required
          />
          <p class="fact quiet">
            The owner of this server makes one with <code>countersign token</code>. With it you sign under your own
            name.
          </p>
          <Button look="sign" size="large" type="submit" busy={isBusy}>
            Sign in
          </Button>
        </form>
      </div>
    </main>
  );
}
