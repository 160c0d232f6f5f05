import type { StatisticsOf } from "../../../api/looking.ts";

export interface Span {
  label: string;
  title: string;
  proposed: number;
  approved: number;
  rejected: number;
}

/** Every day from the first to the last, up to a month of them; more than that by week. Days without a plan count too. */
export function spansOf(found: StatisticsOf["days"], today: string): Span[] {
  const days = filled(found, today);
  if (days.length <= 31)
    return days.map(({ day, ...counts }) => ({ label: String(Number(day.slice(8, 10))), title: day, ...counts }));
  const weeks = new Map<string, Span>();
  for (const { day, proposed, approved, rejected } of days) {
    const start = mondayOf(day);
    const week = weeks.get(start) ?? {
      label: String(weekOf(start)),
      title: `week of ${start}`,
      proposed: 0,
      approved: 0,
      rejected: 0,
    };
    weeks.set(start, {
      ...week,
      proposed: week.proposed + proposed,
      approved: week.approved + approved,
      rejected: week.rejected + rejected,
    });
  }
  return [...weeks.values()].slice(-MOST);
}

function filled(found: StatisticsOf["days"], today: string): StatisticsOf["days"] {
  const [first] = found;
  if (!first) return [];
  const known = new Map(found.map((one) => [one.day, one]));
  const days: StatisticsOf["days"] = [];
  // At least a fortnight, so that a first day is no wide block.
  const start = Math.min(Date.parse(first.day), Date.parse(today) - 13 * DAY);
  for (let at = start; at <= Date.parse(today); at += DAY) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push(known.get(day) ?? { day, proposed: 0, approved: 0, rejected: 0, cost: 0, tokens: 0 });
  }
  return days;
}

const DAY = 24 * 3600 * 1000;
const MOST = 53;
const [WIDTH, HEIGHT, LEFT, BOTTOM] = [680, 236, 30, 24];

/** Approved filled, rejected hatched on top of it, proposed as a line across. */
export function WeeksChart({ spans }: { spans: readonly Span[] }) {
  const most = niceMost(
    Math.max(1, ...spans.map(({ proposed, approved, rejected }) => Math.max(proposed, approved + rejected))),
  );
  const room = (WIDTH - LEFT) / spans.length;
  const bar = Math.max(3, Math.min(28, room * 0.56));
  const y = (value: number): number => (HEIGHT - BOTTOM - 10) * (1 - value / most) + 10;
  const every = Math.ceil(spans.length / 16);
  const total = spans.reduce((sum, { approved }) => sum + approved, 0);
  return (
    <svg
      class="weeks"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${total} approvals over ${spans.length} ${spans.length > 31 ? "weeks" : "spans of time"}. The table has the numbers.`}
    >
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect class="hatch-ground" width="5" height="5" />
          <rect class="hatch-line" width="2.600" height="5" />
        </pattern>
      </defs>
      {[0, most / 2, most].map((value) => (
        <g key={value} class="axis">
          <path d={`M${LEFT} ${y(value)}H${WIDTH}`} />
          <text x={LEFT - 8} y={y(value) + 4} text-anchor="end">
            {value}
          </text>
        </g>
      ))}
      {spans.map(({ label, title, proposed, approved, rejected }, index) => {
        const x = LEFT + index * room + (room - bar) / 2;
        return (
          <g key={title}>
            <title>{`${title}: ${proposed} proposed, ${approved} approved, ${rejected} rejected`}</title>
            {approved > 0 && (
              <rect class="approved" x={x} y={y(approved)} width={bar} height={y(0) - y(approved)} rx="2" />
            )}
            {rejected > 0 && (
              <rect
                class="rejected"
                x={x}
                y={y(approved + rejected)}
                width={bar}
                height={y(approved) - y(approved + rejected) - 1}
              />
            )}
            {proposed > 0 && <path class="proposed" d={`M${x - 3} ${y(proposed)}h${bar + 6}`} />}
            {index % every === 0 && (
              <text
                class={(index / every) % 2 === 1 ? "axis every-second" : "axis"}
                x={x + bar / 2}
                y={HEIGHT - 6}
                text-anchor="middle"
              >
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function niceMost(value: number): number {
  const step = 10 ** Math.floor(Math.log10(value));
  const nice = [1, 2, 3, 4, 6, 8, 10].map((times) => times * step).find((one) => one >= value) ?? value;
  return Math.max(2, nice);
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** The number of the week as calendars have it. */
function weekOf(monday: string): number {
  const thursday = new Date(`${monday}T00:00:00Z`);
  thursday.setUTCDate(thursday.getUTCDate() + 3);
  const start = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  return 1 + Math.floor((thursday.getTime() - start) / (7 * 24 * 3600 * 1000));
}
