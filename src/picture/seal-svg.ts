import type { SealOfPlan } from "../lifecycle/seal-of-plan.ts";
import { type Seal, sealOf } from "./seal.ts";

export type SealState = Pick<SealOfPlan, "share" | "isVoid"> & { digest: string };

/** The colours of a surface: of a proposed text, of a signature, and of a void one. */
export interface SealColours {
  pencil: string;
  ink: string;
  void: string;
}

/** On white paper. */
export const PAPER: SealColours = { pencil: "#b4bac4", ink: "#2b3fae", void: "#b02117" };

/**
 * The seal as a document of its own: grey when proposed, in ink by the share of signatures, red and struck through when
 * void. Hidden from screen readers: what it says stands beside it in words.
 */
export function sealSvg(state: SealState, { size = 96, colours = PAPER, name = "seal" } = {}): string {
  const box = sealOf(state.digest).size;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" class="seal" width="${size}" height="${size}" viewBox="0 0 ${box} ${box}" aria-hidden="true">`;
  return `${open}${sealParts(state, colours, name)}</svg>`;
}

/** What is inside of it, for a larger drawing. `name` must differ from that of any other seal on a page. */
export function sealParts({ digest, share, isVoid }: SealState, colours: SealColours, name: string): string {
  const seal = sealOf(digest);
  if (isVoid) return struck(seal, colours.void, name);
  if (!(share > 0)) return group(seal, colours.pencil);
  if (share >= 1) return group(seal, colours.ink);
  const [pencil, ink] = [`${name}-pencil`, `${name}-ink`];
  return [
    `<clipPath id="${pencil}"><path d="${sectorPath(share, 1, seal.size)}"/></clipPath>`,
    `<clipPath id="${ink}"><path d="${sectorPath(0, share, seal.size)}"/></clipPath>`,
    group(seal, colours.pencil, ` clip-path="url(#${pencil})"`),
    group(seal, colours.ink, ` clip-path="url(#${ink})"`),
  ].join("");
}

/** Clockwise from the top: the part of a seal between two shares. */
export function sectorPath(from: number, to: number, size: number): string {
  const middle = size / 2;
  const turns = Math.max(1, Math.ceil((to - from) * 8));
  const points = Array.from({ length: turns + 1 }, (_, index) => {
    const angle = (from + ((to - from) * index) / turns) * 2 * Math.PI;
    // Far outside, so that straight lines between the points pass around the box.
    return `L${Math.round(middle + size * Math.sin(angle))} ${Math.round(middle - size * Math.cos(angle))}`;
  });
  return `M${middle} ${middle}${points.join("")}Z`;
}

function group({ curves, stroke }: Seal, colour: string, clip = ""): string {
  const paths = curves.map((curve) => `<path d="${curve}"/>`).join("");
  return `<g fill="none" stroke="${colour}" stroke-width="${stroke}"${clip}>${paths}</g>`;
}

/** The line keeps a distance from the curves, so that it is seen without its colour, too. */
function struck(seal: Seal, colour: string, name: string): string {
  const { size, strike } = seal;
  const line = (stroke: string, width: number) =>
    `<path d="${strike}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
  return [
    `<mask id="${name}-struck" maskUnits="userSpaceOnUse" x="0" y="0" width="${size}" height="${size}">`,
    `<rect width="${size}" height="${size}" fill="#fff"/>${line("#000", 90)}</mask>`,
    group(seal, colour, ` mask="url(#${name}-struck)"`),
    line(colour, 36),
  ].join("");
}
