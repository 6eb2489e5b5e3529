import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { createArticle } from "~/models/editing/articles/edit.server";
import { restoreArticle, trashArticle } from "~/models/editing/articles/trash.server";
import { restoreExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { storeImage } from "~/models/records/images/images.server";
import { dashboardMatters } from "~/models/whole/dashboard/statistics.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { testImage } from "../../../../test/support/test-images";
import { deadLinksPart } from "./part.server";

beforeAll(() => migrate(db));

test("D54 the dashboard shows the number of dead links", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Ada", slug: "ada" }], { origin: "import" });
  const { rowId: expertRowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  for (const linkText of ["1 dead link", "2 dead links", "3 dead links"]) {
    const check = {
      status: "dead" as const,
      failures: 2,
      reason: "it answers 404",
      checkedAt: "2026-01-01T00:00:00.000Z",
    };
    await db
      .insertInto("linkChecks")
      .values({ expertRowId, url: `https://x.example/${linkText}`, ...check })
      .execute();
    expect(await deadLinksPart.attention(admin)).toMatchObject([
      { key: "links", isOpen: true, text: [{ to: "/admin/links", text: linkText }, " in the profiles."] },
    ]);
  }
});

test("D28 the dashboard leaves out problems of records in the trash, until the records are restored", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const [checkedAt, title] = ["2026-01-01T00:00:00.000Z", "Zoe Thrown"];
  await importExperts([{ name: title, slug: "zoe" }], { origin: "import" });
  const expert = await db
    .selectFrom("experts")
    .select(["rowId", "id"])
    .where("slug", "=", "zoe")
    .executeTakeFirstOrThrow();
  const { id: articleId } = await createArticle(
    admin,
    { title, body: "Text.", status: "published" },
    { origin: "https://site.example" },
  );
  const article = await db.selectFrom("articles").select("rowId").executeTakeFirstOrThrow();
  const credit = { author: "Fay", licence: "CC0 1.0", licenceUrl: "", source: "", file: "File:Zoe.jpg" };
  const picture = await testImage("png", 300, 200);
  const { id: imageId } = await storeImage(null, picture, { name: "Zoe", origin: "record", credit });
  await db.updateTable("imageCredits").set({ problem: "It is gone." }).execute();
  await db
    .insertInto("imageUses")
    .values({ imageId, kind: "expert", subjectId: expert.id, field: "imageUrl" })
    .execute();
  const work = { openalex: "W1", doi: "", title: "Of worms", year: 2020, venue: "", citations: 0, checkedAt };
  await db
    .insertInto("works")
    .values({ ...work, expertRowId: expert.rowId, status: "accepted", retracted: 1, retractionSeenAt: null })
    .execute();
  const evidenceText = {
    field: "biography",
    sentence: "S.",
    quote: "S.",
    context: "",
    url: "",
    title: "",
    textHash: "",
  };
  const evidence = { ...evidenceText, status: "gone", retrievedAt: checkedAt, checkedAt, createdAt: checkedAt };
  await db
    .insertInto("evidence")
    .values([
      { ...evidence, id: "a", keptBy: "", reason: "", expertRowId: expert.rowId },
      { ...evidence, id: "b", keptBy: "", reason: "", articleRowId: article.rowId },
    ] as never)
    .execute();
  const keysOfMatters = async () => {
    const { matters } = await dashboardMatters(admin);
    return matters.filter(({ text }) => JSON.stringify(text).includes(title)).map(({ key }) => key);
  };
  const listedKeys = await keysOfMatters();
  expect(listedKeys.toSorted()).toEqual(["portraits", "retractions", "sources", "stale"]);
  await trashArticle(admin, articleId);
  await trashExpert(admin, expert.id);
  expect(await keysOfMatters()).toEqual([]);
  await restoreExpert(admin, expert.id);
  await restoreArticle(admin, articleId);
  expect(await keysOfMatters()).toEqual(listedKeys);
});
