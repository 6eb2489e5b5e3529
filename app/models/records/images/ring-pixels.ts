/**
 * Draws growth rings as pixels of four bytes (RGBA), because process.server.ts forbids the image library to read SVG.
 */

/** A person's rings, in hundredths of the side. */
export interface Rings {
  /** "#rrggbb". */
  colour: string;
  x: number;
  y: number;
  gap: number;
}

/** The radius without rings, for the letters, and the width of a line, in hundredths of the side. */
const LETTERS_RADIUS = 29;
const LINE_WIDTH = 2;

export function ringPixels({ colour, x, y, gap }: Rings, side: number): Buffer {
  const unit = side / 100;
  const ink = channels(colour);
  return pixels(side, (across, down) => {
    const [u, v] = [across / unit, down / unit];
    const fromMiddle = Math.hypot(u - 50, v - 50);
    const offset = Math.hypot(u - x, v - y) % gap;
    const line = fromMiddle > LETTERS_RADIUS ? coverage((LINE_WIDTH / 2 - Math.min(offset, gap - offset)) * unit) : 0;
    const shade = 0.11 + 0.64 * line;
    return { colour: ink.map((value) => 255 - (255 - value) * shade), opacity: coverage((50 - fromMiddle) * unit) };
  });
}

/** Draws the site's mark (mark.ts) in teal. */
export function markPixels(side: number): Buffer {
  const unit = side / 32;
  const ink = channels("#0b5c53");
  return pixels(side, (across, down) => {
    const [u, v] = [across / unit - 16, down / unit - 16];
    const degrees = (Math.atan2(v, u) * 180) / Math.PI;
    const isOpen = degrees > -68 && degrees < -12;
    const nearest = Math.min(...[3.5, 7, 10.5, 14].map((radius) => Math.abs(Math.hypot(u, v) - radius)));
    return { colour: ink, opacity: isOpen ? 0 : coverage((1.1 - nearest) * unit) };
  });
}

type Pixel = (across: number, down: number) => { colour: number[]; opacity: number };

function pixels(side: number, pixelAt: Pixel): Buffer {
  const bytes = Buffer.alloc(side * side * 4);
  for (let index = 0; index < side * side; index++) {
    const { colour, opacity } = pixelAt((index % side) + 0.5, Math.floor(index / side) + 0.5);
    bytes.set([...colour, opacity * 255], index * 4);
  }
  return bytes;
}

/** Returns the share of a pixel inside an edge at this distance. */
function coverage(pixelsInside: number): number {
  return Math.min(1, Math.max(0, pixelsInside + 0.5));
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
