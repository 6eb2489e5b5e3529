/**
 * Builds and reads addresses such as /uploads/ab/<id>-1280x853.webp. They contain the size, so that lists need no
 * query.
 */

/** Limits in pixels. Larger images shrink, unless they are cropped to an exact size. */
export const MAX_SIZE = { width: 1280, height: 2560 };
const NARROW_WIDTHS = [640, 1280];
/** Sizes for cards, profiles, and profiles on dense screens. */
const AVATAR_SIDES = [128, 288, 576];
const SHARE_SIZE = { width: 1200, height: 630 };

export interface ImageFile {
  name: string;
  width: number;
  height: number;
  /** "inside" keeps the whole image; "cover" crops it to the size. */
  fit: "inside" | "cover";
  type: "image/webp" | "image/jpeg";
}

interface SizedImage {
  /** The folder and the id, with which every file name begins. */
  stem: string;
  width: number;
  height: number;
}

/** Returns the files of an image, the main file first. Small images have fewer files, because none is enlarged. */
export function imageFiles(id: string, { width, height }: { width: number; height: number }): ImageFile[] {
  const image = { stem: `${id.slice(0, 2)}/${id}`, width, height };
  const webpType = { type: "image/webp" as const };
  const shareImageSize = shareSize(image);
  return [
    { name: mainName(image), width, height, fit: "inside", ...webpType },
    ...narrowerWidths(image).map((narrowWidth) => ({
      name: narrowName(image, narrowWidth),
      ...narrowSize(image, narrowWidth),
      fit: "inside" as const,
      ...webpType,
    })),
    ...avatarSides(image).map((side) => ({
      name: avatarName(image, side),
      width: side,
      height: side,
      fit: "cover" as const,
      ...webpType,
    })),
    { name: shareName(image), ...shareImageSize, fit: "cover", type: "image/jpeg" },
  ];
}

export function originalFile(id: string, size: { width: number; height: number }): ImageFile {
  return { name: `${id.slice(0, 2)}/${id}-original.webp`, ...size, fit: "inside", type: "image/webp" };
}

/** Returns the ids of all images whose addresses a value contains. */
export function imageIdsIn(value: unknown): string[] {
  return Array.from(JSON.stringify(value).matchAll(/\/uploads\/\w\w\/(\w{16})/g), ([, id]) => id as string);
}

/** Returns the id in an image's address; null for any other address. */
export function imageIdIn(url: string): string | null {
  return parseAddress(url)?.stem.slice(3) ?? null;
}

/** Returns the address for `imageUrl` fields. */
export function storedImageUrl(id: string, size: { width: number; height: number }): string {
  return `/uploads/${mainName({ stem: `${id.slice(0, 2)}/${id}`, ...size })}`;
}

/** Image attributes with the size, so that the page does not shift. */
export interface ImageSources {
  src: string;
  srcSet?: string;
  width: number;
  height: number;
}

/** Returns the sources of an image; null for an external address. */
export function imageSources(url: string): ImageSources | null {
  const image = parseAddress(url);
  if (!image) return null;
  const { width, height } = image;
  const narrowerSources = narrowerWidths(image).map((width) => `/uploads/${narrowName(image, width)} ${width}w`);
  if (narrowerSources.length === 0) return { src: url, width, height };
  return { src: url, srcSet: [...narrowerSources, `${url} ${width}w`].join(", "), width, height };
}

/** Returns a square crop for `side` CSS pixels; null for an external address. */
export function avatarSources(url: string, side: number): Omit<ImageSources, "width" | "height"> | null {
  const image = parseAddress(url);
  if (!image) return null;
  const sides = avatarSides(image);
  const address = (size: number) => `/uploads/${avatarName(image, size)}`;
  // Prefers two image pixels per CSS pixel, and otherwise takes the largest size.
  const position = sides.findIndex((size) => size >= 2 * side);
  const chosenSide = (position < 0 ? sides.at(-1) : sides[position]) as number;
  const largerSide = position < 0 ? undefined : sides[position + 1];
  // On a page of 24 cards, sharper images are not worth their bytes.
  if (!largerSide || side < 100) return { src: address(chosenSide) };
  return {
    src: address(chosenSide),
    srcSet: `${address(chosenSide)} ${chosenSide}w, ${address(largerSide)} ${largerSide}w`,
  };
}

/** Returns the image for link previews; null for an external address. */
export function shareImage(url: string): ImageSources | null {
  const image = parseAddress(url);
  return image && { src: `/uploads/${shareName(image)}`, ...shareSize(image) };
}

/** Returns a path for an image address of one of the `origins`, and any other text unchanged. */
export function storedAddress(text: string, origins: string[]): string {
  const address = text.trim();
  const origin = origins.find((origin) => address.startsWith(`${origin}/uploads/`));
  return origin ? address.slice(origin.length) : address;
}

const ADDRESS = /^\/uploads\/(([0-9a-z]{2})\/\2[0-9a-z]{14})-(\d{1,4})x(\d{1,4})\.webp$/;

function parseAddress(url: string): SizedImage | null {
  const [, stem, , width, height] = ADDRESS.exec(url) ?? [];
  return stem ? { stem, width: Number(width), height: Number(height) } : null;
}

function mainName({ stem, width, height }: SizedImage): string {
  return `${stem}-${width}x${height}.webp`;
}

function narrowerWidths({ width }: Pick<SizedImage, "width">): number[] {
  return NARROW_WIDTHS.filter((narrowWidth) => narrowWidth < width);
}

function narrowName({ stem }: SizedImage, narrowWidth: number): string {
  return `${stem}-${narrowWidth}.webp`;
}

function narrowSize({ width, height }: SizedImage, narrowWidth: number) {
  return { width: narrowWidth, height: Math.max(1, Math.round((height * narrowWidth) / width)) };
}

function avatarName({ stem }: SizedImage, side: number): string {
  return `${stem}-face${side}.webp`;
}

function avatarSides({ width, height }: SizedImage): number[] {
  return [...new Set(AVATAR_SIDES.map((side) => Math.min(side, width, height)))];
}

function shareName({ stem }: SizedImage): string {
  return `${stem}-share.jpg`;
}

function shareSize({ width, height }: SizedImage) {
  const scale = Math.min(1, width / SHARE_SIZE.width, height / SHARE_SIZE.height);
  return {
    width: Math.max(1, Math.round(SHARE_SIZE.width * scale)),
    height: Math.max(1, Math.round(SHARE_SIZE.height * scale)),
  };
}

export function keepsStoredImage(value: string): boolean {
  return value.trim() === "has-base64-image";
}
