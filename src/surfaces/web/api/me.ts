import { type Static, Type } from "typebox";
import { MOST_DAYS } from "../../../lifecycle/access.ts";
import { Time } from "./basics.ts";
import { ACCESS } from "./routes.ts";

const AccessShape = Type.Enum([...ACCESS]);

export const Project = Type.Object({
  key: Type.String({ description: "its address on this server" }),
  name: Type.String({ description: "the name of its directory" }),
  directory: Type.String(),
  problem: Type.Optional(Type.String({ description: "why it cannot be used, such as wrong settings" })),
});
export type Project = Static<typeof Project>;

export const Me = Type.Object({
  /** Absent without a session. */
  person: Type.Optional(
    Type.Object({
      name: Type.String(),
      id: Type.String({ description: "the person, as plans record it" }),
      is_local: Type.Boolean({ description: "the user of this machine, not a named token" }),
      access: AccessShape,
      session: Type.String(),
    }),
  ),
  version: Type.String({ description: "of the server: a page of another version reloads" }),
  projects: Type.Array(Project),
  /** Whether this server can start planning sessions, and if not, why. */
  planning: Type.Object({ can: Type.Boolean(), why: Type.Optional(Type.String()) }),
  now: Time,
});
export type Me = Static<typeof Me>;

export const SignIn = Type.Union([Type.Object({ code: Type.String() }), Type.Object({ token: Type.String() })]);

export const Session = Type.Object({
  id: Type.String(),
  person: Type.String(),
  is_local: Type.Boolean(),
  access: AccessShape,
  is_this: Type.Boolean(),
  created_at: Time,
  last_seen_at: Time,
  expires_at: Time,
  browser: Type.String(),
  address: Type.String(),
});
export type Session = Static<typeof Session>;
export const Sessions = Type.Object({ sessions: Type.Array(Session) });

export const Token = Type.Object({
  id: Type.String(),
  name: Type.String(),
  roles: Type.Array(Type.String()),
  access: AccessShape,
  created_at: Time,
  created_by: Type.String(),
  expires_at: Type.Optional(Time),
  revoked_at: Type.Optional(Time),
});
export type Token = Static<typeof Token>;
export const Tokens = Type.Object({ tokens: Type.Array(Token) });
export const NewToken = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 64 }),
  roles: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100 })),
  access: AccessShape,
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_DAYS })),
});
export const CreatedToken = Type.Object({ token: Token, secret: Type.String() });
