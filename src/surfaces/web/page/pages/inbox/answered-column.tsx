import { visible } from "../../../../../plan/visible.ts";
import type { Slip } from "../../../api/requests.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { closedWords } from "../../parts/closed-words.ts";
import { Ago } from "../../parts/time.tsx";
import { planAddress } from "../../router.ts";

/** Who answered what, where: in this browser, in the terminal, in Discord, or the host when the time was over. */
export function AnsweredColumn({ answered }: { answered: readonly Slip[] }) {
  if (answered.length === 0) return null;
  return (
    <section class="side-part">
      <h2>Answered</h2>
      <ol class="answered-list">
        {answered.slice(0, 8).map(({ id, closing, title, plan, project, topic }) =>
          closing ? (
            <li key={id}>
              <Avatar of={closing.by.kind} name={closing.by.name} />
              <div>
                <p>
                  {visible(closedWords(closing))}{" "}
                  {plan ? <a href={planAddress(project, plan)}>{visible(title ?? plan)}</a> : visible(topic)}
                </p>
                <p class="fact quiet dotted">
                  <span>{closing.by.surface}</span>
                  <Ago at={closing.at} />
                </p>
              </div>
            </li>
          ) : null,
        )}
      </ol>
    </section>
  );
}
