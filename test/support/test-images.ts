/** Creates images for tests: valid ones, and harmful ones. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

let imageCount = 0;

/** Returns an image that is different for each call: red on the left, blue on the right, with one unique pixel. */
export function twoColours(width = 800, height = 600) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let index = 0; index < width * height; index++) pixels[index * 3 + (index % width < width / 2 ? 0 : 2)] = 220;
  imageCount++;
  pixels.writeUIntBE(imageCount, 0, 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** Returns the bytes of `twoColours` in a format. */
export function testImage(format: "png" | "jpeg" | "webp" = "png", width?: number, height?: number): Promise<Buffer> {
  return twoColours(width, height).toFormat(format, { lossless: true }).toBuffer();
}

/** Returns an image with exactly this many bytes. Readers ignore the bytes after the end of a PNG. */
export async function testImageOf(bytes: number): Promise<Buffer> {
  const png = await testImage("png", 80, 60);
  return Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
}

/** Returns clouds of colour with grain, which compress about as badly as a photograph. */
export async function photograph(width = 900, height = 1200): Promise<Buffer> {
  const noise = (w: number, h: number, sigma: number) =>
    sharp({
      create: { width: w, height: h, channels: 3, background: "#000", noise: { type: "gaussian", mean: 128, sigma } },
    })
      .png()
      .toBuffer();
  imageCount++;
  const grain = await noise(width, height, 12);
  const shapes = await sharp(await noise(12 + (imageCount % 5), 16, 90))
    .resize(width, height, { kernel: "cubic", fit: "fill" })
    .png()
    .toBuffer();
  return sharp(shapes)
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** Returns 256 empty megapixels in about 31 KB. */
export function decompressionBomb(side = 16_000): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1; // one bit a pixel, grey
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side), { level: 9 });
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const chunkBody = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(chunkBody));
  return Buffer.concat([length, chunkBody, sum]);
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';

/** Returns files that are no PNG, JPG or WebP, whatever they say of themselves. */
export function impostors(): Record<string, Buffer> {
  const text = (content: string) => Buffer.from(content, "latin1");
  return {
    "svg.png": text(SVG),
    "svg with a declaration.png": text(`<?xml version="1.0"?>${SVG}`),
    "gif.png": text(
      "GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;",
    ),
    "gif that is a script.jpg": text("GIF89a=1;alert(1)"),
    "heic.jpg": text("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"),
    "avif.webp": text("\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif"),
    "pdf.jpg": text("%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj"),
    "page.png": text("<!doctype html><script>alert(1)</script>"),
    "wave.webp": text("RIFF\x24\x00\x00\x00WAVEfmt "),
    "nothing.png": Buffer.alloc(0),
  };
}

/** Files that begin as an image but are broken or something else. */
export async function brokenImages(): Promise<Record<string, Buffer>> {
  const firstHalf = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2));
  const [png, jpeg, webp] = await Promise.all([testImage("png"), photograph(), testImage("webp")]);
  return {
    "half.png": firstHalf(png),
    "half.jpg": firstHalf(jpeg),
    "half.webp": firstHalf(webp),
    "without its end.jpg": jpeg.subarray(0, jpeg.length - 2_000),
    "header and svg.png": Buffer.concat([png.subarray(0, 8), Buffer.from(SVG)]),
    "header and page.jpg": Buffer.concat([jpeg.subarray(0, 4), Buffer.from("<script>alert(1)</script>".repeat(100))]),
    "header only.webp": webp.subarray(0, 16),
  };
}

/** Returns an animation of two images. */
export async function animation(): Promise<Buffer> {
  const frame = await twoColours(64, 64).raw().toBuffer();
  const otherFrame = Buffer.from(frame).reverse();
  return sharp(Buffer.concat([frame, otherFrame]), { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
    .webp({ lossless: true, delay: [200, 200], loop: 0 })
    .toBuffer();
}
