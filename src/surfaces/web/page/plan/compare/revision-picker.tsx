import { visible } from "../../../../../plan/visible.ts";
import type { AnswerOf } from "../../../api/shapes.ts";
import { Seal } from "../../parts/seal.tsx";
import { At } from "../../parts/time.tsx";

type Revision = AnswerOf<"revisions">["revisions"][number];

/** Every text the plan had; any two of them can be compared. */
export function RevisionPicker({
  revisions,
  from,
  to,
  share,
  choose,
}: {
  revisions: readonly Revision[];
  from: number | undefined;
  to: number | undefined;
  /** Of the newest text. */
  share: number;
  choose(next: { from: number; to: number }): void;
}) {
  if (from === undefined || to === undefined) return null;
  // The one that is pressed takes the place of the nearer end, so that the older one stays on the left.
  const press = (version: number): void => {
    if (version === from || version === to) return;
    if (version < from) choose({ from: version, to });
    else if (version > to) choose({ from, to: version });
    else choose({ from: version, to });
  };
  if (revisions.length > MOST) {
    return (
      <div class="revision-selects">
        <RevisionSelect
          label="From"
          revisions={revisions.filter(({ version }) => version < to)}
          value={from}
          choose={(next) => choose({ from: next, to })}
        />
        <RevisionSelect
          label="To"
          revisions={revisions.filter(({ version }) => version > from)}
          value={to}
          choose={(next) => choose({ from, to: next })}
        />
      </div>
    );
  }
  return (
    <ol class="revisions" aria-label="Revisions">
      {revisions.map((one, index) => (
        <li key={one.version}>
          <button
            type="button"
            class="revision"
            aria-pressed={one.version === from || one.version === to}
            onClick={() => press(one.version)}
          >
            <Seal
              digest={one.digest}
              share={one.signatures.length > 0 ? 1 : index === revisions.length - 1 ? share : 0}
              size={32}
            />
            <span>
              <strong>{nameOf(one, revisions)}</strong>
              <span class="fact quiet">
                {visible(one.by.name)} · <At at={one.at} />
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

const MOST = 5;

function RevisionSelect({
  label,
  revisions,
  value,
  choose,
}: {
  label: string;
  revisions: readonly Revision[];
  value: number;
  choose(version: number): void;
}) {
  return (
    <label>
      {label}
      <select class="field" value={value} onChange={(event) => choose(Number(event.currentTarget.value))}>
        {revisions.map((one) => (
          <option key={one.version} value={one.version}>
            {nameOf(one, revisions)}, {one.by.name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** An edit has the revision of the text that it replaced. */
function nameOf({ revision, version }: Revision, revisions: readonly Revision[]): string {
  const same = revisions.filter((one) => one.revision === revision);
  const at = same.findIndex((one) => one.version === version);
  return at <= 0 ? `Revision ${revision}` : `Revision ${revision}, edit ${at}`;
}
