import type { LaneRow } from "./lanes.ts";

/** The number of a step on its lane, with the lines to the steps above and below. The list says the same in words. */
export function Lanes({
  row,
  count,
  number,
  unseen,
}: {
  row: LaneRow;
  count: number;
  number: number;
  unseen: boolean;
}) {
  const isDrawn = count <= MOST;
  const x = (lane: number) => FIRST + (isDrawn ? lane : 0) * BETWEEN;
  return (
    <span class="lanes" style={{ width: `${x(isDrawn ? count - 1 : 0) + FIRST}px` }} aria-hidden="true">
      {isDrawn && (
        <>
          <svg class="lanes-top" width={x(count - 1) + FIRST} height={MIDDLE}>
            {row.into.map((lane) => (
              <path key={lane} d={lineDown(x(lane), x(row.lane))} />
            ))}
          </svg>
          {row.past.map((lane) => (
            <span key={lane} class="lane-line" style={{ left: `${x(lane)}px`, top: 0 }} />
          ))}
          {row.goes && <span class="lane-line" style={{ left: `${x(row.lane)}px`, top: `${MIDDLE}px` }} />}
        </>
      )}
      <span class={`lane-number${unseen ? " unseen" : ""}`} style={{ left: `${x(row.lane)}px` }}>
        {number}
      </span>
    </span>
  );
}

function lineDown(from: number, to: number): string {
  return from === to ? `M${from} 0V${MIDDLE}` : `M${from} 0C${from} ${MIDDLE - 6} ${to} 4 ${to} ${MIDDLE}`;
}

/** More lines leave no room for words beside them. */
const MOST = 5;
const FIRST = 18;
const BETWEEN = 17;
/** Where the number of a step stands, from the top of its row. */
const MIDDLE = 27;
