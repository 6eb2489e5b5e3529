/** A picture for link previews of articles that have none: the title and whose site it is, in the site's colours. */
import { createHash } from "node:crypto";
import { AppError } from "~/errors";
import { loadSharp } from "~/models/images/process.server";
import { siteSettings } from "~/models/site/settings.server";
import { findArticle, noSuchArticle } from "./articles.server";
import { articleTypeLabel } from "./fields";

const SIZE = { width: 1200, height: 630 };
const EDGE = 80;
/** Changes with the looks, so that what others keep is asked for again. */
const DESIGN = 1;
/** The longest title that is written out, in characters. */
const LONGEST = 140;

interface Words {
  title: string;
  kind: string;
  siteName: string;
}

/**
 * The picture of a published article.
 *
 * @param slug its present address.
 * @returns its tag, and what makes the bytes of the PNG when they are needed.
 * @throws AppError "missing"; `png` throws "unavailable" when too many are waiting.
 */
export async function articleShareImage(slug: string): Promise<{ tag: string; png: () => Promise<Buffer> }> {
  const article = await findArticle(slug);
  if (article.status !== "published" || article.slug !== slug) throw noSuchArticle();
  const title = article.title.length > LONGEST ? `${article.title.slice(0, LONGEST - 1).trimEnd()}…` : article.title;
  const words = { title, kind: articleTypeLabel(article.type), siteName: (await siteSettings()).siteName };
  const key = createHash("sha256")
    .update(JSON.stringify([DESIGN, words]))
    .digest("base64url")
    .slice(0, 27);
  return { tag: `"${key}"`, png: () => picture(key, words) };
}

const MOST_KEPT = 50;
const kept = new Map<string, Promise<Buffer>>();

function picture(key: string, words: Words): Promise<Buffer> {
  const known = kept.get(key);
  const made = known ?? inTurn(() => draw(words));
  kept.delete(key);
  kept.set(key, made);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
  if (!known) made.catch(() => kept.delete(key));
  return made;
}

/** Drawing takes a tenth of a second: one at a time, and nobody waits behind a crowd. */
const LONGEST_QUEUE = 20;
let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= LONGEST_QUEUE)
    throw new AppError("unavailable", "Too many pictures are being made. Please try again in a moment.");
  waiting++;
  const turn = last.then(work).finally(() => waiting--);
  last = turn.catch(() => {});
  return turn;
}

async function draw({ title, kind, siteName }: Words): Promise<Buffer> {
  const sharp = await loadSharp();
  const width = SIZE.width - 2 * EDGE;
  /** Words as a picture; libvips breaks lines and knows every script there is a font for. */
  const write = (text: string, font: string, colour: string, lines = 1) => ({
    text: {
      text: `<span foreground="${colour}">${markup(text)}</span>`,
      font,
      width,
      rgba: true,
      dpi: 72,
      spacing: lines > 1 ? 6 : 0,
    },
  });
  const size = title.length <= 40 ? 80 : title.length <= 80 ? 66 : 54;
  const plain = { width: SIZE.width, height: SIZE.height, channels: 3, background: "#faf8f3" } as const;
  const bar = { width: SIZE.width, height: 14, channels: 3, background: "#0b5c53" } as const;
  return sharp({ create: plain })
    .composite([
      { input: { create: bar }, top: 0, left: 0 },
      { input: write(kind, "sans 30", "#53605b"), top: 96, left: EDGE },
      { input: write(title, `serif bold ${size}`, "#1b2320", 4), top: 164, left: EDGE },
      { input: write(siteName, "serif bold 34", "#0b5c53"), top: SIZE.height - 96, left: EDGE },
    ])
    .png({ compressionLevel: 9, palette: true })
    .timeout({ seconds: 10 })
    .toBuffer();
}

/** Text in Pango's markup. Control characters are none that it takes. */
function markup(text: string): string {
  const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
  return text.replace(/[\p{Cc}\p{Cs}]/gu, " ").replace(/[&<>]/g, (character) => entities[character] as string);
}
