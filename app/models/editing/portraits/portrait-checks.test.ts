import { afterAll, expect, test } from "vitest";
import { db } from "~/db.server";
import { env } from "~/env.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { storeImage } from "~/models/records/images/images.server";
import { addMember } from "../../../../test/support/members";
import { startOpenData } from "../../../../test/support/open-data";
import { photograph } from "../../../../test/support/test-images";

const openData = await startOpenData();
afterAll(() => openData.stop());
// Sets the address before the import, because the client reads it when it is loaded.
Object.assign(env, { COMMONS_API_URL: openData.env.COMMONS_API_URL });
const { checkPortraits, lostPortraits } = await import("./portrait-checks.server");

test("ID08 a weekly check reports pictures that were withdrawn or whose licence or author changed", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const credit = {
    author: "Fay",
    licence: "CC BY 4.0",
    licenceUrl: "https://creativecommons.org/licenses/by/4.0/",
    source: "",
  };
  for (const name of ["Same", "Withdrawn", "Relicensed", "Unfree", "Renamed"]) {
    const details = { name, origin: "record", credit: { ...credit, file: `File:${name}.jpg` } } as const;
    const { url } = await storeImage(null, await photograph(200, 200), details);
    await importExperts([{ name, imageUrl: url } as never], { origin: "test" });
  }
  const picture = (name: string, licence: string, artist = "Fay") => ({ name: `${name}.jpg`, licence, artist });
  openData.pictures = [
    picture("Same", "CC BY 4.0"),
    picture("Relicensed", "CC BY-SA 4.0"),
    picture("Unfree", "CC BY-NC 4.0"),
    picture("Renamed", "CC BY 4.0", "Fay Two"),
  ];
  const problems = async () => (await lostPortraits(admin)).map(({ name, problem }) => `${name}: ${problem}`);
  openData.failures.commons = "503";
  expect(await checkPortraits()).toBe(0);
  expect(await problems()).toEqual([]);
  openData.failures = {};
  expect(await checkPortraits()).toBe(5);
  expect(await problems()).toEqual([
    "Relicensed: Its licence at Wikimedia Commons is CC BY-SA 4.0 now; it was CC BY 4.0.",
    "Renamed: Its author at Wikimedia Commons is Fay Two now.",
    "Unfree: Wikimedia Commons now says: its licence, CC BY-NC 4.0, is not one of those that are free.",
    "Withdrawn: The picture is no longer at Wikimedia Commons.",
  ]);
  // Checks again only after a week, and clears problems that are solved.
  expect(await checkPortraits()).toBe(0);
  const cursor = JSON.stringify({ startedAt: "2020-01-01T00:00:00.000Z", after: null });
  await db.updateTable("cursors").set({ value: cursor }).where("name", "=", "portraitCheck").execute();
  openData.pictures = ["Same", "Relicensed", "Unfree", "Renamed", "Withdrawn"].map((name) =>
    picture(name, "CC BY 4.0"),
  );
  expect(await checkPortraits()).toBe(5);
  expect(await problems()).toEqual([]);
});
