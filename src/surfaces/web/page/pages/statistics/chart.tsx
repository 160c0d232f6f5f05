import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { Button } from "../../parts/button.tsx";

/** `t` turns every chart into its table. */
export const areTables = signal(false);

export interface ChartProps {
  title: string;
  /** In words, and with a pattern or shape for each series. */
  legend?: ComponentChildren;
  /** What the table has. */
  head: readonly string[];
  rows: readonly (readonly (string | number)[])[];
  class?: string;
  children: ComponentChildren;
}

/** A chart, and the table behind it. */
export function Chart({ title, legend, head, rows, class: more, children }: ChartProps) {
  return (
    <section class={`card chart${more ? ` ${more}` : ""}`}>
      <div class="chart-head">
        <h2>{title}</h2>
        {!areTables.value && legend !== undefined && <div class="legend">{legend}</div>}
      </div>
      {rows.length === 0 ? (
        <p class="quiet">Nothing to count yet.</p>
      ) : areTables.value ? (
        <Table title={title} head={head} rows={rows} />
      ) : (
        children
      )}
    </section>
  );
}

function Table({ title, head, rows }: Pick<ChartProps, "title" | "head" | "rows">) {
  return (
    <section class="table-wrap" aria-label={title} tabIndex={0}>
      <table class="table">
        <thead>
          <tr>
            {head.map((name, column) => (
              <th key={name} scope="col" class={column === 0 ? "" : "number"}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((value, column) =>
                column === 0 ? (
                  <th key={column} scope="row">
                    {value}
                  </th>
                ) : (
                  <td key={column} class="number">
                    {value}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function TablesButton() {
  return (
    <Button keys="t" aria-pressed={areTables.value} onClick={toggleTables}>
      {areTables.value ? "Charts" : "Tables"}
    </Button>
  );
}

export function toggleTables(): void {
  areTables.value = !areTables.value;
}
