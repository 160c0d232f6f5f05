import type { CommandToRun } from "../../../../../plan/commands-to-run.ts";
import { counted } from "../../../../../plan/quantities.ts";
import { visibleCommand } from "../../../../../plan/visible-command.ts";
import { CommandLine } from "../../parts/command.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { Review } from "../review.ts";
import { commandKey } from "../seen/parts.ts";
import { useSeen } from "../seen/seen-of.ts";
import type { Signing } from "./signing.ts";

/** Every command that runs by itself once the plan is signed. Nothing is shortened. */
export function WillRun({ review, signing }: { review: Review; signing: Signing }) {
  const { commands, unshown } = signing;
  if (commands.length === 0) {
    return (
      <section class="will-run">
        <h3>No command runs by itself</h3>
        <p class="fact">What a model wants to run is judged call by call.</p>
      </section>
    );
  }
  const words =
    commands.length === 1 ? "The command that will run" : `All ${counted(commands.length, "command")} that will run`;
  return (
    <section class="will-run" aria-label={words}>
      <div class="will-run-head">
        <h3>{words}</h3>
        {unshown.length === 0 ? (
          <span class="fact ok">
            <Icon name="check" size={14} /> seen
          </span>
        ) : (
          <span class="fact">nothing is shortened</span>
        )}
      </div>
      <ol class="will-run-list">
        {commands.map((command) => (
          <Row key={commandKey(command)} review={review} command={command} />
        ))}
      </ol>
    </section>
  );
}

function Row({ review, command }: { review: Review; command: CommandToRun }) {
  const ref = useSeen<HTMLLIElement>(review.standing.shown.digest, commandKey(command));
  const lines = visibleCommand(command.command).split("\n");
  return (
    <li ref={ref}>
      <span class="will-run-step">{command.place + 1}</span>
      <span class="will-run-kind">{command.field === "run" ? "runs" : "check"}</span>
      <span class="will-run-lines">
        {lines.map((line, index) => (
          <code key={index}>
            <CommandLine text={line} />
          </code>
        ))}
      </span>
    </li>
  );
}
