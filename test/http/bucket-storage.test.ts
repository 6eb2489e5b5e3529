/** A site whose files are in a bucket. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { get } from "../support/requests";
import { type S3Server, startS3 } from "../support/s3";
import { type Site, startSite } from "../support/site";
import { testImage } from "../support/test-images";

let server: S3Server;
let site: Site;
let ada: Awaited<ReturnType<typeof signUpAdmin>>;

beforeAll(async () => {
  server = await startS3();
  site = await startSite({ env: { RATE_LIMIT: "off", ...server.env }, allowErrors: true });
  ada = await signUpAdmin(site, { firstName: "Ada", lastName: "Admin" });
});
afterAll(async () => {
  await site?.stop();
  await server.stop();
});

async function send(path: string, name: string, bytes: Buffer) {
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)]), name);
  return fetch(site.url + path, {
    method: "POST",
    body,
    headers: { Origin: site.url, ...ada.headers },
    redirect: "manual",
  });
}
const upload = async () => send("/api/admin/images", "portrait.png", await testImage("png", 300, 200));
const uploads = () => [...server.objects.keys()].filter((key) => /\.(webp|jpg)$/.test(key));
const onDisk = () => ["uploads", "imports", "incoming"].flatMap((folder) => filesIn(join(site.dataDir, folder)));
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

test("images are stored only in the bucket, and sent as from a disk", async () => {
  const response = await upload();
  expect(response.status).toBe(201);
  const { id, url } = await response.json();
  expect(uploads()).toContain(url.slice(1));
  expect(onDisk()).toEqual([]);

  const image = await get(site, url);
  const bytes = Buffer.from(await image.arrayBuffer());
  expect([image.status, bytes]).toEqual([200, server.objects.get(url.slice(1))?.bytes]);
  expect(image.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(image.headers.get("Content-Type")).toBe("image/webp");
  const head = await fetch(site.url + url, { method: "HEAD" });
  expect([head.status, head.headers.get("Content-Length")]).toEqual([200, String(bytes.length)]);
  const etag = image.headers.get("ETag") as string;
  expect((await get(site, url, { headers: { "If-None-Match": etag } })).status).toBe(304);
  expect((await get(site, url.replace(/.{6}-/, "aaaaaa-"))).status).toBe(404);

  server.fail("cut", 1);
  await expect(get(site, url).then((answer) => answer.arrayBuffer())).rejects.toThrow();
  const removal = await fetch(`${site.url}/api/admin/images/${id}`, {
    method: "DELETE",
    headers: { Origin: site.url, ...ada.headers },
  });
  expect(removal.ok).toBe(true);
  expect(uploads()).toEqual([]);
  expect((await get(site, url)).status).toBe(404);
});

test("while the bucket is unreachable images answer 503, uploads say so and change nothing, and pages go on", async () => {
  const { url } = await (await upload()).json();
  const { headers } = await get(site, url);
  const uploadsBefore = uploads();
  server.fail(503);
  const image = await get(site, url);
  expect([image.status, image.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect(image.headers.get("Cache-Control")).toBeNull();
  expect((await get(site, url, { headers: { "If-None-Match": headers.get("ETag") as string } })).status).toBe(304);
  const refused = await send("/api/admin/images", "other.png", await testImage("png", 301, 200));
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect((await refused.json()).message).toMatch(/cannot be reached. Nothing was changed/);
  expect((await get(site, "/directory")).status).toBe(200);
  server.fail(null);
  expect(uploads()).toEqual(uploadsBefore);
  expect((await get(site, url)).status).toBe(200);
  expect((await upload()).status).toBe(201);
});

test("the file of an import is in the bucket, so that any node can check it", async () => {
  const sent = await send("/admin/import", "people.csv", Buffer.from("name,title\nAda Example,Professor\n"));
  const address = sent.headers.get("Location") as string;
  expect([...server.objects.keys()].filter((key) => key.startsWith("imports/"))).toHaveLength(1);
  expect(onDisk()).toEqual([]);
  const page = await get(site, address, { headers: ada.headers });
  expect(await page.text()).toContain("Ada Example");
  expect(onDisk()).toEqual([]);
});

test("a site of another database does not start with this bucket", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-other-"));
  const otherSite = startSite({ dataDir, env: server.env });
  await expect(otherSite).rejects.toThrow("holds the files of another site");
  rmSync(dataDir, { recursive: true });
});
