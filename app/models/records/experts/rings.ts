/** Draws growth rings in place of a photograph. app/styles/tailwind.css draws the same in CSS. */

import { tint } from "~/models/base/web/urls";
import type { Rings } from "~/models/records/images/ring-pixels";

/** Teal, gold and clay of the light scheme in app/styles/theme.css. */
const COLOURS = ["#0b5c53", "#b8862b", "#a8532f"];
/** The centre of the rings and the distances between them, in hundredths of the side. */
const FORMS = [
  { x: 42, y: 45, gap: 6.6 },
  { x: 57, y: 40, gap: 8.5 },
  { x: 40, y: 60, gap: 5.6 },
  { x: 60, y: 58, gap: 7.6 },
];
/** The share of each gap, from the inside, that stays empty. */
const EMPTY_SHARE = 0.72;

/** Returns the classes of a name's rings: one of three hues and one of four forms. */
export function ringClass(name: string): string {
  const { hue, form } = shapeOf(name);
  return `rings h${hue} f${form}`;
}

/** Returns the rings as `ringPixels` draws them. */
export function ringsOf(name: string): Rings {
  const { hue, form } = shapeOf(name);
  return { colour: COLOURS[hue] as string, ...(FORMS[form] as (typeof FORMS)[number]) };
}

/** Returns a name's rings as an SVG document of `side` pixels, with a centre for two letters. */
export function ringsSvg(name: string, side: number): string {
  const { colour, x, y, gap } = ringsOf(name);
  const circle = (r: number, fill: string) => `<circle cx="50" cy="50" r="${r}" fill="${fill}"/>`;
  const disc = (r: number) => circle(r, "#fff") + circle(r, `${colour}1c`);
  const stop = (offset: number, shade: string) => `<stop offset="${offset}" stop-color="${colour}${shade}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 100 100">` +
    `<radialGradient id="r" gradientUnits="userSpaceOnUse" cx="${x}" cy="${y}" r="${gap}" spreadMethod="repeat">` +
    `${stop(EMPTY_SHARE, "00")}${stop(EMPTY_SHARE + 0.08, "c0")}${stop(0.92, "c0")}${stop(1, "00")}</radialGradient>` +
    `${disc(50)}${circle(50, "url(#r)")}${disc(29)}</svg>`
  );
}

function shapeOf(name: string): { hue: number; form: number } {
  const number = tint(name);
  return { hue: number % COLOURS.length, form: Math.floor(number / COLOURS.length) };
}
