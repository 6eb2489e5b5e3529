/** Decodes one image at a time to bound memory. */

import pLimit from "p-limit";
import type sharpModule from "sharp";
import type { ResizeOptions, Sharp } from "sharp";
import { AppError } from "~/errors";
import { type ImageFile, imageFiles, MAX_SIZE, originalFile } from "~/models/base/uploads/address";

/** The limit of pixels, checked in the header before decoding. */
const MAX_PIXELS = 25_000_000;
const MAX_ORIGINAL = { width: 2560, height: 2560 };
const MAX_SECONDS = 30;
const inTurn = pLimit(1);

const WRONG_TYPE = "This is not a PNG, JPG or WebP image. Please choose one of those.";
const DAMAGED = "This image is damaged or incomplete. Please save it again in an image program, then try again.";
const ANIMATED = "Animated images cannot be used. Please choose a still one.";

export class TooManyPixels extends AppError {
  constructor() {
    super("invalid", "This image has too many pixels: at most 25 megapixels can be used.");
    this.name = "TooManyPixels";
  }
}

export interface Size {
  width: number;
  height: number;
}

export interface ProcessedImage extends Size {
  files: (ImageFile & { bytes: Uint8Array })[];
}

/** Decodes an image (upright, sRGB, no metadata) and makes its files. Throws "unsupported", "invalid". */
export function processImage(read: () => Promise<Uint8Array>, id: string, exactSize?: Size): Promise<ProcessedImage> {
  return inTurn(async () => {
    const bytes = await read();
    const { size, open } = await decode(bytes, await resizeOptionsFor(exactSize));
    const files: ProcessedImage["files"] = [];
    for (const file of imageFiles(id, size)) files.push({ ...file, bytes: await encode(open(), file) });
    if (!exactSize) return { ...size, files };
    const fullImage = await decode(bytes, fitInside(MAX_ORIGINAL));
    if (fullImage.size.width === size.width && fullImage.size.height === size.height) return { ...size, files };
    const original = originalFile(id, fullImage.size);
    return { ...size, files: [...files, { ...original, bytes: await encode(fullImage.open(), original) }] };
  });
}

/** Converts an image to PNG. Throws "invalid" for a damaged image. */
export function toPng(read: () => Promise<Uint8Array>, maxSize: Size = MAX_ORIGINAL): Promise<Buffer> {
  return inTurn(async () => {
    const { open } = await decode(await read(), fitInside(maxSize));
    return open().timeout({ seconds: MAX_SECONDS }).png().toBuffer();
  });
}

async function resizeOptionsFor(exactSize: Size | undefined): Promise<ResizeOptions> {
  if (!exactSize) return fitInside(MAX_SIZE);
  const { strategy } = await loadSharp();
  return { ...exactSize, fit: "cover", position: strategy.attention };
}

function fitInside(size: Size): ResizeOptions {
  return { ...size, fit: "inside", withoutEnlargement: true };
}

async function decode(bytes: Uint8Array, resizeOptions: ResizeOptions) {
  const format = formatOf(bytes);
  if (!format) throw new AppError("unsupported", WRONG_TYPE);
  const sharp = await loadSharp();
  const options = { limitInputPixels: MAX_PIXELS, failOn: "error" } as const;
  try {
    const metadata = await sharp(bytes, options).metadata();
    if (metadata.format !== format) throw new AppError("unsupported", WRONG_TYPE);
    if ((metadata.pages ?? 1) > 1) throw new AppError("unsupported", ANIMATED);
    // Counts images of 16 bits per colour twice, because they need twice the memory.
    if (metadata.width * metadata.height * (metadata.depth === "ushort" ? 2 : 1) > MAX_PIXELS)
      throw new TooManyPixels();
    const { data, info } = await sharp(bytes, options)
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient()
      .resize(resizeOptions)
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    return { size: { width: info.width, height: info.height }, open: () => sharp(data, { raw }) };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (/pixel limit/.test(String(error))) throw new TooManyPixels();
    throw new AppError("invalid", DAMAGED);
  }
}

async function encode(image: Sharp, { width, height, fit, type }: ImageFile): Promise<Uint8Array> {
  const { strategy } = await loadSharp();
  const resizedImage = image
    .timeout({ seconds: MAX_SECONDS })
    .resize(width, height, fit === "cover" ? { fit, position: strategy.attention } : { fit: "fill" });
  const encoding =
    type === "image/webp"
      ? resizedImage.webp({ quality: 76, effort: 4, smartSubsample: true })
      : resizedImage.flatten({ background: "#fff" }).jpeg({ quality: 80, mozjpeg: true });
  return encoding.toBuffer();
}

function formatOf(bytes: Uint8Array): "png" | "jpeg" | "webp" | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(16, bytes.byteLength)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (start.startsWith("\xff\xd8\xff")) return "jpeg";
  return start.startsWith("RIFF") && start.slice(8, 15) === "WEBPVP8" ? "webp" : null;
}

let loading: Promise<typeof sharpModule> | undefined;

/** Loads the library when it is first needed: it takes 20 MB. */
export function loadSharp(): Promise<typeof sharpModule> {
  loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.concurrency(1);
    // Allows only these decoders, because libvips also reads SVG and PDF.
    sharp.block({ operation: ["VipsForeignLoad"] });
    const decoders = ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"];
    sharp.unblock({ operation: decoders });
    return sharp;
  });
  return loading;
}
