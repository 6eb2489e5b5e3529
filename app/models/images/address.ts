/**
 * The addresses of stored images. Everything that a page needs to know of one stands in the address itself, so that
 * a list of images asks the database for nothing:
 *
 *   /uploads/ab/abcdefghjkmnpqrs-1280x853.webp    the image, 1280 by 853 pixels: what `imageUrl` fields hold
 *   /uploads/ab/abcdefghjkmnpqrs-640.webp         the same 640 wide; of wider ones also 1280
 *   /uploads/ab/abcdefghjkmnpqrs-face128.webp     its middle as a square of 128
 *   /uploads/ab/abcdefghjkmnpqrs-share.jpg        1200 by 630, for link previews
 *   /uploads/ab/abcdefghjkmnpqrs-original.webp    of one that was cut to a size: what it was cut from
 *
 * Nothing is enlarged: of a small image there are fewer files, and smaller ones.
 */

/** The largest a stored image is, in pixels; larger ones are made smaller. One that is cut to a size has that size. */
export const LARGEST = { width: 1280, height: 2560 };
const NARROWER = [640, 1280];
/** Sides of the squares: cards, profiles, profiles on sharp screens. */
const AVATARS = [128, 288, 576];
const SHARE = { width: 1200, height: 630 };

export interface ImageFile {
  name: string;
  width: number;
  height: number;
  /** "inside": the whole image; "cover": cut to the size. */
  fit: "inside" | "cover";
  type: "image/webp" | "image/jpeg";
}

interface SizedImage {
  /** Folder and id: what all names of its files begin with. */
  stem: string;
  width: number;
  height: number;
}

/** The files that an image of this size has, the image itself first. */
export function imageFiles(id: string, { width, height }: { width: number; height: number }): ImageFile[] {
  const image = { stem: `${id.slice(0, 2)}/${id}`, width, height };
  const webp = { type: "image/webp" as const };
  const share = shareSize(image);
  return [
    { name: mainName(image), width, height, fit: "inside", ...webp },
    ...narrowerWidths(image).map((narrow) => ({
      name: narrowName(image, narrow),
      ...narrowed(image, narrow),
      fit: "inside" as const,
      ...webp,
    })),
    ...avatarSides(image).map((side) => ({
      name: avatarName(image, side),
      width: side,
      height: side,
      fit: "cover" as const,
      ...webp,
    })),
    { name: shareName(image), ...share, fit: "cover", type: "image/jpeg" },
  ];
}

export function originalFile(id: string, size: { width: number; height: number }): ImageFile {
  return { name: `${id.slice(0, 2)}/${id}-original.webp`, ...size, fit: "inside", type: "image/webp" };
}

/** The id of the image at an address of ours; null for any other address. */
export function imageIdIn(url: string): string | null {
  return imageAt(url)?.stem.slice(3) ?? null;
}

/** The address of a stored image: what `imageUrl` fields hold. */
export function storedImageUrl(id: string, size: { width: number; height: number }): string {
  return `/uploads/${mainName({ stem: `${id.slice(0, 2)}/${id}`, ...size })}`;
}

/** How an image element shows an image: with `sizes` beside `srcSet`, and nothing moves when it arrives. */
export interface ImageSources {
  src: string;
  srcSet?: string;
  width: number;
  height: number;
}

/** The whole image at an address of ours; null for any other address. */
export function imageSources(url: string): ImageSources | null {
  const image = imageAt(url);
  if (!image) return null;
  const { width, height } = image;
  const narrower = narrowerWidths(image).map((narrow) => `/uploads/${narrowName(image, narrow)} ${narrow}w`);
  if (narrower.length === 0) return { src: url, width, height };
  return { src: url, srcSet: [...narrower, `${url} ${width}w`].join(", "), width, height };
}

/** The middle of an image of ours as a square for a box of `side` CSS pixels; null for any other address. */
export function avatarSources(url: string, side: number): Omit<ImageSources, "width" | "height"> | null {
  const image = imageAt(url);
  if (!image) return null;
  const sides = avatarSides(image);
  const address = (one: number) => `/uploads/${avatarName(image, one)}`;
  // Sharp for two pixels per CSS pixel; the largest there is when there is none so large.
  const place = sides.findIndex((one) => one >= 2 * side);
  const usual = (place < 0 ? sides.at(-1) : sides[place]) as number;
  const larger = place < 0 ? undefined : sides[place + 1];
  // On cards a sharper one is not worth its bytes, 24 times.
  if (!larger || side < 100) return { src: address(usual) };
  return { src: address(usual), srcSet: `${address(usual)} ${usual}w, ${address(larger)} ${larger}w` };
}

/** What link previews show of an image of ours; null for any other address. */
export function shareImage(url: string): ImageSources | null {
  const image = imageAt(url);
  return image && { src: `/uploads/${shareName(image)}`, ...shareSize(image) };
}

/** An address as it is stored: of this site (by one of `origins`) a path. */
export function storedAddress(text: string, origins: string[]): string {
  const address = text.trim();
  const origin = origins.find((one) => address.startsWith(`${one}/uploads/`));
  return origin ? address.slice(origin.length) : address;
}

const ADDRESS = /^\/uploads\/(([0-9a-z]{2})\/\2[0-9a-z]{14})-(\d{1,4})x(\d{1,4})\.webp$/;

function imageAt(url: string): SizedImage | null {
  const [, stem, , width, height] = ADDRESS.exec(url) ?? [];
  return stem ? { stem, width: Number(width), height: Number(height) } : null;
}

function mainName({ stem, width, height }: SizedImage): string {
  return `${stem}-${width}x${height}.webp`;
}

function narrowerWidths({ width }: Pick<SizedImage, "width">): number[] {
  return NARROWER.filter((narrow) => narrow < width);
}

function narrowName({ stem }: SizedImage, narrow: number): string {
  return `${stem}-${narrow}.webp`;
}

function narrowed({ width, height }: SizedImage, narrow: number) {
  return { width: narrow, height: Math.max(1, Math.round((height * narrow) / width)) };
}

function avatarName({ stem }: SizedImage, side: number): string {
  return `${stem}-face${side}.webp`;
}

function avatarSides({ width, height }: SizedImage): number[] {
  return [...new Set(AVATARS.map((side) => Math.min(side, width, height)))];
}

function shareName({ stem }: SizedImage): string {
  return `${stem}-share.jpg`;
}

function shareSize({ width, height }: SizedImage) {
  const scale = Math.min(1, width / SHARE.width, height / SHARE.height);
  return {
    width: Math.max(1, Math.round(SHARE.width * scale)),
    height: Math.max(1, Math.round(SHARE.height * scale)),
  };
}
