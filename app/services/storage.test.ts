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
const STRANGE_NAMES = [
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

test("D69 names that are not those of stored files are refused", async () => {
  expect(isStoredName(NAME)).toBe(true);
  const secret = join(env.DATA_DIR, "longevity.db");
  writeFileSync(secret, "secret");
  for (const name of STRANGE_NAMES) {
    expect([name, isStoredName(name), hasFile(name)]).toEqual([name, false, false]);
    await withIncoming(async (folder) => {
      const from = await writeIncoming(folder, Buffer.from("x"));
      await expect(placeFiles([{ from, name }])).rejects.toThrow("not the name of a stored file");
    });
  }
  await removeFiles(STRANGE_NAMES);
  expect(readFileSync(secret, "utf8")).toBe("secret");
});

test("D69 a file is stored and removed, and the incoming folder is deleted with the files that were not stored", async () => {
  let incomingFolder = "";
  await withIncoming(async (folder) => {
    incomingFolder = folder;
    await placeFiles([{ from: await writeIncoming(folder, Buffer.from("content")), name: NAME }]);
    await writeIncoming(folder, Buffer.from("left over"));
  });
  expect(existsSync(incomingFolder)).toBe(false);
  expect(hasFile(NAME)).toBe(true);
  expect(readFileSync(join(UPLOADS, NAME), "utf8")).toBe("content");
  await removeFiles([NAME, NAME]);
  expect(hasFile(NAME)).toBe(false);
});

test("D69 a full disk is reported, and the incoming folder is deleted nevertheless", async () => {
  const fullDiskError = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  let incomingFolder = "";
  const work = withIncoming(async (folder) => {
    incomingFolder = folder;
    mkdirSync(folder, { recursive: true });
    throw fullDiskError;
  });
  await expect(work).rejects.toMatchObject({ problem: "full" });
  expect(existsSync(incomingFolder)).toBe(false);
  await expect(withIncoming(() => Promise.reject(new Error("ours")))).rejects.toThrow("ours");
});

test("a job whose uploaded file is gone says so, and its work does not begin", async () => {
  let hasBegun = false;
  const work = withStoredFile("imports/gone.csv", async () => {
    hasBegun = true;
  });
  await expect(work).rejects.toMatchObject({
    problem: "missing",
    message: "The file is no longer here. Please send it again.",
  });
  expect(hasBegun).toBe(false);
});
