import { no, yes } from "../../../desk/outcome.ts";
import { listTokens } from "../../../desk/tokens.ts";
import type { WebSession } from "../../../desk/web-sessions.ts";
import type { Session } from "../api/me.ts";
import type { Handlers, Visitor } from "./handler.ts";
import type { PeopleOptions } from "./people.ts";

/** The sessions of browsers, at this server: one's own, or those of everybody for an admin. */
export function sessionHandlers({
  sessions,
  database,
  live,
}: PeopleOptions): Pick<Handlers, "sessions" | "revokeSession"> {
  return {
    sessions: async ({ visitor }) => yes({ sessions: shownTo(visitor) }),
    revokeSession: async ({ visitor, params: { session = "" } }) => {
      const found = shownTo(visitor).find(({ id }) => id === session);
      if (found === undefined || !sessions.revoke(found.id)) return no("not_found", `There is no session ${session}.`);
      live.endSessions();
      return yes({ ok: true });
    },
  };

  function shownTo(visitor: Visitor | undefined): Session[] {
    if (visitor === undefined) return [];
    const mine = ({ token_id }: WebSession) => visitor.access === "admin" || token_id === visitor.tokenId;
    const tokens = new Map(listTokens(database).map((token) => [token.id, token]));
    return sessions
      .list()
      .filter(mine)
      .map(({ token_id, user_agent: browser, account, port, ...session }) => {
        const { name, access } = tokens.get(token_id ?? "") ?? { name: nameIn(account), access: "admin" as const };
        const is_local = token_id === undefined;
        return { ...session, person: name, access, is_local, is_this: session.id === visitor.session, browser };
      });
  }
}

/** Of `surface:id`, the user of this machine. */
function nameIn(account = ""): string {
  return account.slice(account.indexOf(":") + 1);
}
