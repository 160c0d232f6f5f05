import { useState } from "preact/hooks";
import type { AnswerOf } from "../../../api/shapes.ts";
import { Icon } from "../../parts/icon.tsx";
import { RiskMark } from "../../parts/risk.tsx";
import { Tag } from "../../parts/tag.tsx";
import type { ChangedRow, CompareRow, FieldTexts, SameRow, Side } from "./rows-of.ts";
import { type Piece, wordPieces } from "./word-diff.ts";

type Revision = AnswerOf<"revisions">["revisions"][number];

/** What differs, as the plan is built: step by step, field by field, word by word. */
export function StructureRows({
  rows,
  isBeside,
  from,
  to,
}: {
  rows: readonly CompareRow[];
  isBeside: boolean;
  from: Revision;
  to: Revision;
}) {
  return (
    <div class={`structure ${isBeside ? "beside" : "below"}`}>
      {isBeside && (
        <div class="structure-row structure-head" aria-hidden="true">
          <div>Revision {from.revision}</div>
          <div>Revision {to.revision}</div>
        </div>
      )}
      {rows.map((row) =>
        row.kind === "same" ? (
          <Same key={row.key} row={row} />
        ) : (
          <Changed key={row.key} row={row} isBeside={isBeside} />
        ),
      )}
    </div>
  );
}

function Same({ row }: { row: SameRow }) {
  const [isOpen, open] = useState(false);
  return (
    <div class="structure-same">
      <button type="button" aria-expanded={isOpen} onClick={() => open(!isOpen)}>
        <Icon name={isOpen ? "down" : "right"} size={11} /> {row.words}
      </button>
      {isOpen && (
        <ul>
          {row.titles.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Changed({ row, isBeside }: { row: ChangedRow; isBeside: boolean }) {
  const { kind, before, after, fields, widened } = row;
  const isWider = widened.length > 0;
  const marks = { "data-change": "", ...(isWider && { "data-wider": "" }), tabIndex: -1 };
  const sides = fields.map((field) => ({ field, pieces: wordPieces(field.before, field.after) }));
  const titles = wordPieces(before?.title, after?.title);
  const wider = isWider && (
    <Tag look="warn" icon="wider">
      wider
    </Tag>
  );
  const isRiskier = before?.risk !== after?.risk && kind === "changed";
  if (!isBeside) {
    return (
      <section class={`structure-row ${kind}${isWider ? " wider" : ""}`} {...marks}>
        <div>
          <Head
            side={after ?? before}
            sign={kind}
            pieces={kind === "removed" ? titles.before : titles.after}
            isSame={kind !== "removed" && kind !== "added"}
          >
            {kind === "added" && <Tag look="ok">new</Tag>}
            {kind === "moved" && <Tag>moved from {before?.number}</Tag>}
            {isRiskier && <Tag>risk was {before?.risk ?? "not given"}</Tag>}
            {wider}
          </Head>
          <dl>
            {sides.map(({ field, pieces }) => (
              <div key={field.label}>
                <dt>{field.label}</dt>
                <dd>
                  {field.before !== undefined && (
                    <Text pieces={pieces.before} how="removed" field={field} isWhole={kind === "removed"} />
                  )}
                  {field.after !== undefined && (
                    <Text pieces={pieces.after} how="added" field={field} isWhole={kind === "added"} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
    );
  }
  return (
    <section class={`structure-row ${kind}${isWider ? " wider" : ""}`} {...marks}>
      {before ? (
        <div class="old">
          <Head
            side={before}
            sign={kind === "removed" ? kind : undefined}
            pieces={titles.before}
            isSame={kind !== "removed"}
          />
          <Fields sides={sides} side="before" isWhole={kind === "removed"} />
        </div>
      ) : (
        <div class="absent" role="img" aria-label="not in the earlier text" />
      )}
      {after ? (
        <div class="new">
          <Head side={after} sign={kind === "added" ? kind : undefined} pieces={titles.after} isSame={kind !== "added"}>
            {kind === "added" && <Tag look="ok">new</Tag>}
            {kind === "moved" && <Tag>moved</Tag>}
            {isRiskier && <Tag>risk was {before?.risk ?? "not given"}</Tag>}
            {wider}
          </Head>
          <Fields sides={sides} side="after" isWhole={kind === "added"} />
        </div>
      ) : (
        <div class="absent" role="img" aria-label="not in the later text" />
      )}
    </section>
  );
}

function Head({
  side,
  sign,
  pieces,
  isSame,
  children,
}: {
  side: Side | undefined;
  sign: string | undefined;
  pieces: readonly Piece[];
  isSame: boolean;
  children?: preact.ComponentChildren;
}) {
  if (!side) return null;
  const isGone = sign === "removed";
  return (
    <h3 class="structure-title">
      {sign === "added" && <span class="sign ok">+</span>}
      {isGone && <span class="sign bad">−</span>}
      <span>
        {side.number !== undefined && `${side.number} `}
        {isGone ? (
          <del>{side.title}</del>
        ) : isSame ? (
          pieces.map((piece, index) => (piece.isOwn ? <ins key={index}>{piece.text}</ins> : piece.text))
        ) : (
          side.title
        )}
      </span>
      {side.risk && <RiskMark risk={side.risk} />}
      {children}
    </h3>
  );
}

function Fields({
  sides,
  side,
  isWhole,
}: {
  sides: readonly { field: FieldTexts; pieces: ReturnType<typeof wordPieces> }[];
  side: "before" | "after";
  isWhole: boolean;
}) {
  return (
    <dl>
      {sides.map(({ field, pieces }) => (
        <div key={field.label}>
          {field.label !== "" && <dt>{field.label}</dt>}
          <dd>
            {field[side] === undefined ? (
              <span class="quiet">none</span>
            ) : (
              <Text
                pieces={pieces[side]}
                how={side === "before" ? "removed" : "added"}
                field={field}
                isWhole={isWhole}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Text({
  pieces,
  how,
  field,
  isWhole,
}: {
  pieces: readonly Piece[];
  how: "added" | "removed";
  field: FieldTexts;
  isWhole: boolean;
}) {
  const Mark = how === "added" ? "ins" : "del";
  return (
    <span class={field.isCommand || EXACT.has(field.label) ? "diff-text mono" : "diff-text"}>
      {pieces.map((piece, index) =>
        piece.isOwn && !isWhole ? <Mark key={index}>{piece.text}</Mark> : <span key={index}>{piece.text}</span>,
      )}
    </span>
  );
}

const EXACT = new Set(["files", "tools", "never", "model"]);
