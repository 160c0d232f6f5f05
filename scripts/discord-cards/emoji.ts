/** The emoji of our cards, drawn in a square of 20; our font has none in colour. */
const DRAWN: Record<string, string> = {
  "🟢": disc("#78b159"),
  "🟡": disc("#fdcb58"),
  "🔴": disc("#dd2e44"),
  "⚪": disc("#e6e7e8"),
  "✅": tile("#77b255", '<path d="M5 10.5l3.5 3.5L15 6" fill="none" stroke="#fff" stroke-width="2.4"/>'),
  "☑": tile("#5865f2", '<path d="M5 10.5l3.5 3.5L15 6" fill="none" stroke="#fff" stroke-width="2.4"/>'),
  "❌": '<path d="M3 3L17 17M17 3L3 17" stroke="#dd2e44" stroke-width="4" stroke-linecap="round"/>',
  "▶": tile("#3b88c3", '<path d="M6.5 4.5v11l9-5.5z" fill="#fff"/>'),
  "⏸": tile("#3b88c3", '<path d="M6 5h3v10H6zM11 5h3v10h-3z" fill="#fff"/>'),
  "▫": '<rect x="6" y="6" width="8" height="8" rx="1.5" fill="none" stroke="#b5bac1" stroke-width="2"/>',
  "⛔": `${disc("#be1931")}<rect x="4.5" y="8.2" width="11" height="3.6" rx="0.6" fill="#fff"/>`,
  "❓": '<text x="10" y="17" font-size="20" font-weight="bold" text-anchor="middle" fill="#dd2e44">?</text>',
  "❔": '<text x="10" y="17" font-size="20" font-weight="bold" text-anchor="middle" fill="#ccd6dd">?</text>',
  "📝": '<rect x="3" y="2" width="12" height="16" rx="1.5" fill="#e1e8ed"/><path d="M5.500 6h7M5.500 9h7M5.500 12h4" stroke="#8899a6" stroke-width="1.3"/><path d="M9 14l7-8 2.500 2.200-7 8-3.200 1z" fill="#ffac33"/>',
  "🔀": tile(
    "#3b88c3",
    '<path d="M4 6.500h3l5 7h4M4 13.500h3l1.500-2M11 8.500l1.200-2H16M14 4.500l2.200 2-2.200 2M14 11.500l2.200 2-2.200 2" fill="none" stroke="#fff" stroke-width="1.500"/>',
  ),
  "🌿": '<path d="M10 18C9 12 9 8 12 3" fill="none" stroke="#3e721d" stroke-width="1.600"/><path d="M12 3c3 1 4 4 1 6-2-1-2-4-1-6zM9.500 9C6 8 4 5 4.500 3.500 8 4 9.500 6.500 9.500 9zM9.500 14C6 14 3.500 12 3 10c3.500-.5 6 1.500 6.500 4zM10.500 14c.5-3 3-4.500 6-4-.5 2.500-3 4-6 4z" fill="#5c913b"/>',
  "⏳": '<path d="M5 2h10v2c0 3-3.500 4.500-3.500 6s3.500 3 3.500 6v2H5v-2c0-3 3.500-4.500 3.500-6S5 7 5 4z" fill="#bbddf5" stroke="#8899a6"/><path d="M7 5h6c-.5 2-3 3-3 5 0 2 2.500 3 3.500 6h-7C7.500 13 10 12 10 10 10 8 7.500 7 7 5z" fill="#ffac33"/>',
  "✍": '<path d="M2 18c1-4 3-7 7-8l4 1c2 1 1 3-1 3l-3 .5 1 2.500c-2 2-5 2-8 1z" fill="#ffdc5d"/><path d="M9 13L16.500 2l2.500 1.700L11.500 14l-3 2z" fill="#5865f2"/><path d="M3 19h15" stroke="#949ba4" stroke-width="1"/>',
};

export function drawEmoji(emoji: string, x: number, y: number, size: number): string {
  const drawn = DRAWN[emoji.replace(/\uFE0F/gu, "")];
  if (drawn === undefined) throw new Error(`There is no drawing of ${emoji} yet: add one to DRAWN.`);
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${(size / 20).toFixed(3)})">${drawn}</g>`;
}

function disc(colour: string): string {
  return `<circle cx="10" cy="10" r="8.500" fill="${colour}"/>`;
}

function tile(colour: string, inside: string): string {
  return `<rect x="1" y="1" width="18" height="18" rx="3.500" fill="${colour}"/>${inside}`;
}
