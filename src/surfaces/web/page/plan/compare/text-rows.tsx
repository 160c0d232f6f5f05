import { useMemo, useState } from "preact/hooks";
import { counted } from "../../../../../plan/quantities.ts";
import { Icon } from "../../parts/icon.tsx";
import { type LineRow, lineBlocks } from "./line-rows.ts";
import { wordPieces } from "./word-diff.ts";

/** The two files, line by line. */
export function TextRows({ before, after, isBeside }: { before: string; after: string; isBeside: boolean }) {
  const blocks = useMemo(() => lineBlocks(before, after), [before, after]);
  return (
    <div class={`text-rows ${isBeside ? "beside" : "below"}`}>
      {blocks.map((block, index) =>
        block.kind === "folded" ? (
          <Folded key={index} rows={block.rows} isBeside={isBeside} />
        ) : (
          block.rows.map((row, at) => (
            <Row
              key={`${index} ${at}`}
              row={row}
              isBeside={isBeside}
              isFirst={at === 0 || block.rows[at - 1]?.kind === "same"}
            />
          ))
        ),
      )}
    </div>
  );
}

function Folded({ rows, isBeside }: { rows: readonly LineRow[]; isBeside: boolean }) {
  const [isOpen, open] = useState(false);
  if (isOpen) return rows.map((row, at) => <Row key={at} row={row} isBeside={isBeside} isFirst={false} />);
  return (
    <button type="button" class="text-folded" onClick={() => open(true)}>
      <Icon name="right" size={11} /> {counted(rows.length, "line")} the same
    </button>
  );
}

function Row({ row, isBeside, isFirst }: { row: LineRow; isBeside: boolean; isFirst: boolean }) {
  const { kind, before, after } = row;
  const mark = kind !== "same" && isFirst ? { "data-change": "", tabIndex: -1 } : {};
  if (kind === "same" && !isBeside) return <Line line={after} sign=" " kind="same" />;
  const pieces = kind === "changed" ? wordPieces(before?.text, after?.text) : undefined;
  const left = before ? (
    <Line
      line={before}
      sign={kind === "same" ? " " : "−"}
      kind={kind === "same" ? kind : "removed"}
      pieces={pieces?.before}
    />
  ) : undefined;
  const right = after ? (
    <Line
      line={after}
      sign={kind === "same" ? " " : "+"}
      kind={kind === "same" ? kind : "added"}
      pieces={pieces?.after}
    />
  ) : undefined;
  return (
    <div class="text-row" {...mark}>
      {isBeside ? (
        <>
          {left ?? <div class="text-line absent" />}
          {right ?? <div class="text-line absent" />}
        </>
      ) : (
        <>
          {left}
          {right}
        </>
      )}
    </div>
  );
}

function Line({
  line,
  sign,
  kind,
  pieces,
}: {
  line: { number: number; text: string } | undefined;
  sign: string;
  kind: "same" | "added" | "removed";
  pieces?: readonly { text: string; isOwn: boolean }[] | undefined;
}) {
  const Mark = kind === "added" ? "ins" : "del";
  return (
    <div class={`text-line ${kind}`}>
      <span class="text-number">{line?.number}</span>
      <span class="text-sign">{sign}</span>
      <code>
        {pieces
          ? pieces.map((piece, index) => (piece.isOwn ? <Mark key={index}>{piece.text}</Mark> : piece.text))
          : line?.text}
      </code>
    </div>
  );
}
