// Draws the pictures of cards for the documentation, from the payloads that are sent to Discord.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import * as dagre from "@dagrejs/dagre";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { sealOfPlan } from "../src/lifecycle/seal-of-plan.ts";
import { graphSubject, standingIn } from "../src/picture/graph-subject.ts";
import { graphSvg } from "../src/picture/graph-svg.ts";
import { shownText } from "../src/surfaces/discord/cards/plan-facts.ts";
import { isLong } from "../src/surfaces/discord/cards/step-summary.ts";
import { cardText } from "../test/surfaces/discord/cards/card-text.ts";
import { drawMessage } from "./discord-cards/draw-message.ts";
import { fontBytes } from "./discord-cards/font.ts";
import { withText } from "./discord-cards/png-text.ts";
import { cardStories, NAMES } from "./discord-cards/stories.ts";

const directory = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const { resolve } = createRequire(import.meta.url);
await initWasm(readFileSync(resolve("@resvg/resvg-wasm/index_bg.wasm")));
mkdirSync(directory, { recursive: true });

for (const [name, { card, plan, at }] of await cardStories()) {
  const { text, plan: shown } = shownText(plan);
  const seal = sealOfPlan(plan, 1);
  const drawn = isLong(shown) && plan.run === undefined ? { steps: [] } : shown;
  const graph = graphSvg(graphSubject(drawn, plan.run && standingIn(plan.run), seal), dagre);
  const svg = drawMessage(card, {
    name: "Builder",
    known: { now: at, names: NAMES },
    graph,
    bytes: Buffer.byteLength(text),
    width: 440,
  });
  const drawing = new Resvg(svg, {
    fitTo: { mode: "zoom", value: 2 },
    font: { fontBuffers: fontBytes(), defaultFontFamily: "DejaVu Sans" },
  });
  // The test reads what the picture says out of the picture.
  writeFileSync(`${directory}discord-${name}.png`, withText(drawing.render().asPng(), cardText(card)));
}
