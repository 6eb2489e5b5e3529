/** Draws link-preview images for pages without a photograph. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import pLimit from "p-limit";
import { AppError } from "~/errors";
import { loadSharp } from "./process.server";
import { markPixels, type Rings, ringPixels } from "./ring-pixels";

export interface ShareCard {
  title: string;
  kind: string;
  siteName: string;
  /** Initials in the middle of growth rings. */
  tile?: { text: string; rings: Rings };
}

const SIZE = { width: 1200, height: 630 };
const EDGE = 80;
const TILE = 248;
const MARK = 48;
/** The version of the design. Raise it with the design, so that caches fetch the new image. */
const DESIGN = 3;
const MAX_TITLE_LENGTH = 140;
const MAX_KIND_LENGTH = 90;

/** Returns the image's entity tag and a lazy PNG, which throws "unavailable" if too many images wait. */
export function shareCard(card: ShareCard): { tag: string; png: () => Promise<Buffer> } {
  const shortCard = {
    ...card,
    title: truncate(card.title, MAX_TITLE_LENGTH),
    kind: truncate(card.kind, MAX_KIND_LENGTH),
  };
  const key = createHash("sha256")
    .update(JSON.stringify([DESIGN, shortCard]))
    .digest("base64url")
    .slice(0, 27);
  return { tag: `"${key}"`, png: () => cachedImage(key, shortCard) };
}

function truncate(text: string, maxLength: number): string {
  const letters = Array.from(text);
  return letters.length > maxLength
    ? `${letters
        .slice(0, maxLength - 1)
        .join("")
        .trimEnd()}…`
    : text;
}

/** Caches images of about 20 KB each. */
const cache = new LRUCache<string, Promise<Buffer>>({ max: 50 });
const inTurn = pLimit(1);
const MAX_QUEUE_LENGTH = 20;

function cachedImage(key: string, card: ShareCard): Promise<Buffer> {
  const cachedPng = cache.get(key);
  if (cachedPng) return cachedPng;
  if (inTurn.pendingCount >= MAX_QUEUE_LENGTH)
    throw new AppError("unavailable", "Too many images are being made. Please try again in a moment.");
  const png = inTurn(() => draw(card));
  cache.set(key, png);
  png.catch(() => cache.delete(key));
  return png;
}

async function draw({ title, kind, siteName, tile }: ShareCard): Promise<Buffer> {
  const sharp = await loadSharp();
  const textLeft = tile ? EDGE + TILE + 48 : EDGE;
  const width = SIZE.width - textLeft - EDGE;
  const size = title.length <= 40 ? 80 : title.length <= 80 ? 66 : 54;
  const bar = { width: SIZE.width, height: 14, channels: 3, background: "#0b5c53" } as const;
  const siteNameImage = await renderText(siteName, "serif bold 34", "#0b5c53", {
    width: SIZE.width - 2 * EDGE - MARK,
    height: 60,
  });
  const layers = [
    { input: { create: bar }, top: 0, left: 0 },
    ...(kind.trim()
      ? [{ input: await renderText(kind, "sans 30", "#53605b", { width, height: 80 }), top: 80, left: textLeft }]
      : []),
    {
      input: await renderText(title, `serif bold ${size}`, "#1b2320", { width, height: 320 }),
      top: 190,
      left: textLeft,
    },
    { input: markPixels(MARK), top: SIZE.height - 102, left: EDGE, ...raw(MARK) },
    { input: siteNameImage, top: SIZE.height - 96, left: EDGE + MARK + 18 },
    ...(tile ? [{ input: await drawTile(tile), top: 170, left: EDGE }] : []),
  ];
  const background = { width: SIZE.width, height: SIZE.height, channels: 3, background: "#faf8f3" } as const;
  return sharp({ create: background })
    .composite(layers)
    .png({ compressionLevel: 9, palette: true })
    .timeout({ seconds: 10 })
    .toBuffer();
}

interface Box {
  width: number;
  height: number;
}

/** Renders a text with libvips, which breaks lines and supports every script with an installed font. */
async function renderText(words: string, font: string, colour: string, { width, height }: Box): Promise<Buffer> {
  const sharp = await loadSharp();
  const text = `<span foreground="${colour}">${markup(words)}</span>`;
  return sharp({ text: { text, font, width, wrap: "word-char", rgba: true, dpi: 72, spacing: 6 } })
    .resize({ width, height, fit: "inside", withoutEnlargement: true })
    .png()
    .toBuffer();
}

async function drawTile({ text, rings }: NonNullable<ShareCard["tile"]>): Promise<Buffer> {
  const sharp = await loadSharp();
  const letters = await renderText(text, "serif bold 76", "#1b2320", { width: TILE / 2, height: TILE / 2 });
  return sharp(ringPixels(rings, TILE), raw(TILE))
    .composite([{ input: letters, gravity: "centre" }])
    .png()
    .toBuffer();
}

function raw(side: number) {
  return { raw: { width: side, height: side, channels: 4 } } as const;
}

/** Escapes a text for Pango markup, which refuses control characters. */
function markup(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return text.replace(/[\p{Cc}\p{Cs}]/gu, " ").replace(/[&<>]/g, (character) => entities[character] as string);
}
