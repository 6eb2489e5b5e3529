/** Files that are no pictures, pictures that cost more than they weigh, and uploads that break off. */
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { animation, bomb, impostors, photograph, picture, pictureOf, wrecks } from "../support/pictures";
import { forgetPeak, HAS_PROC, memoryOf } from "../support/processes";
import { rows } from "../support/world";
import { type Answer, ask, call, multipart } from "./client";
import { headers as headerTexts, MARK_CALL, markup, paths, unicode } from "./strings";
import { sharedWorld } from "./world";

const world = sharedWorld();
const MB5 = 5 * 1024 * 1024;
const SCRIPT = Buffer.from(`<script>${MARK_CALL}(1)</script>`);

/** A chunk of a PNG (PNG specification §5.3). */
function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG that claims to be so wide and high, with little behind its header. */
function claiming(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const chunks = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(4_096))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...chunks]);
}

/** Inserts bytes behind a PNG's header, or behind a JPEG's first marker. */
const inserted = (bytes: Buffer, more: Buffer, at: number) =>
  Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
const PNG_HEADER = 8 + 25;

function withComment(jpeg: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(SCRIPT.length + 2, 2);
  return inserted(jpeg, Buffer.concat([head, SCRIPT]), 2);
}

/** A photograph that says where it was taken and has to be turned by 90°. */
async function withPlace(): Promise<Buffer> {
  const exif = {
    IFD0: { Copyright: "hx-owner" },
    IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1", GPSLongitudeRef: "E", GPSLongitude: "0/1 7/1 0/1" },
  };
  return sharp(await photograph(200, 100))
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

const png = await picture("png", 60, 40);
const jpeg = await picture("jpeg", 60, 40);
const inflating = Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(60 * 1024 * 1024), { level: 9 })]);

const REFUSED: Record<string, Buffer> = {
  ...impostors(),
  ...(await wrecks()),
  "claims 30,000 × 30,000.png": claiming(30_000),
  "claims 2,147,483,647.png": claiming(0x7fffffff),
  "claims nothing.png": claiming(0),
  "256 megapixels.png": bomb(),
  "5 MB and a byte.png": await pictureOf(MB5 + 1),
  "script first.png": Buffer.concat([SCRIPT, png]),
  "pdf first.png": Buffer.concat([Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj"), png]),
  "zip.png": Buffer.from("504b0304140000000800", "hex"),
  "exe.png": Buffer.from("4d5a90000300000004000000ffff0000", "hex"),
  "a broken profile.jpg": inserted(jpeg, Buffer.from([0xff, 0xe2, 0xff, 0xff]), 2),
  "tiff.jpg": Buffer.from("49492a0008000000ffff", "hex"),
  "one byte.png": Buffer.from([0x89]),
  "animation.webp": await animation(),
};

const TAKEN: Record<string, Buffer> = {
  "png.png": png,
  "webp called svg.svg": await picture("webp", 60, 40),
  "jpeg called html.html": jpeg,
  "script behind.png": Buffer.concat([await picture("png", 61, 40), SCRIPT]),
  "script in a comment.jpg": withComment(await picture("jpeg", 62, 40)),
  "script in a text chunk.png": inserted(
    await picture("png", 63, 40),
    chunk("tEXt", Buffer.concat([Buffer.from("Title\0"), SCRIPT])),
    PNG_HEADER,
  ),
  "a text chunk of 60 MB.png": inserted(await picture("png", 64, 40), chunk("zTXt", inflating), PNG_HEADER),
  "photograph.jpg": await photograph(300, 400),
  "5 MB.png": await pictureOf(MB5),
  "with a place and turned.jpg": await withPlace(),
};

/** Strings as file names. */
const NAMES = [...paths.slice(0, 8), ...headerTexts.slice(0, 4), ...markup.slice(0, 4), ...unicode.slice(0, 8)];

const post = (path: string, sent: { body: string | Buffer; headers: Record<string, string> }) =>
  ask(world, { method: "POST", path, as: "admin", ...sent });
const upload = (bytes: Buffer, filename = "a.png") =>
  post("/api/admin/images", multipart([{ name: "file", filename, type: "image/png", content: bytes }]));

/** The other ways for a picture: part of a form, the uploader, data URLs. */
async function sendEverywhere(name: string, bytes: Buffer): Promise<void> {
  const fields = { name: "Otto Other", title: "x", "categories[]": "academic" };
  const parts = Object.entries(fields).map(([name, content]) => ({ name, content }));
  const file = { filename: name, type: "text/html", content: bytes };
  await post(`/admin/experts/${world.known.other}`, multipart([...parts, { name: "imageUrlFile", ...file }]));
  await post("/admin/uploader", multipart([{ name: "files", ...file }]));
  for (const kind of ["image/png", "image/svg+xml", "text/html"].slice(0, bytes.length > 1_000_000 ? 1 : 3))
    await call(world, "PUT", `/api/experts/${world.known.other}`, {
      imageUrl: `data:${kind};base64,${bytes.toString("base64")}`,
    });
}

describe("reliability 20 uploads are judged by their content", () => {
  test.for(Object.entries(REFUSED))("refused: %s", async ([name, bytes]) => {
    expect((await upload(bytes, name)).status).toBeGreaterThanOrEqual(400);
    await sendEverywhere(name, bytes);
  });

  test.for([
    ...Object.entries(TAKEN),
    ...NAMES.map((name, at) => [name, Buffer.concat([png, Buffer.from([at])])] as const),
  ])("made anew, without anything but pixels: %s", async ([name, bytes]) => {
    const answer = await upload(bytes, name);
    expect(answer.status).toBeLessThan(300);
    await expectMadeAnew(bytes, answer);
    if (name in TAKEN) await sendEverywhere(name, bytes);
  });

  async function expectMadeAnew(sent: Buffer, answer: Answer): Promise<void> {
    const { url } = JSON.parse(answer.text) as { url: string };
    expect(url).toMatch(/^\/uploads\/[0-9a-z]{2}\/[0-9a-z]{16}-\d+x\d+\.(webp|jpg)$/);
    const file = await ask(world, { path: url });
    expect([file.status, file.headers["content-type"]]).toEqual([200, expect.stringMatching(/^image\/(webp|jpeg)$/)]);
    expect([file.bytes.includes(MARK_CALL), file.bytes.includes("hx-owner")]).toEqual([false, false]);
    const [before, after] = [await sharp(sent).metadata(), await sharp(file.bytes).metadata()];
    expect([after.exif, after.xmp, after.iptc]).toEqual([undefined, undefined, undefined]);
    const isTurned = (before.orientation ?? 1) >= 5;
    expect(after.width > after.height).toBe(isTurned ? before.height > before.width : before.width > before.height);
  }

  test.skipIf(!HAS_PROC)("20 bombs at once take less than 300 MB", async () => {
    const kinds = [bomb(), bomb(15_000), claiming(30_000), await pictureOf(MB5), await photograph(3_000, 2_000)];
    // The same bytes would be stored once.
    const bombs = Array.from({ length: 20 }, (_, at) =>
      Buffer.concat([kinds[at % 5] as Buffer, Buffer.from([at])]).subarray(0, MB5),
    );
    const before = memoryOf(world.site.pid).now;
    forgetPeak(world.site.pid);
    await Promise.all(bombs.map((bytes) => upload(bytes)));
    expect(memoryOf(world.site.pid).most - before).toBeLessThan(300);
  });
});

/** Bodies of multipart/form-data that no browser sends. */
function brokenForms(file: Buffer): { headers: Record<string, string>; body: string | Buffer }[] {
  const typed = (type: string, body: string | Buffer) => ({ headers: { "Content-Type": type }, body });
  const part = (head: string, body: string | Buffer = "x") =>
    Buffer.concat([Buffer.from(`--b\r\n${head}\r\n\r\n`), Buffer.from(body as Buffer), Buffer.from("\r\n")]);
  const whole = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from("--b--\r\n")]);
  const own = 'Content-Disposition: form-data; name="file"; filename="a.png"';
  const text = (name: string) => `Content-Disposition: form-data; name="${name}"`;
  const bodies: (string | Buffer)[] = [
    ...[
      "",
      "--b",
      "--b--",
      "--b--\r\n",
      part(own, file),
      part(own, file).subarray(0, 200),
      `--b\r\n${own}`,
      `--b\n${own}\n\nx\n--b--\n`,
    ],
    whole(part("Content-Disposition: form-data")),
    whole(part('Content-Disposition: attachment; filename="a.png"', file)),
    whole(part("X: y")),
    whole(part(`${own}\r\nX-Long: ${"a".repeat(100_000)}`, file)),
    whole(part(`${own}${"\r\nX: y".repeat(5_000)}`, file)),
    whole(part(`${own}\r\nContent-Transfer-Encoding: base64`, file.toString("base64"))),
    whole(part(`${own}\r\nContent-Type: multipart/mixed; boundary=c`, "--c\r\n\r\nx\r\n--c--")),
    whole(...Array.from({ length: 1_500 }, (_, at) => part(text(`t${at}`)))),
    whole(...Array.from({ length: 1_000 }, () => part(own, file.subarray(0, 100)))),
    whole(part(text("file"), "a text in the place of a file")),
    whole(part(`${text("n".repeat(10_000))}; filename="a.png"`, file)),
    whole(part(`${text("__proto__")}; filename="__proto__"`, file), part(own, file)),
    whole(part(text("alt"), "x".repeat(200_000)), part(own, file)),
    whole(part("Content-Disposition: form-data; name=\"file\"; filename*=UTF-8''..%2f..%2fa.png", file)),
    whole(Buffer.alloc(100_000, "\r\n"), part(own, file)),
  ];
  const boundaries = [
    "multipart/form-data",
    "multipart/form-data; boundary=",
    `multipart/form-data; boundary="${"b".repeat(500)}"`,
  ];
  return [
    ...boundaries.map((type) => typed(type, "x")),
    typed("multipart/form-data; boundary=other", whole(part(own, file))),
    ...bodies.map((body) => typed("multipart/form-data; boundary=b", body)),
  ];
}

describe("reliability 21 broken and deleted uploads", () => {
  test.each(["/api/admin/images", "/admin/uploader", `/admin/experts/${world.known.other}`, "/admin/import?index"])(
    "%s answers forms that no browser sends",
    async (path) => {
      for (const sent of brokenForms(await picture("png", 20, 20))) await post(path, sent);
    },
  );

  test("200 broken and 200 deleted ones leave no file behind, and no row without its file", {
    timeout: 300_000,
  }, async () => {
    const ids: string[] = [];
    for (let at = 0; at < 200; at += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, async () => upload(await picture("png", 20, 20))));
      ids.push(...answers.filter(({ status }) => status === 201).map(({ text }) => JSON.parse(text).id as string));
      await Promise.all(Array.from({ length: 5 }, (_, place) => breakOff((at + place) % 4)));
      await Promise.all(
        Array.from({ length: 5 }, (_, place) =>
          upload(Buffer.concat([png.subarray(0, 60 + place), Buffer.from([at])])),
        ),
      );
    }
    expect(ids.length).toBe(200);
    for (const id of ids)
      expect(
        (await ask(world, { method: "DELETE", path: `/api/admin/images/${id}?force=1`, as: "admin" })).status,
      ).toBeLessThan(300);
    const stored = rows<{ files: string }>(world, "SELECT files FROM images");
    const referenced = stored.flatMap(({ files }) => (JSON.parse(files) as { name: string }[]).map(({ name }) => name));
    await expect.poll(filesIn("incoming")).toEqual([]);
    await expect.poll(filesIn("uploads")).toEqual(referenced.sort());
  });

  const filesIn = (folder: string) => () => {
    const path = join(world.site.dataDir, folder);
    if (!existsSync(path)) return [];
    const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1)).sort();
  };

  /** An upload whose sender goes away: after a byte, in the form's head, in the file, before the end. */
  function breakOff(place: number): Promise<void> {
    const { hostname, port } = new URL(world.site.url);
    const { body, headers } = multipart([
      { name: "file", filename: "a.png", content: Buffer.concat([png, Buffer.alloc(200_000)]) },
    ]);
    const head = `POST /api/admin/images HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${world.cookies.admin}\r\nContent-Type: ${headers["Content-Type"]}\r\nContent-Length: ${body.length}\r\n\r\n`;
    return new Promise((resolve) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(head);
        socket.write(body.subarray(0, [1, 150, 100_000, body.length - 10][place]), () => socket.destroy());
      });
      socket.on("error", () => {});
      socket.on("close", () => resolve());
    });
  }
});
