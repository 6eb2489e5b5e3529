/** Files that are no pictures, pictures that are bombs, forms with files that are broken, and tables to import (promises 20, 21). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { animation, bomb, impostors, photograph, picture, pictureOf, wrecks } from "../../test/support/pictures";
import { type Answer, multipart, type Part, type Question, urlencoded } from "./client";
import { FAMILIES, MARK_CALL } from "./corpus";
import { headersOf } from "./forms";
import type { Sending } from "./sending";
import type { World } from "./world";

const MB5 = 5 * 1024 * 1024;

interface Sample {
  name: string;
  bytes: Buffer;
  isGood: boolean;
}

/** Every file that is sent, and whether it is a picture that is to be taken. */
async function samples(): Promise<Sample[]> {
  const bad = (files: Record<string, Buffer>) =>
    Object.entries(files).map(([name, bytes]) => ({ name, bytes, isGood: false }));
  const png = await picture("png", 60, 40);
  const jpeg = await picture("jpeg", 60, 40);
  const script = Buffer.from(`<script>${MARK_CALL}(1)</script>`);
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj");
  return [
    ...bad(impostors()),
    ...bad(await wrecks()),
    ...bad({
      "claims 30,000 × 30,000.png": claiming(30_000),
      "claims 2,147,483,647.png": claiming(0x7fffffff),
      "claims nothing.png": claiming(0),
      "256 megapixels.png": bomb(),
      "5 MB and a byte.png": await pictureOf(MB5 + 1),
      "script first.png": Buffer.concat([script, png]),
      "pdf first.png": Buffer.concat([pdf, png]),
      "zip.png": Buffer.from("504b0304140000000800", "hex"),
      "exe.png": Buffer.from("4d5a90000300000004000000ffff0000", "hex"),
      "a profile that lies.jpg": Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xe2, 0xff, 0xff]),
        jpeg.subarray(2),
      ]),
      "tiff.jpg": Buffer.from("49492a0008000000ffff", "hex"),
      "one byte.png": Buffer.from([0x89]),
    }),
    { name: "png.png", bytes: png, isGood: true },
    { name: "webp called svg.svg", bytes: await picture("webp", 60, 40), isGood: true },
    { name: "jpeg called html.html", bytes: jpeg, isGood: true },
    { name: "script behind.png", bytes: Buffer.concat([await picture("png", 61, 40), script]), isGood: true },
    { name: "script in a comment.jpg", bytes: withComment(await picture("jpeg", 62, 40), script), isGood: true },
    {
      name: "script in a text chunk.png",
      bytes: withChunk(await picture("png", 63, 40), "tEXt", Buffer.concat([Buffer.from("Title\0"), script])),
      isGood: true,
    },
    { name: "animation.webp", bytes: await animation(), isGood: false },
    // What is not looked at does no harm; it must not be unpacked either.
    {
      name: "a text chunk of 60 MB.png",
      bytes: withChunk(
        await picture("png", 64, 40),
        "zTXt",
        Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(60 * 1024 * 1024), { level: 9 })]),
      ),
      isGood: true,
    },
    { name: "photograph.jpg", bytes: await photograph(300, 400), isGood: true },
    { name: "5 MB.png", bytes: await pictureOf(MB5), isGood: true },
    { name: "with a place and upside down.jpg", bytes: await withPlace(), isGood: true },
    ...FAMILIES.paths
      .slice(0, 8)
      .concat(FAMILIES.headers.slice(0, 4), FAMILIES.markup.slice(0, 4), FAMILIES.unicode.slice(0, 8))
      .map((name, at) => ({
        name,
        bytes: at % 2 ? png : Buffer.concat([png, Buffer.from([at])]),
        isGood: true,
      })),
  ];
}

/** A PNG whose header says how large it is, and little behind it. */
function claiming(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunkOf("IHDR", header),
    chunkOf("IDAT", deflateSync(Buffer.alloc(4_096))),
    chunkOf("IEND", Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG with one more chunk, behind its header. */
function withChunk(png: Buffer, type: string, content: Buffer): Buffer {
  const header = 8 + 25;
  return Buffer.concat([png.subarray(0, header), chunkOf(type, content), png.subarray(header)]);
}

function withComment(jpeg: Buffer, comment: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(comment.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, comment, jpeg.subarray(2)]);
}

/** A photograph that says where it was taken, and is to be turned by 90°. */
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

/** Forms with files that are broken, or are too much. */
function brokenForms(file: Buffer): Pick<Question, "body" | "headers">[] {
  const type = (boundary: string) => ({ "Content-Type": `multipart/form-data; boundary=${boundary}` });
  const part = (headers: string, body: string | Buffer = "x") =>
    Buffer.concat([Buffer.from(`--b\r\n${headers}\r\n\r\n`), Buffer.from(body), Buffer.from("\r\n")]);
  const end = Buffer.from("--b--\r\n");
  const own = 'Content-Disposition: form-data; name="file"; filename="a.png"';
  return [
    { headers: { "Content-Type": "multipart/form-data" }, body: "x" },
    { headers: { "Content-Type": "multipart/form-data; boundary=" }, body: "x" },
    { headers: { "Content-Type": `multipart/form-data; boundary="${"b".repeat(500)}"` }, body: "x" },
    { headers: type("other"), body: Buffer.concat([part(own, file), end]) },
    { headers: type("b"), body: "" },
    { headers: type("b"), body: "--b" },
    { headers: type("b"), body: "--b--" },
    { headers: type("b"), body: "--b--\r\n" },
    { headers: type("b"), body: part(own, file) },
    { headers: type("b"), body: part(own, file).subarray(0, 200) },
    { headers: type("b"), body: Buffer.from(`--b\r\n${own}`) },
    { headers: type("b"), body: Buffer.from(`--b\n${own}\n\nx\n--b--\n`) },
    { headers: type("b"), body: Buffer.concat([part("Content-Disposition: form-data"), end]) },
    { headers: type("b"), body: Buffer.concat([part('Content-Disposition: attachment; filename="a.png"', file), end]) },
    { headers: type("b"), body: Buffer.concat([part("X: y"), end]) },
    { headers: type("b"), body: Buffer.concat([part(`${own}\r\nX-Long: ${"a".repeat(100_000)}`, file), end]) },
    { headers: type("b"), body: Buffer.concat([part(`${own}${"\r\nX: y".repeat(5_000)}`, file), end]) },
    {
      headers: type("b"),
      body: Buffer.concat([part(`${own}\r\nContent-Transfer-Encoding: base64`, file.toString("base64")), end]),
    },
    {
      headers: type("b"),
      body: Buffer.concat([part(`${own}\r\nContent-Type: multipart/mixed; boundary=c`, "--c\r\n\r\nx\r\n--c--"), end]),
    },
    {
      headers: type("b"),
      body: Buffer.concat([
        ...Array.from({ length: 1_500 }, (_, at) => part(`Content-Disposition: form-data; name="t${at}"`)),
        end,
      ]),
    },
    {
      headers: type("b"),
      body: Buffer.concat([...Array.from({ length: 1_000 }, () => part(own, file.subarray(0, 100))), end]),
    },
    {
      headers: type("b"),
      body: Buffer.concat([part('Content-Disposition: form-data; name="file"', "a text in the place of a file"), end]),
    },
    {
      headers: type("b"),
      body: Buffer.concat([
        part(`Content-Disposition: form-data; name="${"n".repeat(10_000)}"; filename="a.png"`, file),
        end,
      ]),
    },
    {
      headers: type("b"),
      body: Buffer.concat([
        part('Content-Disposition: form-data; name="__proto__"; filename="__proto__"', file),
        part(own, file),
        end,
      ]),
    },
    {
      headers: type("b"),
      body: Buffer.concat([
        part('Content-Disposition: form-data; name="alt"', "x".repeat(200_000)),
        part(own, file),
        end,
      ]),
    },
    {
      headers: type("b"),
      body: Buffer.concat([
        part("Content-Disposition: form-data; name=\"file\"; filename*=UTF-8''..%2f..%2fa.png", file),
        end,
      ]),
    },
    { headers: type("b"), body: Buffer.concat([Buffer.alloc(100_000, "\r\n"), part(own, file), end]) },
  ];
}

/** The doors that take files. */
const DOORS: { path: string; field: string; door: string }[] = [
  { path: "/api/admin/images", field: "file", door: "POST api.admin.images._index" },
  { path: "/admin/uploader", field: "files", door: "POST routes/admin.uploader" },
];

export interface Uploaded {
  sent: number;
  /** Megabytes that 20 bombs at once take. */
  growth: number;
  /** Files that nothing leads to, and files that are not there. */
  orphans: number;
  lost: number;
}

/** Sends every file to every door, bombs side by side, 200 broken uploads and 200 that are deleted again. */
export async function sendFiles(sending: Sending): Promise<Uploaded> {
  const { world, client, report } = sending;
  const headers = headersOf(world, "admin");
  let sent = 0;
  const post = (path: string, door: string, request: Pick<Question, "body" | "headers">) => {
    sent++;
    return client.ask({
      method: "POST",
      path,
      door,
      ...request,
      headers: { ...request.headers, ...headers },
      isSlow: true,
    });
  };
  const upload = (bytes: Buffer, name = "a.png", at = DOORS[0] as (typeof DOORS)[number]) =>
    post(at.path, at.door, multipart([{ name: at.field, filename: name, type: "image/png", content: bytes }]));

  for (const sample of await samples()) {
    const answer = await upload(sample.bytes, sample.name);
    if (sample.isGood !== answer.status < 300)
      report.broken(`a file is answered ${answer.status}`, `POST api.admin.images, ${sample.name}`, answer.text);
    if (answer.status < 300) await judge(sending, sample, answer);
    // As a part of a form with other fields, and as a data URL in a record.
    const field: Part[] = [{ name: "imageUrlFile", filename: sample.name, type: "text/html", content: sample.bytes }];
    await post(
      `/admin/experts/${world.known.other}`,
      "POST routes/admin.experts_.$id",
      multipart([
        { name: "name", content: "Otto Other" },
        { name: "title", content: "x" },
        { name: "categories[]", content: "academic" },
        ...field,
      ]),
    );
    await upload(sample.bytes, sample.name, DOORS[1]);
    for (const kind of ["image/png", "image/svg+xml", "text/html"]) {
      sent++;
      const body = JSON.stringify({ imageUrl: `data:${kind};base64,${sample.bytes.toString("base64")}` });
      const put = { method: "PUT", path: `/api/experts/${world.known.other}`, door: "PUT api.experts.$slug, data URL" };
      await client.ask({ ...put, headers: { ...headers, "Content-Type": "application/json" }, body, isSlow: true });
      if (sample.bytes.length > 1_000_000) break;
    }
  }
  const small = await picture("png", 20, 20);
  for (const at of [
    ...DOORS,
    { path: `/admin/experts/${world.known.other}`, field: "imageUrlFile", door: "POST routes/admin.experts_.$id" },
    { path: "/admin/import?index", field: "file", door: "POST routes/admin.import._index" },
  ])
    for (const broken of brokenForms(small)) {
      const answer = await post(at.path, at.door, broken);
      if (answer.status === 0) report.broken("no answer to a broken form", at.door, String(broken.body).slice(0, 300));
    }

  const growth = await bombsAtOnce(sending, upload);
  await brokenAndDeleted(sending, upload, small);
  sent += 400;
  const { onDisk, referenced } = await settledFiles(world);
  return {
    sent,
    growth,
    orphans: onDisk.filter((file) => !referenced.includes(file)).length,
    lost: referenced.filter((file) => !onDisk.includes(file)).length,
  };
}

/** What was stored must be a picture of its own: another coding, nothing beside the pixels, under a name of ours. */
async function judge({ client, report }: Sending, { name, bytes }: Sample, answer: Answer): Promise<void> {
  const { url } = JSON.parse(answer.text) as { url: string };
  const file = await client.ask({ method: "GET", path: url, door: "GET /uploads/…" });
  const wrong = (what: string) => report.broken(what, "an upload", name);
  if (!/^\/uploads\/[0-9a-z]{2}\/[0-9a-z]{16}-\d+x\d+\.(webp|jpg)$/.test(url))
    wrong(`stored under a name that is not ours: ${url}`);
  if (file.status !== 200 || !/^image\/(webp|jpeg)$/.test(String(file.headers["content-type"])))
    wrong(`sent as ${file.status} ${file.headers["content-type"]}`);
  if (file.bytes.includes(MARK_CALL) || file.bytes.includes("hx-owner")) wrong("what was hidden in it was kept");
  const stored = await sharp(file.bytes).metadata();
  if (stored.exif || stored.xmp || stored.iptc) wrong("its metadata were kept");
  const sent = await sharp(bytes).metadata();
  const isTurned = (sent.orientation ?? 1) >= 5;
  if (Math.sign(sent.width - sent.height) * (isTurned ? -1 : 1) !== Math.sign(stored.width - stored.height))
    wrong("it lies on its side");
}

/** Resident memory of the server in megabytes. */
export function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}

async function bombsAtOnce({ world }: Sending, upload: (bytes: Buffer) => Promise<Answer>): Promise<number> {
  const { pid } = world.site;
  const before = residentMegabytes(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, 20);
  const kinds = [bomb(), bomb(15_000), claiming(30_000), await pictureOf(MB5), await photograph(3_000, 2_000)];
  // Each with a byte of its own: the same bytes would be stored once.
  const bombs = Array.from({ length: 20 }, (_, at) =>
    Buffer.concat([kinds[at % kinds.length] as Buffer, Buffer.from([at])]).subarray(0, MB5),
  );
  await Promise.all(bombs.map((bytes) => upload(bytes)));
  clearInterval(timer);
  return Math.max(most, residentMegabytes(pid)) - before;
}

async function brokenAndDeleted(
  { world, client }: Sending,
  upload: (bytes: Buffer) => Promise<Answer>,
  small: Buffer,
): Promise<void> {
  const headers = headersOf(world, "admin");
  const ids: string[] = [];
  for (let at = 0; at < 200; at += 10) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, place) => {
        // A pixel of its own for each.
        const pixels = Buffer.alloc(20 * 20 * 3, 255 - ((at + place) % 256));
        pixels.writeUInt32BE(at + place, 0);
        return upload(
          await sharp(pixels, { raw: { width: 20, height: 20, channels: 3 } })
            .png()
            .toBuffer(),
        );
      }),
    );
    for (const { text, status } of answers) if (status === 201) ids.push((JSON.parse(text) as { id: string }).id);
    await Promise.all(Array.from({ length: 5 }, (_, place) => breakOff(world, small, (at + place) % 4)));
    await Promise.all(
      Array.from({ length: 5 }, (_, place) =>
        upload(Buffer.concat([small.subarray(0, 60 + place), Buffer.from([at, place])])),
      ),
    );
  }
  for (let at = 0; at < ids.length; at += 10) {
    const some = ids.slice(at, at + 10);
    await Promise.all(
      some.map((id) =>
        client.ask({
          method: "DELETE",
          path: `/api/admin/images/${id}?force=1`,
          door: "DELETE api.admin.images.$id",
          headers,
        }),
      ),
    );
  }
}

/** An upload whose sender goes away: before the file, in it, behind it, after a byte. */
function breakOff(world: World, file: Buffer, place: number): Promise<void> {
  const { hostname, port } = new URL(world.site.url);
  const { body } = multipart([
    { name: "file", filename: "a.png", content: Buffer.concat([file, Buffer.alloc(200_000)]) },
  ]);
  const bytes = body as Buffer;
  const head = `POST /api/admin/images HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${headersOf(world, "admin").Cookie}\r\nContent-Type: multipart/form-data; boundary=----hostile5f1d2c7a9b\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  const cut = [1, 150, 100_000, bytes.length - 10][place] as number;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(head);
      socket.write(bytes.subarray(0, cut), () => setTimeout(() => socket.destroy(), 20));
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
}

/** What lies in the uploads and what the database says should, once nothing is on its way any more. */
async function settledFiles({ site, rows }: World): Promise<{ onDisk: string[]; referenced: string[] }> {
  const incoming = join(site.dataDir, "incoming");
  for (let tries = 0; tries < 100 && existsSync(incoming) && readdirSync(incoming).length > 0; tries++)
    await pause(100);
  const uploads = join(site.dataDir, "uploads");
  const onDisk = existsSync(uploads)
    ? readdirSync(uploads, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(uploads.length + 1))
    : [];
  const left = existsSync(incoming) ? readdirSync(incoming).map((name) => `incoming/${name}`) : [];
  const referenced = rows<{ files: string }>("SELECT files FROM images").flatMap(({ files }) =>
    (JSON.parse(files) as { name: string }[]).map(({ name }) => name),
  );
  return { onDisk: [...onDisk, ...left], referenced };
}

/** Tables and exports, none of them as it should be. */
function imports(): { name: string; content: string | Buffer }[] {
  const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  const hostile = FAMILIES.markup
    .concat(FAMILIES.unicode, FAMILIES.sql, FAMILIES.formats)
    .map((text, at) => `"Import ${at} ${text.replaceAll('"', '""')}","Professor"`);
  const one = { name: "Export Person", title: "x", categories: ["academic"] };
  const exported = (record: unknown) =>
    JSON.stringify({ format: "longevity-leaders", version: 1, experts: [record], users: [], settings: {} });
  return [
    { name: "empty.csv", content: "" },
    { name: "only a mark.csv", content: "\ufeff" },
    { name: "only names.csv", content: "Name,Title\n" },
    { name: "no end of a quote.csv", content: 'Name,Title\n"Ida,Professor\nMore\n' },
    { name: "quotes inside.csv", content: 'Name,Title\nI"d"a,Pro"fessor\n"a"b,c\n' },
    { name: "other counts.csv", content: "Name,Title\na\na,b,c,d\n,,,,\n" },
    { name: "semicolons.csv", content: "Name;Title\r\nIda;Professor\r\n" },
    { name: "tabs.tsv", content: "Name\tTitle\nIda\tProfessor\n" },
    { name: "old line ends.csv", content: "Name,Title\rIda,Professor\r" },
    { name: "a cell of 3 MB.csv", content: `Name,Title\nIda,"${"x".repeat(3_000_000)}"\n` },
    { name: "a name of 1 MB.csv", content: `Name,Title\n"${"x".repeat(1_000_000)}",y\n` },
    {
      name: "5,000 columns.csv",
      content: `${Array.from({ length: 5_000 }, (_, at) => `c${at}`).join()}\n${"x,".repeat(4_999)}x\n`,
    },
    { name: "100,000 blank rows.csv", content: `Name,Title\n${",\n".repeat(100_000)}` },
    { name: "the same column 50 times.csv", content: `${"Name,".repeat(50)}Name\n${"a,".repeat(50)}a\n` },
    { name: "no header.csv", content: "\n\n\n" },
    { name: "header of prototypes.csv", content: "__proto__,constructor,toString\na,b,c\n" },
    { name: "utf16.csv", content: utf16("Name,Title\nIda,Professor\n") },
    { name: "latin1.csv", content: Buffer.from("Name,Title\nJosé,Größe\n", "latin1") },
    { name: "invalid.csv", content: Buffer.from([0x4e, 0x61, 0x6d, 0x65, 0x0a, 0xff, 0xfe, 0xfd, 0x0a]) },
    { name: "zeros.csv", content: Buffer.alloc(100_000) },
    { name: "picture.csv", content: claiming(10) },
    { name: "formulas and more.csv", content: `Name,Title\n${hostile.join("\n")}\n` },
    { name: "<script>__hx(1)</script>.csv", content: "Name,Title\nIda,x\n" },
    { name: "../../../etc/cron.d/x.csv", content: "Name,Title\nIda,x\n" },
    { name: "empty.json", content: "" },
    { name: "null.json", content: "null" },
    { name: "list.json", content: "[]" },
    { name: "object.json", content: "{}" },
    { name: "cut.json", content: exported(one).slice(0, -10) },
    { name: "deep.json", content: `{"experts":${"[".repeat(50_000)}` },
    { name: "deep and closed.json", content: `{"experts":[${"[".repeat(20_000)}${"]".repeat(20_000)}]}` },
    { name: "wrong kinds.json", content: JSON.stringify({ experts: 5, users: "x", articles: {}, settings: [] }) },
    {
      name: "wrong rows.json",
      content: JSON.stringify({ experts: [null, 1, "x", [], {}, { name: {} }, { name: "x".repeat(100_000) }] }),
    },
    {
      name: "prototype.json",
      content: exported(one).replace('"title":"x"', '"title":"x","__proto__":{"isAdmin":true}'),
    },
    {
      name: "an admin.json",
      content: JSON.stringify({
        users: [{ id: "hx", email: "boss@mail.example", role: "admin", status: "active", passwordHash: "x" }],
      }),
    },
    {
      name: "settings.json",
      content: JSON.stringify({ settings: { siteName: "<script>__hx(1)</script>".repeat(20), __proto__: 1 } }),
    },
    { name: "same key.json", content: '{"experts":[],"experts":[{"name":"a"}]}' },
    { name: "numbers.json", content: '{"experts":[{"name":1e999,"title":-0}]}' },
    { name: "100,000 rows.json", content: JSON.stringify({ experts: Array.from({ length: 100_000 }, () => 0) }) },
    { name: "mark.json", content: `\ufeff${exported(one)}` },
  ];
}

/** Sends each, lets it be checked and, where it is harmless, written; each has to come to rest with a word about it. */
export async function sendImports({ world, client, report }: Sending): Promise<number> {
  const headers = headersOf(world, "admin");
  const files = imports();
  for (const { name, content } of files) {
    const door = `import of ${name}`;
    const sent = multipart([{ name: "file", filename: name, content }]);
    const answer = await client.ask({
      method: "POST",
      path: "/admin/import?index",
      door,
      ...sent,
      headers: { ...sent.headers, ...headers },
      isSlow: true,
    });
    const path = answer.headers.location;
    if (!path) {
      if (answer.status < 400 || answer.status >= 500) report.broken(`is answered ${answer.status}`, door, name);
      continue;
    }
    const page = await rested(path);
    if (page?.includes('value="columns"')) {
      const names = [...page.matchAll(/<select[^>]*name="([^"]+)"/g)].map(([, one]) => one as string);
      const fields = names.map((one, at): [string, string] => [one, ["name", "title"][at] ?? ""]);
      await press(path, [...fields.slice(0, 5_000), ["intent", "columns"]]);
      await rested(path);
      await press(path, [["intent", "check"]]);
      await rested(path);
    }
    await press(path, [["intent", "apply"]]);
    await rested(path);
  }
  const stored = new Set(
    world.rows<{ name: string }>("SELECT name FROM experts WHERE origin = 'import'").map(({ name }) => name),
  );
  if (stored.size === 0) report.broken("nothing of any table was written", "imports", "formulas and more.csv");
  const boss = world.rows<{ role: string; passwordHash: string | null }>(
    "SELECT role, passwordHash FROM users WHERE email = 'boss@mail.example'",
  )[0];
  if (boss?.role === "admin" || boss?.passwordHash)
    report.broken("an import makes an admin", "imports", JSON.stringify(boss));
  return files.length;

  async function press(path: string, fields: [string, string][]): Promise<void> {
    const sent = urlencoded(fields);
    await client.ask({
      method: "POST",
      path,
      door: "POST routes/admin.import.$id",
      ...sent,
      headers: { ...sent.headers, ...headers },
      isSlow: true,
    });
  }

  async function rested(path: string): Promise<string | undefined> {
    for (let tries = 0; tries < 200; tries++) {
      const { headers: found, text } = await client.ask({
        method: "GET",
        path,
        door: "GET routes/admin.import.$id",
        headers,
        isSlow: true,
      });
      if (found.refresh === undefined) return text;
      await pause(100);
    }
    report.broken("an import does not come to rest within 20 s", path, path);
    return undefined;
  }
}
