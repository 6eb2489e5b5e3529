/**
 * The addresses of stored pictures. Everything that a page needs to know of one stands in the address itself, so that
 * a list of pictures asks the database for nothing:
 *
 *   /uploads/ab/abcdefghjkmnpqrs-1280x853.webp    the picture, 1280 by 853 pixels: what `imageUrl` fields hold
 *   /uploads/ab/abcdefghjkmnpqrs-640.webp         the same 640 wide; of wider ones also 1280
 *   /uploads/ab/abcdefghjkmnpqrs-face128.webp     its middle as a square of 128
 *   /uploads/ab/abcdefghjkmnpqrs-share.jpg        1200 by 630, for link previews
 *   /uploads/ab/abcdefghjkmnpqrs-original.webp    of one that was cut to a size: what it was cut from
 *
 * Nothing is enlarged: of a small picture there are fewer files, and smaller ones.
 */

/** The largest a stored picture is, in pixels; larger ones are made smaller. One that is cut to a size has that size. */
export const LARGEST = { width: 1280, height: 2560 };
/** Widths that a wider picture also has. */
const NARROWER = [640, 1280];
/** Sides of the squares: cards, profiles, profiles on sharp screens. */
const FACES = [128, 288, 576];
const SHARE = { width: 1200, height: 630 };

export interface PictureFile {
  /** As app/services/storage.server.ts calls it. */
  name: string;
  width: number;
  height: number;
  /** "inside": the whole picture; "cover": cut to the size. */
  fit: "inside" | "cover";
  type: "image/webp" | "image/jpeg";
}

interface Picture {
  /** Folder and id: what all names of its files begin with. */
  stem: string;
  width: number;
  height: number;
}

/** The files that a picture of this size has, the picture itself first. */
export function pictureFiles(id: string, { width, height }: { width: number; height: number }): PictureFile[] {
  const picture = { stem: `${id.slice(0, 2)}/${id}`, width, height };
  const webp = { type: "image/webp" as const };
  const share = shareSize(picture);
  return [
    { name: mainName(picture), width, height, fit: "inside", ...webp },
    ...narrowerWidths(picture).map((narrow) => ({
      name: narrowName(picture, narrow),
      ...narrowed(picture, narrow),
      fit: "inside" as const,
      ...webp,
    })),
    ...faceSides(picture).map((side) => ({
      name: faceName(picture, side),
      width: side,
      height: side,
      fit: "cover" as const,
      ...webp,
    })),
    { name: shareName(picture), ...share, fit: "cover", type: "image/jpeg" },
  ];
}

/** What a picture that was cut to a size was cut from. */
export function originalFile(id: string, size: { width: number; height: number }): PictureFile {
  return { name: `${id.slice(0, 2)}/${id}-original.webp`, ...size, fit: "inside", type: "image/webp" };
}

/** The id of the picture at an address of ours; null for any other address. */
export function pictureIdIn(url: string): string | null {
  return pictureAt(url)?.stem.slice(3) ?? null;
}

/** The address of a stored picture: what `imageUrl` fields hold. */
export function pictureUrl(id: string, size: { width: number; height: number }): string {
  return `/uploads/${mainName({ stem: `${id.slice(0, 2)}/${id}`, ...size })}`;
}

/** How an image element shows a picture: with `sizes` beside `srcSet`, and nothing moves when it arrives. */
export interface ImageSources {
  src: string;
  srcSet?: string;
  width: number;
  height: number;
}

/** The whole picture at an address of ours; null for any other address. */
export function imageSources(url: string): ImageSources | null {
  const picture = pictureAt(url);
  if (!picture) return null;
  const { width, height } = picture;
  const narrower = narrowerWidths(picture).map((narrow) => `/uploads/${narrowName(picture, narrow)} ${narrow}w`);
  if (narrower.length === 0) return { src: url, width, height };
  return { src: url, srcSet: [...narrower, `${url} ${width}w`].join(", "), width, height };
}

/** The middle of a picture of ours as a square for a box of `side` CSS pixels; null for any other address. */
export function faceSources(url: string, side: number): Omit<ImageSources, "width" | "height"> | null {
  const picture = pictureAt(url);
  if (!picture) return null;
  const sides = faceSides(picture);
  const address = (one: number) => `/uploads/${faceName(picture, one)}`;
  // Sharp for two pixels per CSS pixel; the largest there is when there is none so large.
  const place = sides.findIndex((one) => one >= 2 * side);
  const usual = (place < 0 ? sides.at(-1) : sides[place]) as number;
  const larger = place < 0 ? undefined : sides[place + 1];
  // On cards a sharper one is not worth its bytes, 24 times.
  if (!larger || side < 100) return { src: address(usual) };
  return { src: address(usual), srcSet: `${address(usual)} ${usual}w, ${address(larger)} ${larger}w` };
}

/** What link previews show of a picture of ours; null for any other address. */
export function shareImage(url: string): ImageSources | null {
  const picture = pictureAt(url);
  return picture && { src: `/uploads/${shareName(picture)}`, ...shareSize(picture) };
}

/**
 * An address as it is stored: one of this site's own, however much of it was typed, is a path from its root on.
 *
 * @param origins schemes and hosts by which this site is known.
 */
export function storedAddress(text: string, origins: string[]): string {
  const address = text.trim();
  const origin = origins.find((one) => address.startsWith(`${one}/uploads/`));
  return origin ? address.slice(origin.length) : address;
}

const ADDRESS = /^\/uploads\/(([0-9a-z]{2})\/\2[0-9a-z]{14})-(\d{1,4})x(\d{1,4})\.webp$/;

function pictureAt(url: string): Picture | null {
  const [, stem, , width, height] = ADDRESS.exec(url) ?? [];
  return stem ? { stem, width: Number(width), height: Number(height) } : null;
}

function mainName({ stem, width, height }: Picture): string {
  return `${stem}-${width}x${height}.webp`;
}

function narrowerWidths({ width }: Pick<Picture, "width">): number[] {
  return NARROWER.filter((narrow) => narrow < width);
}

function narrowName({ stem }: Picture, narrow: number): string {
  return `${stem}-${narrow}.webp`;
}

function narrowed({ width, height }: Picture, narrow: number) {
  return { width: narrow, height: Math.max(1, Math.round((height * narrow) / width)) };
}

function faceName({ stem }: Picture, side: number): string {
  return `${stem}-face${side}.webp`;
}

function faceSides({ width, height }: Picture): number[] {
  return [...new Set(FACES.map((side) => Math.min(side, width, height)))];
}

function shareName({ stem }: Picture): string {
  return `${stem}-share.jpg`;
}

function shareSize({ width, height }: Picture) {
  const scale = Math.min(1, width / SHARE.width, height / SHARE.height);
  return {
    width: Math.max(1, Math.round(SHARE.width * scale)),
    height: Math.max(1, Math.round(SHARE.height * scale)),
  };
}
