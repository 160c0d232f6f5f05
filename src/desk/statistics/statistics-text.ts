import { modeMark } from "../../plan/mode-look.ts";
import { counted, duration, money, tokens } from "../../plan/quantities.ts";
import { visible } from "../../plan/visible.ts";
import { columns, wrap } from "../../plan/wrap.ts";
import type { Statistics } from "../statistics.ts";
import type { Compared } from "./plan-facts.ts";

/** A heading with its lines; no line is wider than the given width. */
export interface StatisticsSection {
  heading: string;
  lines: string[];
}

type Row = [label: string, value: string];

export function statisticsSections(found: Statistics, width: number): StatisticsSection[] {
  const { plans, steps, spent, since } = found;
  const from = since === undefined ? "" : ` since ${since.slice(0, 10)}`;
  const section = (heading: string, lines: string[]): StatisticsSection[] =>
    lines.length === 0 ? [] : [{ heading: wrap(heading, width).join("\n"), lines }];
  const linesOf = (list: Row[]) => list.flatMap((row) => rowLines(row, width));
  return [
    ...section(`${counted(plans.total, "plan")}${from}`, linesOf(planRows(found))),
    ...section(`${counted(steps.started, "step")} begun`, modeLines(found, width)),
    ...(spent.plans > 0 ? section(spentHeading(found), linesOf(spentRows(found))) : []),
    ...section("Tools", linesOf(toolRows(found))),
  ];
}

/** The message if there is nothing to count. */
export function noStatistics({ since, plans, tools }: Statistics): string | undefined {
  if (plans.total + tools.denied.length + tools.let_through.length > 0) return undefined;
  const broken = plans.broken === 0 ? "" : ` ${counted(plans.broken, "journal")} broken and not counted.`;
  return since === undefined
    ? `There is nothing to count yet: no plan was proposed here.${broken}`
    : `No plan was proposed since ${since.slice(0, 10)}.${broken}`;
}

function planRows({ plans, approval, revisions, go_ahead, over_planning }: Statistics): Row[] {
  const { approved, rejected, rate, seconds, unknown } = approval;
  const standing = Object.entries(plans.by_status).map(([status, count]) => `${count} ${status.replaceAll("_", " ")}`);
  return [
    ...rows(standing.length > 0 && ["Now", standing.join(", ")]),
    ...rows(rate !== undefined && ["Approved", `${approved} of ${approved + rejected} answered (${percent(rate)})`]),
    ...rows(seconds && ["Until approved", `median ${duration(seconds.median)}, 90% within ${duration(seconds.p90)}`]),
    ...rows(unknown !== undefined && ["Clock was set", `${counted(unknown, "approval")} after an unknown time`]),
    ...rows(
      go_ahead.detected > 0 && [
        "“Go ahead”",
        `said ${counted(go_ahead.detected, "time")}, approved ${go_ahead.approved}`,
      ],
    ),
    ...rows(
      revisions.mean !== undefined && [
        "Revisions a plan",
        `${revisions.mean.toFixed(1)}, at most ${revisions.spread?.most ?? 0}`,
      ],
    ),
    ...rows(
      over_planning.plans > 0 && [
        "Over-planned",
        `${over_planning.plans} (${percent(over_planning.share ?? 0)}): one step of low risk, nothing to decide`,
      ],
    ),
    ...rows(
      plans.broken > 0 && [
        "Not counted",
        `${counted(plans.broken, "journal")} broken; the audit command (--verify) tells more`,
      ],
    ),
  ];
}

const COUNTS = ["started", "completed", "failed", "interrupted", "again"] as const;
const TITLES = { started: "begun", completed: "done", failed: "failed", interrupted: "interrupted", again: "repeated" };

/** A small table; sentences where it does not fit. */
function modeLines({ steps }: Statistics, width: number): string[] {
  const label = Math.max(...steps.by_mode.map(({ mode }) => modeMark(mode).length)) + 4;
  if (width < label + COUNTS.length * 13) {
    return steps.by_mode.flatMap((mode) => {
      const counts = COUNTS.filter((key) => mode[key] > 0).map((key) => `${mode[key]} ${TITLES[key]}`);
      return rowLines([modeMark(mode.mode), counts.join(", ")], width);
    });
  }
  const line = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(label - 2)}${cells.map((cell) => cell.padStart(13)).join("")}`;
  return [
    line(
      "",
      COUNTS.map((key) => TITLES[key]),
    ),
    ...steps.by_mode.map((mode) =>
      line(
        modeMark(mode.mode),
        COUNTS.map((key) => String(mode[key])),
      ),
    ),
  ];
}

function spentHeading({ spent }: Statistics): string {
  const used = [`${tokens(spent.tokens)} tokens`, money(spent.cost), duration(spent.seconds)].join(", ");
  return `${used} for ${counted(spent.plans, "plan")}`;
}

function spentRows({ spent, estimates }: Statistics): Row[] {
  const { cost_per_plan: cost, tokens_per_plan: used } = spent;
  const off = [
    ["tokens", estimates.tokens],
    ["cost", estimates.cost],
    ["time", estimates.minutes],
  ] as const;
  const compared = off.flatMap(([what, one]) => (one.estimated > 0 ? [`${what} ${difference(one)}`] : []));
  return [
    ...rows(
      cost !== undefined &&
        used !== undefined &&
        used.most > 0 && [
          "A plan",
          [
            ...(cost.most > 0 ? [`median ${money(cost.median)}, 90% at most ${money(cost.p90)}`] : []),
            `median ${tokens(used.median)} tokens`,
          ].join("; "),
        ],
    ),
    ...spent.by_model.map(
      ({ model, ...one }): Row => [visible(model), `${tokens(one.tokens)} tokens, ${money(one.cost)}`],
    ),
    ...spent.dearest.map(
      ({ id, title, ...one }, at): Row => [at === 0 ? "Dearest" : "", `${id} ${money(one.cost)}: ${visible(title)}`],
    ),
    ...rows(
      compared.length > 0 && [
        "Against estimates",
        `${compared.join(", ")} (${counted(estimates.steps, "step")} with an estimate)`,
      ],
    ),
  ];
}

function toolRows({ tools, amendments }: Statistics): Row[] {
  const denied = tools.denied.map(({ tool, count }) => `${visible(tool)} ${count}`);
  const missed = tools.missed.map(({ tool, count, out_of_scope, unknown, asked }) => {
    const why = [
      ...(out_of_scope > 0 ? [`${out_of_scope} not signed for`] : []),
      ...(unknown > 0 ? [`${unknown} unknown`] : []),
      ...(asked > 0 ? [`${asked} asked for`] : []),
    ];
    return `${visible(tool)} ${count} (${why.join(", ")})`;
  });
  const letThrough = tools.let_through.map(({ tool, count }) => `${visible(tool)} ${count}`);
  const { asked, added, once, refused } = amendments;
  return [
    ...rows(denied.length > 0 && ["Denied most", denied.join(", ")]),
    ...rows(letThrough.length > 0 && ["Not stopped", letThrough.join(", ")]),
    ...rows(missed.length > 0 && ["Missed most", missed.join(", ")]),
    ...rows(
      asked > 0 && ["Amendments", `${asked} asked for: ${added} added, ${once} allowed once, ${refused} refused`],
    ),
  ];
}

const LABEL = 20;

/** Beside its label if there is room, otherwise below it. */
function rowLines([label, value]: Row, width: number): string[] {
  const isBeside = width >= 60;
  const indent = isBeside ? LABEL + 2 : 4;
  const lines = wrap(value, Math.max(1, width - indent)).map(
    (line) => `${" ".repeat(Math.min(indent, width - 1))}${line}`,
  );
  if (isBeside && columns(label) <= LABEL - 2) {
    const [first = "", ...rest] = lines;
    return [`  ${label}${" ".repeat(LABEL - columns(label))}${first.trimStart()}`, ...rest];
  }
  return [...(label === "" ? [] : wrap(label, Math.max(1, width - 2)).map((line) => `  ${line}`)), ...lines];
}

function rows(row: Row | false | undefined): Row[] {
  return row ? [row] : [];
}

function difference({ estimated, actual }: Compared): string {
  const share = Math.round((actual / estimated - 1) * 100);
  return share === 0 ? "as it was" : `${share > 0 ? "+" : "−"}${Math.abs(share)}%`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}
