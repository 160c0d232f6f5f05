import { useMemo } from "preact/hooks";
import { scrolls } from "../parts/scrolls.ts";
import { terminalLines } from "./terminal-text.ts";

/** What a program printed, in the colours that it chose or that its marks have. */
export function Output({ text, label }: { text: string; label: string }) {
  const lines = useMemo(() => terminalLines(text.replace(/\n+$/, "")), [text]);
  return (
    <pre class="output" {...scrolls(label)}>
      {lines.map((pieces, index) => (
        <span key={index} class="output-line">
          {pieces.map(({ text: words, look }, at) =>
            look === "" ? (
              words
            ) : (
              <span key={at} class={look}>
                {words}
              </span>
            ),
          )}
          {"\n"}
        </span>
      ))}
    </pre>
  );
}
