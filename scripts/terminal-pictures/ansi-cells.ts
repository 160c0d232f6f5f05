/** Text that looks the same all over. */
export interface Run {
  column: number;
  text: string;
  colour?: string;
  background?: string;
  bold?: true;
  dim?: true;
  italic?: true;
  inverse?: true;
}

type Look = Omit<Run, "column" | "text">;

/** The runs of each line of `tmux capture-pane -e -p`. All characters must be one column wide. */
export function readAnsi(captured: string): Run[][] {
  let look: Look = {};
  return captured.split("\n").map((line) => {
    const runs: Run[] = [];
    let column = 0;
    for (const [, codes, text = ""] of line.matchAll(/\x1b\[([\d;:]*)m|([^\x1b]+)/g)) {
      if (codes !== undefined) look = changed(look, codes.split(/[;:]/).map(Number));
      if (text === "") continue;
      runs.push({ ...look, column, text });
      column += [...text].length;
    }
    return runs;
  });
}

function changed(before: Look, codes: number[]): Look {
  let look = { ...before };
  while (codes.length > 0) {
    const code = codes.shift() ?? 0;
    if (code === 0) look = {};
    else if (code === 1) look.bold = true;
    else if (code === 2) look.dim = true;
    else if (code === 3) look.italic = true;
    else if (code === 7) look.inverse = true;
    else if (code === 22) look = without(look, "bold", "dim");
    else if (code === 23) look = without(look, "italic");
    else if (code === 27) look = without(look, "inverse");
    else if (code === 38) look.colour = extended(codes);
    else if (code === 48) look.background = extended(codes);
    else if (code === 39) look = without(look, "colour");
    else if (code === 49) look = without(look, "background");
    else if (code >= 30 && code <= 37) look.colour = indexed(code - 30);
    else if (code >= 90 && code <= 97) look.colour = indexed(code - 82);
    else if (code >= 40 && code <= 47) look.background = indexed(code - 40);
  }
  return look;
}

function without(look: Look, ...names: (keyof Look)[]): Look {
  return Object.fromEntries(Object.entries(look).filter(([name]) => !names.includes(name as keyof Look)));
}

/** Takes `5;n` or `2;r;g;b` off the codes. */
function extended(codes: number[]): string {
  if (codes.shift() === 5) return indexed(codes.shift() ?? 0);
  return hex(codes.splice(0, 3));
}

const SIXTEEN =
  "#000000 #cc6666 #b5bd68 #f0c674 #81a2be #b294bb #8abeb7 #c5c8c6 #666666 #d54e53 #b9ca4a #e7c547 #7aa6da #c397d8 #70c0b1 #ffffff".split(
    " ",
  );

/** The colours of xterm. */
function indexed(index: number): string {
  if (index < 16) return SIXTEEN[index] ?? "#ffffff";
  if (index >= 232) return hex(Array(3).fill(8 + (index - 232) * 10));
  const level = (part: number) => (part === 0 ? 0 : 55 + part * 40);
  const cube = index - 16;
  return hex([level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)]);
}

function hex(parts: number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
