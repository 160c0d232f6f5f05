import { createToken, listTokens, revokeToken, TOKEN_NAME, TOKEN_NAME_RULE, tokenEnd } from "../../../desk/tokens.ts";
import { ACCESSES, type Access, isAccess, MOST_DAYS } from "../../../lifecycle/access.ts";
import { visible } from "../../../plan/visible.ts";
import { number, text, texts } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askOwner } from "../person.ts";
import { refused, reply, usage } from "../reply.ts";

export const run: Run = async (session, args) => {
  const [action, word] = args.words;
  const desk = await session.desk();
  const home = desk.homeDatabase();
  if (action === "list") {
    const tokens = listTokens(home);
    const lines = tokens.map(({ id, name, access, roles, created_at, expires_at, revoked_at }) => {
      const end = revoked_at
        ? `revoked ${revoked_at.slice(0, 10)}`
        : expires_at
          ? `until ${expires_at.slice(0, 10)}`
          : "valid";
      return `${id}  ${visible(name)}${roles.length > 0 ? ` (${roles.map((role) => visible(role)).join(", ")})` : ""}  ${access}  since ${created_at.slice(0, 10)}  ${end}`;
    });
    return reply(
      { tokens },
      lines.length > 0 ? lines.join("\n") : "There are no tokens. To create one: countersign token create <name>",
    );
  }
  if (action === "create" && word !== undefined) {
    const days = number(args, "days");
    if (!TOKEN_NAME.test(word)) return usage(TOKEN_NAME_RULE);
    if (days !== undefined && days > MOST_DAYS) return usage(`--days takes up to ${MOST_DAYS}.`);
    const access = text(args, "access") ?? "approver";
    if (!isAccess(access)) return usage(`--access takes ${ACCESSES.join(", ")}.`);
    // A token must not create tokens.
    const person = await askOwner(session, desk, {
      question: `Create a token with which ${word} ${CAN[access]}?`,
    });
    if (!person.ok) return refused(person.refusal);
    const at = desk.at();
    const expires = days === undefined ? {} : { expires_at: tokenEnd(days, at) };
    const wanted = { name: word, roles: texts(args, "role"), access, ...expires };
    const { token, secret } = createToken(home, wanted, person.value, at);
    return reply(
      { token: { ...token, secret } },
      `Created token ${token.id} for ${word}. It is shown only now:\n\n  ${secret}\n`,
    );
  }
  if (action === "revoke" && word !== undefined) {
    const person = await askOwner(session, desk, { question: `Revoke the token ${word}?` });
    if (!person.ok) return refused(person.refusal);
    return revokeToken(home, word, desk.at())
      ? reply({ revoked: word }, `Revoked token ${word}.`)
      : refused({ kind: "not_found", message: `There is no valid token ${word}.`, hint: "countersign token list" });
  }
  return usage("countersign token needs create <name>, list, or revoke <id>.");
};

const CAN: Record<Access, string> = {
  viewer: "can look at plans",
  author: "can propose plans",
  approver: "can approve plans",
  admin: "can approve plans, make tokens and end sessions",
};
