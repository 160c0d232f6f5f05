import { useEffect, useState } from "preact/hooks";
import { visible } from "../../../../plan/visible.ts";

/** Markdown of an agent or a person. It is hostile input: raw HTML is shown as text, and the rest is cleaned once more. */
export function Markdown({ text, headings = 2 }: { text: string; headings?: number }) {
  const [html, show] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    void import("./render-markdown.ts").then(({ renderMarkdown }) => {
      if (isWanted) show(renderMarkdown(visible(text, { multiline: true }), headings));
    });
    return () => {
      isWanted = false;
    };
  }, [text, headings]);
  if (html === undefined) return <div class="markdown plain">{visible(text, { multiline: true })}</div>;
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: html }} />;
}
