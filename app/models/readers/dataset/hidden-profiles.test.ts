import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { saveEditorFields } from "~/models/editing/experts/drafts.server";
import { trashExpert } from "~/models/editing/experts/trash.server";
import { addExperts } from "~/models/editing/experts/write.server";
import { ExpertInput } from "~/models/records/experts/input.server";
import { creditsPage, hasCredits } from "~/models/records/images/credits.server";
import { storeImage } from "~/models/records/images/images.server";
import { insertExperts } from "~/models/records/publish/expert-rows.server";
import "~/models/whole/parts.server";
import { sitemap } from "~/models/whole/sitemap/sitemap.server";
import { DAY_MS } from "~/stored-times";
import { addMember } from "../../../../test/support/members";
import { testImage } from "../../../../test/support/test-images";
import { DATASET_FORMATS, datasetFacts, datasetOf } from "./dataset.server";

const ORIGIN = "https://life.example";
const HIDDEN = ["Tim Trashed", "Hal Hidden", "Dora Draft", "Sam Scheduled"] as const;

/** Returns the record of a person whose photograph has a credit. */
async function personWithPhotograph(name: string) {
  const credit = { author: `By ${name}`, licence: "CC BY 4.0", licenceUrl: "", source: "", file: "" };
  const picture = await testImage("png", 100 + name.length, 100);
  const { url } = await storeImage(null, picture, { name, origin: "record", credit });
  return { name, slug: name.toLowerCase().replace(" ", "-"), imageUrl: url };
}

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
  const [trashedPerson, unpublishedPerson, draftPerson, scheduledPerson] = await Promise.all(
    HIDDEN.map(personWithPhotograph),
  );
  const publishAt = new Date(Date.now() + DAY_MS).toISOString();
  const records = [await personWithPhotograph("Ada Listed"), trashedPerson, draftPerson, scheduledPerson];
  await addExperts(db, records as never, { origin: "import" });
  await trashExpert(admin, "tim-trashed");
  for (const slug of ["dora-draft", "sam-scheduled"]) await saveEditorFields(admin, slug, { state: "draft" });
  await saveEditorFields(admin, "sam-scheduled", { state: "scheduled", publishAt });
  // An import publishes its people only after it has added all of them.
  await insertExperts(db, [ExpertInput.parse(unpublishedPerson)], { origin: "import" });
});

const LISTS: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(
    DATASET_FORMATS.map((format) => [
      `dataset as ${format}`,
      () => text(Readable.from(datasetOf(format).write(ORIGIN))),
    ]),
  ),
  sitemap: () => sitemap(ORIGIN, Number.NaN),
  "credits of photographs": () => creditsPage(1),
};

test.each(Object.entries(LISTS))(
  "the %s has nobody who is in the trash, a draft or scheduled, or whose import is not published",
  async (_, read) => {
    const list = JSON.stringify(await read()).toLowerCase();
    const isNamed = (name: string) =>
      list.includes(name.toLowerCase()) || list.includes(name.toLowerCase().replace(" ", "-"));
    expect(["Ada Listed", ...HIDDEN].filter(isNamed)).toEqual(["Ada Listed"]);
  },
);

test("the numbers count listed people only", async () => {
  const numbers = async () => [(await datasetFacts(ORIGIN)).total, (await creditsPage(1)).total, await hasCredits()];
  expect(await numbers()).toEqual([1, 1, true]);
  await saveEditorFields(admin, "ada-listed", { state: "draft" });
  expect(await numbers()).toEqual([0, 0, false]);
});
