import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { createArticle } from "~/models/editing/articles/edit.server";
import { purgeArticle, trashArticle } from "~/models/editing/articles/trash.server";
import { saveEditorFields } from "~/models/editing/experts/drafts.server";
import { purgeExpert, trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { changesSince, cursorAfter } from "./changes.server";

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
const idsIn = ({ changes }: Awaited<ReturnType<typeof changesSince>>) => changes.map(({ id }) => id);

beforeAll(async () => {
  await migrate(db);
  await add("First Person", "Second Person", "Person Ahead");
  await db
    .updateTable("experts")
    .set({ updatedAt: inDays(400) })
    .where("name", "=", "Person Ahead")
    .execute();
});

async function add(...names: string[]) {
  await importExperts(
    names.map((name) => ({ name, slug: name.toLowerCase().replace(" ", "-") })),
    { origin: "import" },
  );
}

const idOf = async (name: string) =>
  (await db.selectFrom("experts").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;

test("reliability 49 lists a change from a clock that ran ahead, and gives no cursor beyond the present", async () => {
  const idAhead = await idOf("Person Ahead");
  const firstPage = await changesSince({});
  expect(idsIn(firstPage)).toHaveLength(3);
  expect(idsIn(firstPage)).toContain(idAhead);
  expect(firstPage.next < inDays(1)).toBe(true);
  await add("Later Person");
  expect(idsIn(await changesSince({ since: firstPage.next }))).toEqual([await idOf("Later Person"), idAhead]);
});

test("reliability 49 restarts a cursor from a clock that ran ahead, so that its holder misses nothing", async () => {
  const since = cursorAfter({ at: inDays(300), id: "a" });
  const { changes, next } = await changesSince({ since });
  expect(changes).toHaveLength(4);
  expect(next < inDays(1)).toBe(true);
});

test("RC02 a public profile that becomes a draft is removed, and added once it is public again; a draft is never named", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  await add("Withdrawn Person", "Draft Person");
  const [withdrawnId, draftId] = [await idOf("Withdrawn Person"), await idOf("Draft Person")];
  await db.updateTable("experts").set({ state: "draft" }).where("id", "=", draftId).execute();
  const changesOf = async (id: string, since?: string) =>
    (await changesSince({ since })).changes.filter((change) => change.id === id).map(({ change }) => change);
  const cursor = (await changesSince({})).next;
  await saveEditorFields(admin, draftId, { state: "draft", notes: "Not yet." });
  await saveEditorFields(admin, withdrawnId, { state: "draft" });
  expect([await changesOf(withdrawnId, cursor), await changesOf(draftId)]).toEqual([["removed"], []]);
  await saveEditorFields(admin, withdrawnId, { state: "public" });
  expect((await changesOf(withdrawnId, cursor)).at(-1)).toBe("added");
  await saveEditorFields(admin, withdrawnId, { state: "draft" });
  expect((await changesOf(withdrawnId, cursor)).at(-1)).toBe("removed");
  for (const id of [withdrawnId, draftId]) {
    await trashExpert(admin, id);
    await purgeExpert(admin, id);
  }
  expect([(await changesOf(withdrawnId, cursor)).at(-1), await changesOf(draftId)]).toEqual(["removed", []]);
});

test("RC02 the deletion of an article that was never public is no change", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const addArticle = (status: string) =>
    createArticle(admin, { title: "A title", body: "A text.", status }, { origin: "editor" });
  const [draft, publishedArticle] = [await addArticle("draft"), await addArticle("published")];
  for (const { id } of [draft, publishedArticle]) {
    await trashArticle(admin, id);
    await purgeArticle(admin, id);
  }
  const articles = (await changesSince({})).changes.filter(({ kind }) => kind === "article");
  expect(articles.map(({ id, change }) => [id, change])).toEqual([[publishedArticle.id, "removed"]]);
});

test("reliability 49 lists a removal from a clock that ran ahead, and gives no cursor beyond the present", async () => {
  await db
    .insertInto("removals")
    .values({ id: "ahead", kind: "article", at: inDays(400) })
    .execute();
  const firstPage = await changesSince({});
  expect(firstPage.changes.at(-1)).toEqual({
    kind: "article",
    id: "ahead",
    change: "removed",
    slug: null,
    at: expect.any(String),
  });
  expect(firstPage.next < inDays(1)).toBe(true);
  const nextPage = await changesSince({ since: firstPage.next });
  expect([idsIn(nextPage).includes("ahead"), nextPage.next]).toEqual([true, firstPage.next]);
});
