import { visibleCommand } from "../../../../plan/visible-command.ts";

/** A command as it is signed: real lines with numbers, hidden characters spelled out, nothing shortened. */
export function Command({ text, note }: { text: string; note?: string }) {
  const lines = visibleCommand(text).split("\n");
  return (
    <div class="command">
      {note !== undefined && <span class="command-note">{note}</span>}
      <ol>
        {lines.map((line, index) => (
          <li key={index}>
            <code>
              <CommandLine text={line} />
            </code>
          </li>
        ))}
      </ol>
    </div>
  );
}

/**
 * A line of a command, with what hides spelled out. It wraps between words and never behind a hyphen: a `--` at the end of a line
 * would be read as a word of its own.
 */
export function CommandLine({ text }: { text: string }) {
  return (
    <>
      {text.split(/( +)/).map((word, index) =>
        /-[^ ]/.test(word) ? (
          <span key={index} class="unbroken">
            {word}
          </span>
        ) : (
          word
        ),
      )}
    </>
  );
}

/** A command or path inside a sentence. */
export function Exact({ text }: { text: string }) {
  return <code class="exact">{visibleCommand(text, { inline: true })}</code>;
}
