import { createToken, listTokens, revokeToken } from "../../../desk/tokens.ts";
import { visible } from "../../../plan/visible.ts";
import { number, texts } from "../command-line.ts";
import type { Run } from "../commands.ts";
import { askOwner } from "../person.ts";
import { refused, reply, usage } from "../reply.ts";

export const run: Run = async (session, args) => {
  const [action, word] = args.words;
  const desk = await session.desk();
  const home = desk.homeDatabase();
  if (action === "list") {
    const tokens = listTokens(home);
    const lines = tokens.map(({ id, name, roles, created_at, expires_at, revoked_at }) => {
      const end = revoked_at
        ? `revoked ${revoked_at.slice(0, 10)}`
        : expires_at
          ? `until ${expires_at.slice(0, 10)}`
          : "valid";
      return `${id}  ${visible(name)}${roles.length > 0 ? ` (${roles.map((role) => visible(role)).join(", ")})` : ""}  since ${created_at.slice(0, 10)}  ${end}`;
    });
    return reply(
      { tokens },
      lines.length > 0 ? lines.join("\n") : "There are no tokens. To create one: countersign token create <name>",
    );
  }
  if (action === "create" && word !== undefined) {
    const days = number(args, "days");
    if (!/^[^:\s\p{C}]{1,64}$/u.test(word)) return usage("A name is one word of up to 64 characters, without colons.");
    // A token must not create tokens.
    const person = await askOwner(session, desk, {
      question: `Create a token with which ${word} can approve plans?`,
    });
    if (!person.ok) return refused(person.refusal);
    const expires =
      days === undefined ? {} : { expires_at: new Date(Date.now() + days * 24 * 3600 * 1000).toISOString() };
    const { token, secret } = createToken(
      home,
      { name: word, roles: texts(args, "role"), ...expires },
      person.value,
      desk.at(),
    );
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
