import { no, type Outcome, yes } from "../../../desk/outcome.ts";
import type { Person } from "../../../desk/persons.ts";
import { createToken, listTokens, revokeToken, TOKEN_NAME, TOKEN_NAME_RULE, tokenEnd } from "../../../desk/tokens.ts";
import type { Call, Handlers } from "./handler.ts";
import type { PeopleOptions } from "./people.ts";

type Routes = "tokens" | "createToken" | "revokeToken";

/** The tokens of named persons. */
export function tokenHandlers({ projects, database, live, at }: PeopleOptions): Pick<Handlers, Routes> {
  return {
    tokens: async () => yes({ tokens: listTokens(database) }),
    createToken: async (call) => {
      const { name, roles = [], access, days } = call.body;
      if (!TOKEN_NAME.test(name)) return no("malformed", TOKEN_NAME_RULE);
      const by = admin(call);
      if (!by.ok) return by;
      const now = at();
      const expires = days === undefined ? {} : { expires_at: tokenEnd(days, now) };
      return yes(createToken(database, { name, roles, access, ...expires }, by.value, now));
    },
    revokeToken: async (call) => {
      const by = admin(call);
      if (!by.ok) return by;
      const { token = "" } = call.params;
      if (!revokeToken(database, token, at())) return no("not_found", `There is no valid token ${token}.`);
      live.endSessions();
      return yes({ ok: true });
    },
  };

  /** A token belongs to no project: any desk authenticates. */
  function admin({ person }: Pick<Call<"createToken">, "person">): Outcome<Person> {
    const [first] = projects.all();
    return first ? person(first.desk) : no("not_found", "This server has no project.");
  }
}
