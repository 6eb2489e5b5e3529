/** Tests images over HTTP: uploading, listing, describing, deleting and serving them, and uploads of hostile senders. */
import {
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { request as httpRequest } from "node:http";
import { connect as connectSocket } from "node:net";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { query } from "../support/database";
import { parsePage } from "../support/parse-page";
import { addPeople } from "../support/people";
import { HAS_PROC } from "../support/processes";
import { form, get, getJson, json } from "../support/requests";
import { type Site, startSite } from "../support/site";
import {
  animation,
  brokenImages,
  decompressionBomb,
  impostors,
  photograph,
  testImage,
  testImageOf,
} from "../support/test-images";

const FIVE_MEGABYTES = 5 * 1024 * 1024;
const TOO_LARGE = "File size must be less than 5MB";

let site: Site;
let ada: Awaited<ReturnType<typeof signUpAdmin>>;

beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT: "off" } });
  ada = await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" });
});
afterAll(() => site?.stop());

type FilesByName = Record<string, Buffer>;

/** Sends a form with files as a browser does. */
async function send(path: string, files: FilesByName, texts: Record<string, string> = {}, server = site) {
  const body = new FormData();
  for (const [name, value] of Object.entries(texts)) body.append(name, value);
  for (const [name, bytes] of Object.entries(files))
    body.append("file", new Blob([new Uint8Array(bytes)], { type: "image/png" }), name);
  const headers = { Origin: server.url, ...ada.headers };
  return fetch(server.url + path, { method: "POST", body, headers, redirect: "manual" });
}

const call = async (files: FilesByName, texts?: Record<string, string>, server?: Site) => {
  const response = await send("/api/admin/images", files, texts, server);
  return { status: response.status, body: await response.json() };
};
const upload = async (bytes?: Buffer) =>
  (await call({ "portrait.png": bytes ?? (await testImage("png", 300, 200)) })).body;

async function post(path: string, fields: Record<string, string> | [string, string][]) {
  const response = await form(site, path, fields, { headers: ada.headers });
  const document = parsePage(await response.text());
  return {
    status: response.status,
    location: response.headers.get("Location"),
    message: document.querySelector("[data-tone=problem] p")?.textContent,
    document,
  };
}
async function open(path: string) {
  const response = await get(site, path, { headers: ada.headers });
  return { status: response.status, document: parsePage(await response.text()) };
}
const textOf = (document: Document, selector: string) =>
  document.querySelector(selector)?.textContent?.replace(/\s+/g, " ").trim();

/** Returns the files in uploads, those that the database names, and those that are arriving. */
async function readFiles(server: Site = site): Promise<{ onDisk: string[]; referenced: string[]; incoming: string[] }> {
  const uploads = join(server.dataDir, "uploads");
  const rows = await query<{ files: string }>(server.dataDir, "SELECT files FROM images");
  const incoming = join(server.dataDir, "incoming");
  return {
    onDisk: existsSync(uploads)
      ? readdirSync(uploads, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(uploads.length + 1))
          .sort()
      : [],
    referenced: rows.flatMap((row) => (JSON.parse(row.files) as { name: string }[]).map(({ name }) => name)).sort(),
    incoming: existsSync(incoming) ? readdirSync(incoming) : [],
  };
}

async function changeRows(statement: string, ...values: unknown[]): Promise<void> {
  await query(site.dataDir, statement, ...values);
}

describe("EM20 the upload call", () => {
  test("stores one image and answers 201 with its address", async () => {
    const { status, body } = await call(
      { "../../Åse.png": await testImage("png", 1_000, 700) },
      { alt: " Åse at work " },
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "Åse.png",
      alt: "Åse at work",
      width: 1_000,
      height: 700,
      origin: "upload",
      usedIn: [],
      missing: false,
    });
    expect(body.url).toMatch(/^\/uploads\/[0-9a-z]{2}\/[0-9a-z]{16}-1000x700\.webp$/);
    const { body: list } = await getJson(site, "/api/admin/images?limit=1", { headers: ada.headers });
    expect(list).toMatchObject({ images: [{ id: body.id }], currentPage: 1 });
    expect(list.total).toBe(list.totalPages);
  });

  test("call and page refuse the same files with the same message, and one does not stop the others", async () => {
    const badFiles: FilesByName = {
      ...impostors(),
      ...(await brokenImages()),
      "moving.webp": await animation(),
      "bomb.png": decompressionBomb(),
      "large.png": await testImageOf(FIVE_MEGABYTES + 1),
    };
    const calls: [string, number, string][] = [];
    for (const [name, bytes] of Object.entries(badFiles)) {
      const { status, body } = await call({ [name]: bytes });
      calls.push([name, status, body.message]);
    }
    const statuses = Object.fromEntries(calls.map(([name, status]) => [name, status]));
    expect(statuses).toMatchObject({
      "svg.png": 415,
      "moving.webp": 415,
      "bomb.png": 400,
      "half.jpg": 400,
      "large.png": 413,
    });
    expect(calls.filter(([, status]) => ![400, 413, 415].includes(status))).toEqual([]);
    expect(calls.at(-1)?.[2]).toBe(TOO_LARGE);

    const names = Object.keys(badFiles);
    const validImage = await testImage();
    for (const batchNames of [names.slice(0, 10), names.slice(10)]) {
      const batch = Object.fromEntries(batchNames.map((name) => [name, badFiles[name] as Buffer]));
      const response = await send("/admin/uploader", { ...batch, "good.png": validImage });
      expect(response.status).toBe(200);
      const document = parsePage(await response.text());
      const lines = Array.from(document.querySelectorAll(".uploads li"), (line) => line.textContent ?? "");
      const expected = batchNames.map((name) => `${name}: ${calls.find(([fileName]) => fileName === name)?.[2]}`);
      expect(lines.slice(0, -1)).toEqual(expected);
      expect(lines.at(-1)).toContain("good.png");
    }
    expect((await readFiles()).incoming).toEqual([]);
  });

  test("exactly 5 MB are accepted", async () => {
    expect((await call({ "five.png": await testImageOf(FIVE_MEGABYTES) })).status).toBe(201);
  });

  test("refuses missing files, long texts, too many files and other bodies", async () => {
    expect(await call({})).toMatchObject({ status: 400, body: { message: "Please choose an image." } });
    expect(await call({ "a.png": await testImage() }, { alt: "x".repeat(301) })).toMatchObject({
      status: 400,
      body: { fieldErrors: { alt: "At most 300 characters fit here." } },
    });
    expect(await call({ "a.png": await testImage(), "b.png": await testImage() })).toMatchObject({ status: 413 });
    const noForm = await json(site, "POST", "/api/admin/images", { file: "x" }, { headers: ada.headers });
    expect([noForm.status, noForm.body.message]).toEqual([415, "Send this as a form with files."]);
    expect((await json(site, "POST", "/preferences", { scheme: "dark" })).status).toBe(415);
    const manyFiles = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`${index}.png`, Buffer.from("x")]));
    expect((await send("/admin/uploader", manyFiles)).status).toBe(413);
    expect((await send("/admin/uploader", {})).status).toBe(400);
  });
});

describe("EM19 the calls and pages of one image", () => {
  test("a description is saved by call and by form, and refused alike", async () => {
    const { id } = await upload();
    const patch = (body: unknown) => json(site, "PATCH", `/api/admin/images/${id}`, body, { headers: ada.headers });
    expect(await patch({ alt: "From the call", url: "/x", name: "y" })).toMatchObject({
      status: 200,
      body: { id, alt: "From the call", name: "portrait.png" },
    });
    expect((await post(`/admin/images/${id}`, { alt: "From the form" })).location).toBe(
      `/admin/images/${id}?done=described`,
    );
    expect((await getJson(site, `/api/admin/images/${id}`, { headers: ada.headers })).body.alt).toBe("From the form");
    const alt = "x".repeat(301);
    const [page, callAnswer] = [await post(`/admin/images/${id}`, { alt }), await patch({ alt })];
    expect([page.status, callAnswer.status]).toEqual([400, 400]);
    // A call has no field beside its message, so the message names the field.
    expect([page.message, callAnswer.body.message]).toEqual([
      "At most 300 characters fit here.",
      "Alt: at most 300 characters fit here.",
    ]);
    for (const returnTo of ["//else.example", "https://else.example/", "/\\else.example"]) {
      expect((await post(`/admin/images/${id}`, { alt: "x", returnTo })).location).toBe(
        `/admin/images/${id}?done=described`,
      );
    }
    expect((await post(`/admin/images/${id}`, { alt: "x", returnTo: "/admin/images?page=2" })).location).toBe(
      "/admin/images?page=2&done=described",
    );
    expect((await patch({ alt: 7 })).status).toBe(400);
    expect((await json(site, "PATCH", "/api/admin/images/nobody", { alt: "" }, { headers: ada.headers })).status).toBe(
      404,
    );
  });

  test("the list shows size, dimensions, description and uses of each image, and is searched and paged", async () => {
    await addPeople(site, [{ name: "Uta Used", slug: "uta-used" }]);
    const image = await upload();
    await json(site, "PATCH", `/api/admin/images/${image.id}`, { alt: "A zebrafish" }, { headers: ada.headers });
    await changeRows("UPDATE experts SET imageUrl = ? WHERE slug = 'uta-used'", image.url);
    const { document } = await open("/admin/images?search=ZEBRA");
    expect(document.title).toMatch(/^All images/);
    expect(document.querySelectorAll("tbody tr")).toHaveLength(1);
    const row = document.querySelector("tbody tr") as HTMLElement;
    expect(row.textContent).toContain("300 × 200");
    expect(row.querySelector("img")?.getAttribute("src")).toBe(image.url.replace("300x200", "face128"));
    expect(row.querySelector<HTMLTextAreaElement>("textarea[name=alt]")?.value).toBe("A zebrafish");
    expect(row.querySelector('a[href="/uta-used"]')?.textContent).toBe("Uta Used");
    expect(row.querySelector(`a[href="/admin/images/${image.id}/delete"]`)).not.toBeNull();
    expect(textOf((await open("/admin/images?search=xqzvw")).document, ".empty")).toContain("No images found");
    expect((await getJson(site, "/api/admin/images?search=zebra", { headers: ada.headers })).body).toMatchObject({
      total: 1,
      images: [{ usedIn: [{ name: "Uta Used", label: "photo" }] }],
    });
    expect((await getJson(site, "/api/admin/images?page=9999", { headers: ada.headers })).body.images).toEqual([]);
    for (const query of ["page=x", "page=0", "limit=0", "limit=101", "limit=x"])
      expect([query, (await getJson(site, `/api/admin/images?${query}`, { headers: ada.headers })).status]).toEqual([
        query,
        400,
      ]);
    await changeRows("UPDATE experts SET imageUrl = '' WHERE slug = 'uta-used'");
  });

  test("D58 an image in use is refused with 409 and its uses; 'Delete anyway' deletes it", async () => {
    await addPeople(site, [{ name: "Vera Vivid", slug: "vera-vivid" }]);
    const { id, url } = await upload();
    await changeRows("UPDATE experts SET productImageUrl = ? WHERE slug = 'vera-vivid'", url);
    const callAnswer = await json(site, "DELETE", `/api/admin/images/${id}`, undefined, { headers: ada.headers });
    const formAnswer = await post(`/admin/images/${id}/delete`, {});
    expect([callAnswer.status, formAnswer.status]).toEqual([409, 409]);
    expect(callAnswer.body.message).toBe("This image is in use: Vera Vivid (product image).");
    expect(formAnswer.message).toBe(callAnswer.body.message);
    expect(formAnswer.document.querySelector("main form button[type=submit]")?.textContent).toBe("Delete anyway");
    expect((await get(site, url)).status).toBe(200);
    expect((await post(`/admin/images/${id}/delete`, { force: "1" })).location).toBe("/admin/images?done=deleted");
    expect((await get(site, url)).status).toBe(404);
    expect((await getJson(site, "/api/experts/vera-vivid")).body.productImageUrl).toBe("");

    const unusedImage = await upload();
    expect(
      (await open(`/admin/images/${unusedImage.id}/delete`)).document.querySelector("main form button[type=submit]")
        ?.textContent,
    ).toBe("Delete");
    const deletion = await json(site, "DELETE", `/api/admin/images/${unusedImage.id}?force=1`, undefined, {
      headers: ada.headers,
    });
    expect([deletion.status, deletion.body]).toEqual([200, { success: true }]);
    expect(
      (await json(site, "DELETE", `/api/admin/images/${unusedImage.id}`, undefined, { headers: ada.headers })).status,
    ).toBe(404);
    expect((await open(`/admin/images/${unusedImage.id}`)).status).toBe(404);
  });

  test("unused images are listed, selected and deleted, and used ones are left out", async () => {
    const [unusedImage, usedImage] = [await upload(), await upload()];
    await changeRows("UPDATE experts SET imageUrl = ? WHERE slug = 'vera-vivid'", usedImage.url);
    // On a later page, "Select all" stays on that page.
    const laterPage = (await open("/admin/images/unused?before=4999")).document;
    const link = Array.from(laterPage.querySelectorAll("main a")).find((a) => a.textContent === "Select all");
    const selectedPage = (await open(link?.getAttribute("href") ?? "")).document;
    expect(selectedPage.querySelectorAll("input[name='id[]'][checked]").length).toBeGreaterThan(0);
    expect(selectedPage.querySelector("main form[action*='before=4999']")).not.toBeNull();
    const { document } = await open("/admin/images/unused?all");
    const ids = Array.from(document.querySelectorAll<HTMLInputElement>("input[name='id[]']"), (box) => [
      box.value,
      box.checked,
    ]);
    expect(ids).toContainEqual([unusedImage.id, true]);
    expect(ids.map(([id]) => id)).not.toContain(usedImage.id);
    const removal = await post("/admin/images/unused", [
      ["id[]", unusedImage.id],
      ["id[]", usedImage.id],
    ]);
    expect(removal.location).toBe("/admin/images/unused?removed=1&kept=1");
    expect(textOf((await open(removal.location as string)).document, "main [data-tone]")).toBe(
      "1 image was deleted. 1 was not, because it is in use now.",
    );
    expect([(await get(site, unusedImage.url)).status, (await get(site, usedImage.url)).status]).toEqual([404, 200]);
    expect((await post("/admin/images/unused", {})).status).toBe(400);
  });
});

describe("EM19 a stored image is served", () => {
  test("is cached for good, has its type, and is open to everybody", async () => {
    const { url } = await upload(await testImage("png", 900, 900));
    const response = await get(site, url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-type": "image/webp",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(response.headers.has("set-cookie")).toBe(false);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(Number(response.headers.get("content-length")));
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 900, height: 900, format: "webp" });

    const etag = response.headers.get("etag") as string;
    const cachedAnswer = await get(site, url, { headers: { "If-None-Match": etag } });
    expect([
      cachedAnswer.status,
      (await cachedAnswer.arrayBuffer()).byteLength,
      cachedAnswer.headers.get("etag"),
    ]).toEqual([304, 0, etag]);
    expect((await get(site, url, { headers: { "If-None-Match": '"another"' } })).status).toBe(200);
    const head = await fetch(site.url + url, { method: "HEAD" });
    expect([head.status, (await head.arrayBuffer()).byteLength]).toEqual([200, 0]);
    const ofConnection = ["connection", "date", "keep-alive"];
    const headersOf = (answer: Response) => [...answer.headers].filter(([name]) => !ofConnection.includes(name));
    expect(headersOf(head)).toEqual(headersOf(response));
    expect((await get(site, `${url}?x=1`)).status).toBe(200);
    const shareAnswer = await get(site, url.replace("900x900.webp", "share.jpg"));
    expect(shareAnswer.headers.get("content-type")).toBe("image/jpeg");
    expect(
      (await fetch(site.url + url, { method: "POST", headers: { Origin: site.url } })).status,
    ).toBeGreaterThanOrEqual(400);
  });

  test("no other file is served, however it is requested", async () => {
    writeFileSync(join(site.dataDir, "uploads", "secret.txt"), "SECRET");
    writeFileSync(join(site.dataDir, "secret.txt"), "SECRET");
    for (const path of [
      "/uploads/secret.txt",
      "/uploads/../secret.txt",
      "/uploads/../longevity.db",
      "/uploads/..%2flongevity.db",
      "/uploads/%2e%2e/longevity.db",
      "/uploads/%2e%2e%2flongevity.db",
      "/uploads/..%5clongevity.db",
      "/uploads/....//longevity.db",
      "/uploads/ab/../../longevity.db",
      "/uploads/ab/..%252f..%252flongevity.db",
      "/uploads//etc/passwd",
      "/uploads/%00",
      "/uploads/",
      "/uploads",
      "/uploads/ab",
      "/uploads/ab/abcdefghjkmnpqrs-640.webp",
      "//uploads/../longevity.db",
    ]) {
      const { status, body } = await getRaw(path);
      expect([path, [301, 302, 308, 400, 404].includes(status)]).toEqual([path, true]);
      expect([path, body.includes("SECRET") || body.includes("SQLite format")]).toEqual([path, false]);
    }
  });
});

/** Sends a GET with a path exactly as it is, which `fetch` would normalise. */
function getRaw(path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path }, (response) => {
      let body = "";
      response.setEncoding("latin1").on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on("error", reject).end();
  });
}

describe("EM20 hostile and aborted uploads", () => {
  test("80 aborted uploads and many deletions leave no file", async () => {
    const photo = await photograph();
    const head = (length: number) =>
      `POST /api/admin/images HTTP/1.1\r\nHost: ${new URL(site.url).host}\r\nCookie: ${ada.headers.Cookie}\r\nOrigin: ${site.url}\r\nContent-Type: multipart/form-data; boundary=line\r\nContent-Length: ${length}\r\n\r\n`;
    const part = Buffer.concat([
      Buffer.from('--line\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
      photo,
    ]);
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          sendAndDisconnect(Buffer.concat([Buffer.from(head(part.length + 14)), part.subarray(0, 90 + index * 997)])),
        ),
      );
    }
    const images = await Promise.all(
      Array.from({ length: 8 }, async () => (await call({ "a.png": await testImage("png", 40, 40) })).body),
    );
    await Promise.all(
      images.map(({ id }) => json(site, "DELETE", `/api/admin/images/${id}`, undefined, { headers: ada.headers })),
    );
    await expect.poll(async () => (await readFiles()).incoming).toEqual([]);
    const { onDisk, referenced } = await readFiles();
    expect(onDisk.filter((name) => name !== "secret.txt")).toEqual(referenced);
  });

  test.skipIf(!HAS_PROC)("100 readers who disconnect before an image is sent leave no file open", async () => {
    const { url } = await upload(await photograph());
    const request = Buffer.from(`GET ${url} HTTP/1.1\r\nHost: ${new URL(site.url).host}\r\n\r\n`);
    for (let round = 0; round < 5; round++)
      await Promise.all(Array.from({ length: 20 }, () => sendAndDisconnect(request)));
    const descriptors = `/proc/${site.pid}/fd`;
    const isOpen = (descriptor: string) => {
      try {
        return readlinkSync(join(descriptors, descriptor)).includes("/uploads/");
      } catch {
        return false;
      }
    };
    await expect.poll(() => readdirSync(descriptors).filter(isOpen)).toEqual([]);
  });

  test("12 bombs and heavy images at once take less than 300 MB, and the site goes on", async () => {
    if (!existsSync("/proc/self/status")) return;
    const heavyImages = await Promise.all([
      sharp({ create: { width: 3_500, height: 3_500, channels: 4, background: { r: 9, g: 99, b: 200, alpha: 0.5 } } })
        .toColourspace("rgb16")
        .png({ progressive: true })
        .toBuffer(),
      sharp(decompressionBomb(4_900))
        .toColourspace("srgb")
        .jpeg({ progressive: true, chromaSubsampling: "4:4:4" })
        .toBuffer(),
      testImageOf(FIVE_MEGABYTES),
    ]);
    await upload(); // Loads the decoder first.
    const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid}/status`, "utf8"))?.[1]) / 1024;
    const current = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid}/status`, "utf8"))?.[1]) / 1024;
    writeFileSync(`/proc/${site.pid}/clear_refs`, "5");
    const memoryBefore = current();
    // Creates the bomb before the first request, because a busy sender loses its idle connections.
    const lightBomb = decompressionBomb();
    const uploads = Array.from({ length: 12 }, (_, index) =>
      call({ "x.png": index % 2 ? lightBomb : (heavyImages[(index / 2) % 3] as Buffer) }),
    );
    const answers = [
      ...(await Promise.all(uploads)),
      ...(await Promise.all([get(site, "/healthz"), get(site, "/directory")])),
    ];
    expect(answers.filter(({ status }) => ![200, 201, 400].includes(status))).toEqual([]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6);
    expect(peak() - memoryBefore).toBeLessThan(300);
  });

  test("after a kill in the middle of uploads, the next start deletes files without a row", async () => {
    const site = await startSite({ env: { RATE_LIMIT: "off" } });
    const formerAda = ada;
    ada = await signUpAdmin(site);
    const images = await Promise.all(Array.from({ length: 30 }, () => testImage("png", 200, 200)));
    const acknowledged: string[] = [];
    const uploads = Promise.allSettled(
      images.map(async (bytes) => {
        const { status, body } = await call({ "a.png": bytes }, {}, site);
        if (status === 201) acknowledged.push(body.url);
      }),
    );
    await expect.poll(() => acknowledged.length).toBeGreaterThan(3);
    process.kill(site.pid, "SIGKILL");
    await uploads;
    // A process that dies between writing a file and its row leaves this.
    const folder = join(site.dataDir, "uploads", (acknowledged[0] as string).slice(9, 11));
    writeFileSync(join(folder, `${(acknowledged[0] as string).slice(9, 11)}00000000000000-640.webp`), "orphan");

    const hourAgo = new Date(Date.now() - 61 * 60_000);
    for (const name of (await readFiles(site)).onDisk)
      utimesSync(join(site.dataDir, "uploads", name), hourAgo, hourAgo);
    const nextSite = await startSite({ dataDir: site.dataDir });
    await expect.poll(async () => (await readFiles(nextSite)).onDisk).toEqual((await readFiles(nextSite)).referenced);
    for (const url of acknowledged) {
      expect([url, (await get(nextSite, url)).status]).toEqual([url, 200]);
      expect(statSync(join(site.dataDir, url.replace(/^\//, ""))).size).toBeGreaterThan(0);
    }
    await nextSite.stop();
    rmSync(site.dataDir, { recursive: true });
    ada = formerAda;
  });
});

/** Sends bytes and disconnects without waiting for an answer. */
function sendAndDisconnect(bytes: Buffer): Promise<void> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve) => {
    const socket = connectSocket(Number(port), hostname, () => socket.write(bytes, () => socket.destroy()));
    socket.on("close", () => resolve());
    socket.on("error", () => {});
  });
}

describe("EM19 images on public pages", () => {
  test("24 cards with photographs weigh at most 150 KB with their images, and reserve space for each", async () => {
    // Each card counts with its image, also if another card has the same one.
    const images = [await upload(await photograph(400, 500)), await upload(await photograph(400, 500))];
    const people = Array.from({ length: 24 }, (_, index) => ({
      name: `Photo Person ${index}`,
      slug: `photo-person-${index}`,
      title: "Professor of pictures",
      longevityContribution:
        "Has a face, and a contribution that takes all of the three lines that a card has for it, more or less.",
      categories: ["regulator_policy"],
      imageUrl: images[index % images.length].url,
      featured: true,
    }));
    await addPeople(site, people);
    const response = await get(site, "/directory/regulators-policy-leaders", { headers: { "Accept-Encoding": "br" } });
    const document = parsePage(await response.text());
    const cards = Array.from(document.querySelectorAll<HTMLImageElement>(".cards img.face"));
    expect(cards.length).toBeGreaterThanOrEqual(20);
    let bytes = Number(response.headers.get("content-length"));
    const style = document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")?.getAttribute("href") as string;
    bytes += Number((await get(site, style, { headers: { "Accept-Encoding": "br" } })).headers.get("content-length"));
    for (const card of cards) {
      expect(card.getAttribute("src")).toMatch(/-face128\.webp$/);
      expect([card.getAttribute("width"), card.getAttribute("height"), card.getAttribute("loading")]).toEqual([
        "64",
        "64",
        "lazy",
      ]);
      const image = await get(site, card.getAttribute("src") as string);
      expect(image.status).toBe(200);
      bytes += (await image.arrayBuffer()).byteLength;
    }
    expect(bytes).toBeLessThanOrEqual(150 * 1024);
  });

  test("a profile shows images in the sizes it needs, and links the image made for sharing", async () => {
    const url = (await upload(await testImage("png", 1_600, 1_000))).url;
    await addPeople(site, [
      {
        name: "Paula Pictured",
        slug: "paula",
        imageUrl: url,
        longevityInterviewTitle: "An hour",
        longevityInterviewImageUrl: url,
        productTitle: "It",
        productImageUrl: url,
      },
    ]);
    const document = parsePage(await (await get(site, "/paula")).text());
    const stem = url.replace(/-[^-]+$/, "");
    expect(document.querySelector(".identity img")?.getAttribute("src")).toBe(`${stem}-face288.webp`);
    expect(document.querySelector(".identity img")?.getAttribute("srcset")).toBe(
      `${stem}-face288.webp 288w, ${stem}-face576.webp 576w`,
    );
    expect(document.querySelector("#interview img")?.getAttribute("srcset")).toBe(
      `${stem}-640.webp 640w, ${url} 1280w`,
    );
    expect(document.querySelector("#solution img")?.getAttribute("src")).toBe(`${stem}-face576.webp`);
    expect(document.querySelector("meta[property='og:image']")?.getAttribute("content")).toBe(
      `${site.url}${stem}-share.jpg`,
    );
  });
});
