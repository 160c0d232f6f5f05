import type { CardMessage } from "../../../../src/surfaces/discord/cards/card-message.ts";
import { FLAGS } from "../../../../src/surfaces/discord/cards/card-message.ts";
import { LIMITS } from "../../../../src/surfaces/discord/limits.ts";
import { messageProblems } from "../../../../testing/discord/limits/message.ts";

/** Why Discord would refuse a card, as the Discord of the test kit says. */
export function problemsOf({ files = [], allowedMentions, ...body }: CardMessage): string[] {
  const names = files.map(({ name }) => name);
  const found = messageProblems({ ...body, allowed_mentions: allowedMentions }, { files: names });
  return [
    ...found.map(({ path, code }) => `${path.join(".")} ${code}`),
    ...((body.flags & FLAGS.components) === 0 ? ["flags: no components"] : []),
    ...(new Set(names).size < names.length ? ["files: two have one name"] : []),
    ...files.flatMap(({ name, attachment: { byteLength } }) => {
      const isSound = /^[\w.-]+$/.test(name) && byteLength > 0 && byteLength <= LIMITS.fileBytes;
      return isSound ? [] : [`files: ${name}`];
    }),
  ];
}
