import DOMPurify from "dompurify";
import { Marked } from "marked";
import { visible } from "../../../../plan/visible.ts";

/**
 * Clean HTML of a markdown text. Headings move down by `shift`; images become their words, since nothing foreign is loaded. What
 * markdown does not draw is written out, because a person signs it: where a link leads, titles, definitions, the words after a fence.
 * `undefined` for a text that would keep the page busy: it is shown as it was written.
 */
export function renderMarkdown(text: string, shift: number): string | undefined {
  if (isCostly(text)) return undefined;
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text: raw }) => escaped(raw),
      image: ({ text: words, href, title }) => escaped(`[${words || "picture"}: ${href}${titled(title)}]`),
      def: ({ raw }) => `<p>${escaped(raw.trim())}</p>`,
      link({ href, title, text: words, tokens }) {
        const place = words === href && !title ? "" : escaped(` (${href}${titled(title)})`);
        return `<a href="${escaped(href)}">${this.parser.parseInline(tokens)}</a>${place}`;
      },
      code({ text: code, lang = "" }) {
        const words = /^\w{0,12}$/.test(lang) ? "" : `<p>${escaped(lang)}</p>`;
        return `${words}<pre><code>${escaped(code)}</code></pre>`;
      },
      heading({ tokens, depth }) {
        const level = Math.min(6, depth + shift);
        return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
      },
      checkbox: ({ checked }) => (checked ? "☑ " : "☐ "),
    },
  });
  const clean = DOMPurify.sanitize(marked.parse(text, { async: false }), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ["href", "start", "align"],
    ALLOWED_URI_REGEXP: /^(?:https?:|mailto:|#)/i,
    RETURN_DOM_FRAGMENT: true,
  });
  return withNothingHidden(clean);
}

/** Long texts, and lists and quotes in each other: the parser reads those once more for each level, and has no more than its stack. */
function isCostly(text: string): boolean {
  return text.length > LONGEST || DEEP.test(text);
}

const LONGEST = 100_000;
/** A line that begins with so many marks or blanks. */
const DEEP = /^(?:[ \t>]|(?:[*+-]|\d{1,9}[.)])(?=[ \t])){200}/m;

/** `&#x202E;` only becomes a character that turns text here. */
function withNothingHidden(clean: DocumentFragment): string {
  const texts = document.createNodeIterator(clean, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    node.nodeValue = visible(node.nodeValue ?? "", { multiline: true, spelled: true });
  }
  const drawn = document.createElement("div");
  drawn.append(clean);
  return drawn.innerHTML;
}

function titled(title: string | null | undefined): string {
  return title ? ` “${title}”` : "";
}

DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  if (node.tagName !== "A") return;
  node.setAttribute("rel", "noopener noreferrer nofollow");
  node.setAttribute("target", "_blank");
});

const TAGS =
  "a b blockquote br code del em h1 h2 h3 h4 h5 h6 hr i li ol p pre s strong sub sup table tbody td th thead tr ul".split(
    " ",
  );

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
