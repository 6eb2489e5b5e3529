import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { env } from "~/env.server";
import {
  hasFile,
  isStoredName,
  placeFiles,
  removeFiles,
  UPLOADS,
  withIncoming,
  withStoredFile,
  writeIncoming,
} from "./storage.server";

const NAME = "ab/abcdefghjkmnpqrs-640.webp";
const STRANGE = [
  "../longevity.db",
  "ab/../../longevity.db",
  "ab/..%2f..%2flongevity.db",
  "..\\longevity.db",
  "/etc/passwd",
  "ab//abcdefghjkmnpqrs-640.webp",
  "xy/abcdefghjkmnpqrs-640.webp",
  "ab/abcdefghjkmnpqrs-640.webp/",
  "ab/abcdefghjkmnpqrs-640.webp\n",
  "ab/abcdefghjkmnpqrs-640.webp\u0000.txt",
  "ab/abcdefghjkmnpqrs-../x.webp",
  "ab/abcdefghjkmnpqrs-640.svg",
  "AB/ABcdefghjkmnpqrs-640.webp",
  "",
];

test("D69 refuses names that are not those of stored files", async () => {
  expect(isStoredName(NAME)).toBe(true);
  const secret = join(env.DATA_DIR, "longevity.db");
  writeFileSync(secret, "secret");
  for (const name of STRANGE) {
    expect([name, isStoredName(name), hasFile(name)]).toEqual([name, false, false]);
    await withIncoming(async (folder) => {
      const from = await writeIncoming(folder, Buffer.from("x"));
      await expect(placeFiles([{ from, name }])).rejects.toThrow("not the name of a stored file");
    });
  }
  await removeFiles(STRANGE);
  expect(readFileSync(secret, "utf8")).toBe("secret");
});

test("D69 stores and removes a file, and deletes the incoming folder with the files that were not stored", async () => {
  let incoming = "";
  await withIncoming(async (folder) => {
    incoming = folder;
    await placeFiles([{ from: await writeIncoming(folder, Buffer.from("content")), name: NAME }]);
    await writeIncoming(folder, Buffer.from("left over"));
  });
  expect(existsSync(incoming)).toBe(false);
  expect(hasFile(NAME)).toBe(true);
  expect(readFileSync(join(UPLOADS, NAME), "utf8")).toBe("content");
  await removeFiles([NAME, NAME]);
  expect(hasFile(NAME)).toBe(false);
});

test("D69 reports a full disk, and deletes the incoming folder nevertheless", async () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  let incoming = "";
  const work = withIncoming(async (folder) => {
    incoming = folder;
    mkdirSync(folder, { recursive: true });
    throw full;
  });
  await expect(work).rejects.toMatchObject({ problem: "full" });
  expect(existsSync(incoming)).toBe(false);
  await expect(withIncoming(() => Promise.reject(new Error("ours")))).rejects.toThrow("ours");
});

test("a job whose uploaded file is gone says so, and its work does not begin", async () => {
  let begun = false;
  const work = withStoredFile("imports/gone.csv", async () => {
    begun = true;
  });
  await expect(work).rejects.toMatchObject({
    problem: "missing",
    message: "The file is no longer here. Please send it again.",
  });
  expect(begun).toBe(false);
});
