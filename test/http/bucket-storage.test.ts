/** Tests a site whose files are in a bucket. */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signUpAdmin } from "../support/admin";
import { onPostgres } from "../support/database";
import { eventually } from "../support/eventually";
import { get } from "../support/requests";
import { type S3Server, startS3 } from "../support/s3";
import { type Site, siteEnvironment, startSite } from "../support/site";
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
const uploadedKeys = () => [...server.objects.keys()].filter((key) => /\.(webp|jpg)$/.test(key));
const filesOnDisk = () => ["uploads", "imports", "incoming"].flatMap((folder) => filesIn(join(site.dataDir, folder)));
const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);

test("images are stored only in the bucket, and sent as from a disk", async () => {
  const response = await upload();
  expect(response.status).toBe(201);
  const { id, url } = await response.json();
  expect(uploadedKeys()).toContain(url.slice(1));
  expect(filesOnDisk()).toEqual([]);

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
  expect(uploadedKeys()).toEqual([]);
  expect((await get(site, url)).status).toBe(404);
});

test("while the bucket is unreachable images answer 503, uploads say so and change nothing, and pages go on", async () => {
  const { url } = await (await upload()).json();
  const { headers } = await get(site, url);
  const uploadsBefore = uploadedKeys();
  server.fail(503);
  const image = await get(site, url);
  expect([image.status, image.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect(image.headers.get("Cache-Control")).toBeNull();
  expect((await get(site, url, { headers: { "If-None-Match": headers.get("ETag") as string } })).status).toBe(304);
  const refusedUpload = await send("/api/admin/images", "other.png", await testImage("png", 301, 200));
  expect([refusedUpload.status, refusedUpload.headers.get("Retry-After")]).toEqual([503, "10"]);
  expect((await refusedUpload.json()).message).toMatch(/cannot be reached. Nothing was changed/);
  expect((await get(site, "/directory")).status).toBe(200);
  // The operator's check does not call images complete that it could not look for.
  const verify = () =>
    promisify(execFile)(process.execPath, ["build/admin.js", "verify"], {
      env: siteEnvironment(site.dataDir, server.env),
    });
  await expect(verify()).rejects.toThrow("the files of its images were not checked");
  server.fail(null);
  expect((await verify()).stdout).toContain("1 image.");
  expect(uploadedKeys()).toEqual(uploadsBefore);
  expect((await get(site, url)).status).toBe(200);
  expect((await upload()).status).toBe(201);
});

test("a bucket that does not answer is waited for once when an image is deleted, not once for each of its files", async () => {
  const { id } = await (await upload()).json();
  const files = uploadedKeys().filter((key) => key.includes(id));
  expect(files.length).toBeGreaterThan(1);
  server.requests.length = 0;
  server.fail("silent");
  const removal = fetch(`${site.url}/api/admin/images/${id}`, {
    method: "DELETE",
    headers: { Origin: site.url, ...ada.headers },
  });
  const removedKeys = () => server.requests.flatMap((request) => /^DELETE \/files\/(.*)$/.exec(request)?.[1] ?? []);
  await eventually(() => expect(new Set(removedKeys())).toEqual(new Set(files)));
  server.fail(null);
  expect((await removal).ok).toBe(true);
});

test("the file of an import is in the bucket, so that any node can check it", async () => {
  const importAnswer = await send("/admin/import", "people.csv", Buffer.from("name,title\nAda Example,Professor\n"));
  const address = importAnswer.headers.get("Location") as string;
  expect([...server.objects.keys()].filter((key) => key.startsWith("imports/"))).toHaveLength(1);
  expect(filesOnDisk()).toEqual([]);
  const page = await get(site, address, { headers: ada.headers });
  expect(await page.text()).toContain("Ada Example");
  expect(filesOnDisk()).toEqual([]);
});

test.skipIf(onPostgres)(
  "a site that gets a bucket, or the same bucket again, moves its files there, and a restore puts a backup's files there",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "longevity-moving-"));
    const [dataDir, backup] = [join(folder, "site"), join(folder, "backup.tar.gz")];
    const emptyBucket = await startS3();
    const environment = siteEnvironment(dataDir, emptyBucket.env);
    const admin = (...command: string[]) =>
      promisify(execFile)(process.execPath, ["build/admin.js", ...command], { env: environment });
    try {
      const siteOnDisk = await startSite({ dataDir, env: { STARTER: "off" } });
      const { headers } = await signUpAdmin(siteOnDisk, { firstName: "Bea", lastName: "Admin" });
      const uploadTo = async (targetSite: Site, width: number, senderHeaders = headers): Promise<string> => {
        const body = new FormData();
        body.append("file", new Blob([new Uint8Array(await testImage("png", width, 200))]), "portrait.png");
        const uploadAnswer = await fetch(`${targetSite.url}/api/admin/images`, {
          method: "POST",
          body,
          headers: { Origin: targetSite.url, ...senderHeaders },
        });
        return (await uploadAnswer.json()).url;
      };
      const url = await uploadTo(siteOnDisk, 302);
      await siteOnDisk.stop();
      await promisify(execFile)(process.execPath, ["build/admin.js", "backup", backup], {
        env: siteEnvironment(dataDir),
      });

      const movedSite = await startSite({ dataDir, env: emptyBucket.env });
      expect((await get(movedSite, url)).status).toBe(200);
      await movedSite.stop();
      const marker = emptyBucket.objects.get("uploads/site-id")?.bytes;
      for (const key of emptyBucket.objects.keys()) if (key !== "uploads/site-id") emptyBucket.objects.delete(key);

      expect((await admin("restore", backup)).stdout).toContain("Restored the backup of");
      expect(existsSync(join(dataDir, "uploads"))).toBe(false);
      const restoredSite = await startSite({ dataDir, env: emptyBucket.env });
      expect((await get(restoredSite, url)).status).toBe(200);
      await restoredSite.stop();
      expect(emptyBucket.objects.get("uploads/site-id")?.bytes).toEqual(marker);

      const siteOnDiskAgain = await startSite({ dataDir });
      // The restore has ended all sessions.
      const otherAdmin = await signUpAdmin(siteOnDiskAgain, { firstName: "Cid", lastName: "Admin" });
      const addedUrl = await uploadTo(siteOnDiskAgain, 303, otherAdmin.headers);
      await siteOnDiskAgain.stop();
      const backupWithoutBucket = promisify(execFile)(
        process.execPath,
        ["build/admin.js", "backup", `${backup}.2.tar.gz`],
        { env: siteEnvironment(dataDir) },
      );
      const { stdout } = await backupWithoutBucket;
      expect(stdout).toMatch(/The files of these images are missing: \w+\.\n.*set S3_… again/);
      const siteInBucketAgain = await startSite({ dataDir, env: emptyBucket.env });
      expect((await get(siteInBucketAgain, addedUrl)).status).toBe(200);
      await siteInBucketAgain.stop();
    } finally {
      await emptyBucket.stop();
      rmSync(folder, { recursive: true });
    }
  },
);

test("a site of another database does not start with this bucket", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "longevity-other-"));
  const otherSite = startSite({ dataDir, env: server.env });
  await expect(otherSite).rejects.toThrow("holds the files of another site");
  rmSync(dataDir, { recursive: true });
});
