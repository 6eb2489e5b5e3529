/** Tests images that hold more than pixels, and forms that no browser sends. test/http/images.test.ts has refused files, bombs and orphans. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { askChecked, multipart } from "../support/checked-requests";
import { headers as headerTexts, MARK_CALL, markup, paths, unicode } from "../support/hostile-strings";
import { testImage } from "../support/test-images";
import { sharedWorld } from "./world";

const world = sharedWorld();
const SCRIPT = Buffer.from(`<script>${MARK_CALL}(1)</script>`);

/** Returns a chunk of a PNG (PNG specification §5.3). */
function chunk(type: string, content: Buffer): Buffer {
  const typeAndContent = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(typeAndContent));
  return Buffer.concat([length, typeAndContent, sum]);
}

const PNG_HEADER = 8 + 25;
const withChunk = (bytes: Buffer, addedChunk: Buffer) =>
  Buffer.concat([bytes.subarray(0, PNG_HEADER), addedChunk, bytes.subarray(PNG_HEADER)]);
const png = await testImage("png", 60, 40);
const inflatingText = Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(60 * 1024 * 1024), { level: 9 })]);

const REFUSED: Record<string, Buffer> = {
  "script first.png": Buffer.concat([SCRIPT, png]),
  "pdf first.png": Buffer.concat([Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj"), png]),
  "zip.png": Buffer.from("504b0304140000000800", "hex"),
  "exe.png": Buffer.from("4d5a90000300000004000000ffff0000", "hex"),
  "one byte.png": Buffer.from([0x89]),
};
const ACCEPTED: Record<string, Buffer> = {
  "jpeg called html.html": await testImage("jpeg", 60, 40),
  "script behind.png": Buffer.concat([await testImage("png", 61, 40), SCRIPT]),
  "script in a text chunk.png": withChunk(
    await testImage("png", 63, 40),
    chunk("tEXt", Buffer.concat([Buffer.from("Title\0"), SCRIPT])),
  ),
  "a text chunk of 60 MB.png": withChunk(await testImage("png", 64, 40), chunk("zTXt", inflatingText)),
};
/** Strings as file names. */
const NAMES = [...paths.slice(0, 8), ...headerTexts.slice(0, 4), ...markup.slice(0, 4), ...unicode.slice(0, 8)];

const post = (path: string, request: { body: string | Buffer; headers: Record<string, string> }) =>
  askChecked(world, { method: "POST", path, as: "admin", ...request });
const upload = (bytes: Buffer, filename: string) =>
  post("/api/admin/images", multipart([{ name: "file", filename, type: "image/png", content: bytes }]));

describe("reliability 20 uploads are judged by their content", () => {
  test.for(Object.entries(REFUSED))("refused: %s", async ([name, bytes]) => {
    expect((await upload(bytes, name)).status).toBeGreaterThanOrEqual(400);
  });

  test.for([
    ...Object.entries(ACCEPTED),
    ...NAMES.map((name, index) => [name, Buffer.concat([png, Buffer.from([index])])] as const),
  ])("encoded again, with nothing but pixels: %s", async ([name, bytes]) => {
    const answer = await upload(bytes, name);
    expect(answer.status).toBeLessThan(300);
    const { url } = JSON.parse(answer.text) as { url: string };
    expect(url).toMatch(/^\/uploads\/[0-9a-z]{2}\/[0-9a-z]{16}-\d+x\d+\.(webp|jpg)$/);
    const file = await askChecked(world, { path: url });
    expect([file.status, file.headers["content-type"]]).toEqual([200, expect.stringMatching(/^image\/(webp|jpeg)$/)]);
    expect(file.bytes.includes(MARK_CALL)).toBe(false);
    const { exif, xmp, iptc } = await sharp(file.bytes).metadata();
    expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined]);
  });
});

/** Bodies of multipart/form-data that no browser sends. */
function brokenForms(file: Buffer): { headers: Record<string, string>; body: string | Buffer }[] {
  const withType = (type: string, body: string | Buffer) => ({ headers: { "Content-Type": type }, body });
  const part = (head: string, body: string | Buffer = "x") =>
    Buffer.concat([Buffer.from(`--b\r\n${head}\r\n\r\n`), Buffer.from(body as Buffer), Buffer.from("\r\n")]);
  const complete = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from("--b--\r\n")]);
  const disposition = 'Content-Disposition: form-data; name="file"; filename="a.png"';
  const text = (name: string) => `Content-Disposition: form-data; name="${name}"`;
  const bodies: (string | Buffer)[] = [
    "",
    "--b",
    "--b--",
    "--b--\r\n",
    part(disposition, file),
    part(disposition, file).subarray(0, 200),
    `--b\r\n${disposition}`,
    `--b\n${disposition}\n\nx\n--b--\n`,
    complete(part("Content-Disposition: form-data")),
    complete(part('Content-Disposition: attachment; filename="a.png"', file)),
    complete(part("X: y")),
    complete(part(`${disposition}\r\nX-Long: ${"a".repeat(100_000)}`, file)),
    complete(part(`${disposition}${"\r\nX: y".repeat(5_000)}`, file)),
    complete(part(`${disposition}\r\nContent-Transfer-Encoding: base64`, file.toString("base64"))),
    complete(part(`${disposition}\r\nContent-Type: multipart/mixed; boundary=c`, "--c\r\n\r\nx\r\n--c--")),
    complete(...Array.from({ length: 1_500 }, (_, index) => part(text(`t${index}`)))),
    complete(...Array.from({ length: 1_000 }, () => part(disposition, file.subarray(0, 100)))),
    complete(part(text("file"), "a text in the place of a file")),
    complete(part(`${text("n".repeat(10_000))}; filename="a.png"`, file)),
    complete(part(`${text("__proto__")}; filename="__proto__"`, file), part(disposition, file)),
    complete(part(text("alt"), "x".repeat(200_000)), part(disposition, file)),
    complete(part("Content-Disposition: form-data; name=\"file\"; filename*=UTF-8''..%2f..%2fa.png", file)),
    complete(Buffer.alloc(100_000, "\r\n"), part(disposition, file)),
  ];
  const boundaries = [
    "multipart/form-data",
    "multipart/form-data; boundary=",
    `multipart/form-data; boundary="${"b".repeat(500)}"`,
  ];
  return [
    ...boundaries.map((type) => withType(type, "x")),
    withType("multipart/form-data; boundary=other", complete(part(disposition, file))),
    ...bodies.map((body) => withType("multipart/form-data; boundary=b", body)),
  ];
}

test.each(["/api/admin/images", "/admin/uploader", `/admin/experts/${world.ids.other}`, "/admin/import?index"])(
  "reliability 21 %s answers forms that no browser sends",
  async (path) => {
    for (const request of brokenForms(await testImage("png", 20, 20))) await post(path, request);
  },
);
