import type { APIMessageComponent } from "discord.js";

/** Every text of a message that Discord reads as markdown. */
export function markdownIn(components: readonly APIMessageComponent[]): string[] {
  return components.flatMap((component): string[] => {
    if (component.type === 10) return [component.content];
    return "components" in component ? markdownIn(component.components) : [];
  });
}

/** What Discord would still read as markdown: without what is escaped, and without code. Throws for code left open. */
export function live(content: string): string {
  let text = "";
  for (let at = 0; at < content.length; ) {
    const rest = content.slice(at);
    const [pair] = /^\\[^0-9A-Za-z\s]/u.exec(rest) ?? [];
    const [ticks] = /^`+/.exec(rest) ?? [];
    if (pair) {
      text += "·";
      at += pair.length;
    } else if (ticks) {
      if (ticks.length !== 1 && ticks.length !== 3) throw new Error(`${ticks.length} backticks in a row`);
      const close = rest.indexOf(ticks, ticks.length);
      const inside = rest.slice(ticks.length, close);
      if (close < 0) throw new Error(`code is left open: ${rest.slice(0, 80)}`);
      if (ticks.length === 1 && inside.includes("\n")) throw new Error("code runs over the end of a line");
      if (rest[close + ticks.length] === "`") throw new Error("more backticks than code needs");
      text += "·";
      at += close + ticks.length;
    } else {
      text += rest[0];
      at += 1;
    }
  }
  return text;
}

/** What is wrong with a text in which only our own marks may take effect. */
export function breakouts(content: string): string[] {
  const found: string[] = [];
  for (const whole of live(content).split("\n")) {
    const line = whole.replace(/^(?:#{2,3} |-# (?:↳ )?|> )/, "").replace(/<t:\d+:R>/g, "·");
    const say = (what: string) => found.push(`${what}: ${whole.slice(0, 120)}`);
    if (/[<>[\]|~_`#]/.test(line)) say("markdown");
    if (/@(?!\u200b)/.test(line)) say("a mention");
    if (/:\/\//.test(line)) say("a link");
    if (/:[\w+-]+:/.test(line)) say("an emoji");
    if (/^\s*(?:[-+*] |\d+[.)] )/.test(line)) say("a list");
    if ((line.match(/\*+/g) ?? []).some((stars) => stars !== "**" && stars !== "****")) say("a star");
    if (((line.match(/\*/g) ?? []).length / 2) % 2 !== 0) say("bold is left open");
    if (/[\u202a-\u202e\u2066-\u2069\u0000-\u0008]/.test(line)) say("something hidden");
  }
  return found;
}
