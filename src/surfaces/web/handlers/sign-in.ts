import { type Attempts, tooManyAttempts } from "../guard/attempts.ts";
import { refuse } from "../guard/refuse.ts";
import type { Live } from "../live/live.ts";
import { endedCookie, sessionCookie } from "../sign-in/session-cookie.ts";
import type { Sessions } from "../sign-in/sessions.ts";
import { answerOf } from "./answer.ts";
import type { Call, Handlers, Visitor } from "./handler.ts";

export interface SignInOptions {
  sessions: Sessions;
  attempts: Attempts;
  me: Handlers["me"];
  live: Pick<Live, "endSessions">;
}

/** Turns a code or a token into a session, whose secret only the cookie has; and ends it. */
export function signInHandlers(options: SignInOptions): Pick<Handlers, "signIn" | "signOut"> {
  const { sessions, attempts, me, live } = options;
  const end = ({ session }: Visitor) => {
    sessions.revoke(session);
    live.endSessions();
  };
  return {
    signIn: async (call) => {
      const { body, browser, visitor: before } = call;
      // First, or a program on this machine could keep its owner out by guessing. Codes and tokens have 192 bits.
      const begun = sessions.begin(body, browser);
      if (begun === undefined) {
        const wait = attempts.wait(browser.address);
        if (wait > 0) return tooManyAttempts(wait);
        attempts.failed(browser.address);
        return refuse(401, "code" in body ? WRONG_CODE : WRONG_TOKEN);
      }
      if (before !== undefined) end(before);
      const visitor = sessions.visitor(begun.secret);
      const answer = answerOf(await me({ ...call, query: undefined, body: undefined, visitor } as Call<"me">));
      answer.headers.set("set-cookie", sessionCookie(begun.secret, call.cookie));
      return answer;
    },
    signOut: async ({ visitor, cookie }) => {
      if (visitor !== undefined) {
        end(visitor);
      }
      return Response.json({ ok: true }, { headers: { "set-cookie": endedCookie(cookie) } });
    },
  };
}

const WRONG_CODE = {
  kind: "wrong_code",
  message: "This address was used already, or is older than a minute.",
  hint: "Open the dashboard again with countersign serve, or with /plan web.",
};
const WRONG_TOKEN = { kind: "wrong_token", message: "This is not a valid token: unknown, expired or revoked." };
