import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { db, type ImageRow, migrate } from "~/db.server";
import { env } from "~/env.server";
import { UPLOADS } from "~/services/storage.server";
import { testImage } from "../../../../test/support/test-images";
import { storeImage } from "./images.server";
import { removeOrphans } from "./orphans.server";

beforeAll(() => migrate(db));
afterEach(async () => {
  await db.deleteFrom("images").execute();
  rmSync(UPLOADS, { recursive: true, force: true });
});

const store = async () => storeImage(null, await testImage("png", 60, 60), { name: "x", origin: "upload" });
const namesOf = (row: ImageRow) => (JSON.parse(row.files) as { name: string }[]).map(({ name }) => name).sort();
const makeFilesOld = () => {
  const hourAgo = new Date(Date.now() - 61 * 60_000);
  for (const name of storedFiles()) utimesSync(join(UPLOADS, name), hourAgo, hourAgo);
};
const storedFiles = () =>
  readdirSync(UPLOADS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(UPLOADS.length + 1))
    .sort();

test("D69 deletes the files that no image uses, and only those", async () => {
  expect(await removeOrphans()).toEqual({ removed: [], missing: [] });
  const [usedImage, unusedImage] = [await store(), await store()];
  await db.deleteFrom("images").where("id", "=", unusedImage.id).execute();
  const unlistedFile = `${usedImage.url.replace("/uploads/", "").slice(0, 19)}-640.webp`;
  writeFileSync(join(UPLOADS, unlistedFile), "a file that this picture does not have");
  mkdirSync(join(UPLOADS, "notes"), { recursive: true });
  writeFileSync(join(UPLOADS, "notes", "readme.txt"), "not ours");
  writeFileSync(join(UPLOADS, usedImage.id.slice(0, 2), "readme.txt"), "not ours");

  // Keeps a file without a row, which may be an upload in progress.
  expect(await removeOrphans()).toEqual({ removed: [], missing: [] });
  makeFilesOld();
  const { removed, missing } = await removeOrphans();
  expect(removed.sort()).toEqual([...namesOf(unusedImage), unlistedFile].sort());
  expect(missing).toEqual([]);
  expect(storedFiles().filter((name) => !name.endsWith("readme.txt"))).toEqual(namesOf(usedImage));
  expect(storedFiles().filter((name) => name.endsWith("readme.txt"))).toHaveLength(2);
  expect(await removeOrphans()).toEqual({ removed: [], missing: [] });
});

test("D69 reports images without files, and keeps their rows", async () => {
  const rows = [await store(), await store(), await store()];
  rmSync(join(UPLOADS, namesOf(rows[0] as ImageRow)[0] as string));
  rmSync(join(UPLOADS, (rows[1] as ImageRow).id.slice(0, 2)), { recursive: true });
  const { removed, missing } = await removeOrphans();
  expect(removed).toEqual([]);
  expect(missing.sort()).toEqual([rows[0]?.id, rows[1]?.id].sort());
  expect(await db.selectFrom("images").select("id").execute()).toHaveLength(3);
});

test("D69 deletes the unfinished uploads of a crashed process after an hour, and keeps those in progress", async () => {
  const incoming = join(env.DATA_DIR, "incoming");
  const [oldFolder, freshFolder] = [join(incoming, "old"), join(incoming, "fresh")];
  for (const folder of [oldFolder, freshFolder]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "half a picture"), "x");
  }
  const hourAgo = new Date(Date.now() - 61 * 60_000);
  utimesSync(oldFolder, hourAgo, hourAgo);
  await removeOrphans();
  expect([existsSync(oldFolder), existsSync(freshFolder)]).toEqual([false, true]);
});
