/** Lists that are read page by page, from the newest to the oldest: every row is on one page, and on no other. */
import { globSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asAdmin, asEditor, type Editor } from "~/models/base/accounts/admin.server";
import { auditAll, auditPage, auditSignIn } from "~/models/base/audit/audit.server";
import { createArticle } from "~/models/editing/articles/edit.server";
import { articleHistory } from "~/models/editing/articles/history.server";
import { articleTrash, trashArticle } from "~/models/editing/articles/trash.server";
import { addExperts } from "~/models/editing/experts/write.server";
import { deadLinksPage } from "~/models/editing/links/admin-list.server";
import { promotionsPage, startPromotion } from "~/models/editing/promotions/promotions.server";
import { articleRow } from "~/models/records/articles/rows.server";
import { latestActions } from "~/models/whole/dashboard/statistics.server";
import { listMails } from "~/models/whole/mail/admin.server";
import { queueTestMail } from "../../../test/support/mail-queue";
import { addMember } from "../../../test/support/members";
import "./parts.server";

/** More than two pages of the longest list. */
const ROWS = 110;

let admin: ReturnType<typeof asAdmin>;
let rowId: number;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
  await fill(admin);
});

interface Page {
  keys: (string | number)[];
  hasMore: boolean;
}

/** Reads a page of each list. The keys are the files that cut the lists into pages. */
const LISTS: Record<string, (page: number) => Promise<Page>> = {
  "base/audit/audit.server.ts": async (page) => {
    const { entries, hasMore } = await auditPage(admin, { page, action: "counted" });
    return { keys: entries.map(({ subjectId }) => subjectId), hasMore };
  },
  "editing/links/admin-list.server.ts": async (page) => {
    const { experts, hasMore } = await deadLinksPage(admin, page);
    return { keys: experts.flatMap(({ links }) => links.map(({ url }) => url)), hasMore };
  },
  "editing/promotions/promotions.server.ts": async (page) => {
    const { promotions, hasMore } = await promotionsPage(admin, page);
    return { keys: promotions.map(({ id }) => id), hasMore };
  },
  "records/shared/revisions.server.ts": async (page) => {
    const { revisions, hasMore } = await articleHistory(admin, await articleRow(db, rowId), page);
    return { keys: revisions.map(({ number }) => number), hasMore };
  },
  "records/shared/trash.server.ts": async (page) => {
    const { trashed, hasMore } = await articleTrash(admin, page);
    return { keys: trashed.map(({ id }) => id), hasMore };
  },
  "whole/mail/admin.server.ts": async (page) => {
    const { mails, hasMore } = await listMails(admin, page);
    return { keys: mails.map(({ id }) => id), hasMore };
  },
};

test("every list that is cut into such pages is tested here", () => {
  const files = globSync("app/models/**/*.server.ts").filter((file) =>
    /\.limit\([A-Z_]+_PAGE_SIZE \+ 1\)\s*\.offset\(/.test(readFileSync(file, "utf8")),
  );
  expect(files.map((file) => file.slice("app/models/".length)).sort()).toEqual(Object.keys(LISTS).sort());
});

test.each(Object.entries(LISTS))("%s leads to every row once", async (_file, read) => {
  const pages: Page[] = [];
  do pages.push(await read(pages.length + 1));
  while (pages.at(-1)?.hasMore && pages.length < ROWS);
  const [firstPage] = pages;
  const keys = pages.flatMap((page) => page.keys);
  expect([keys.length, new Set(keys).size]).toEqual([ROWS, ROWS]);
  expect(pages.slice(0, -1).map((page) => page.keys.length)).toEqual(pages.slice(1).map(() => firstPage?.keys.length));
  expect(pages.at(-1)?.keys).not.toEqual([]);
});

test("the dashboard shows the latest five actions of people, however many sign-ins and entries of the site followed", async () => {
  const actionsBefore = await latestActions(admin);
  expect(actionsBefore).toHaveLength(5);
  const entry = { action: "counted", subjectKind: "directory", subjectId: "", subjectName: "" } as const;
  const repeat = <Entry>(value: Entry) => Array.from({ length: ROWS }, () => value);
  for (const _ of repeat(0)) await auditSignIn(db, admin, "signed in");
  await auditAll(db, null, repeat(entry));
  expect(await latestActions(admin)).toEqual(actionsBefore);
  await auditAll(db, admin, [{ ...entry, action: "counted anew" }]);
  expect((await latestActions(admin)).map(({ action }) => action)).toEqual([
    "counted anew",
    ...actionsBefore.slice(0, 4).map(({ action }) => action),
  ]);
});

test("RO05 an editor sees recent actions without network addresses, details and actions on accounts", async () => {
  const colleague = asAdmin(await addMember({ role: "admin" }), "198.51.100.7");
  const account = {
    action: "role changed",
    subjectKind: "user",
    subjectId: "x",
    subjectName: "zoe@mail.example",
  } as const;
  const topic = {
    action: "topic added",
    subjectKind: "topic",
    subjectId: "y",
    subjectName: "Sleep",
    detail: "a detail",
  } as const;
  await auditAll(db, colleague, [topic, account]);
  const seenBy = async (editor: Editor) => (await latestActions(editor)).map(({ subjectName }) => subjectName);
  expect((await seenBy(admin)).slice(0, 2)).toEqual(["zoe@mail.example", "Sleep"]);
  const editor = asEditor(await addMember({ role: "editor" }));
  expect((await seenBy(editor))[0]).toBe("Sleep");
  const answer = JSON.stringify(await latestActions(editor));
  for (const text of ["zoe@mail.example", "198.51.100.7", "a detail"]) expect(answer).not.toContain(text);
});

/** Puts the same number of rows into each list; all rows are equally old. */
async function fill(editor: Editor): Promise<void> {
  const makeRows = <Row>(row: (id: string) => Row) =>
    Array.from({ length: ROWS }, (_, index) => row(String(index).padStart(16, "0")));
  const entry = { action: "counted", subjectKind: "directory", subjectName: "" } as const;
  await auditAll(
    db,
    editor,
    makeRows((subjectId) => ({ ...entry, subjectId })),
  );

  await queueTestMail();
  const mail = await db.selectFrom("mails").selectAll().executeTakeFirstOrThrow();
  await db.deleteFrom("mails").execute();
  await db
    .insertInto("mails")
    .values(makeRows((id) => ({ ...mail, id })))
    .execute();

  await startPromotion(editor);
  const { rowId: _promotion, ...promotion } = await db.selectFrom("promotions").selectAll().executeTakeFirstOrThrow();
  await db.deleteFrom("promotions").execute();
  await db
    .insertInto("promotions")
    .values(makeRows((id) => ({ ...promotion, id })))
    .execute();

  const article = await createArticle(editor, { title: "Of pages", body: "Text." }, { origin: "https://x.example" });
  await trashArticle(editor, article.id);
  const { rowId: trashedRowId, ...row } = await db.selectFrom("articles").selectAll().executeTakeFirstOrThrow();
  rowId = trashedRowId;
  const copies = makeRows((id) => ({ ...row, id, slug: `of-pages-${id}` })).slice(1);
  await db.insertInto("articles").values(copies).execute();
  const { rowId: _revision, ...revision } = await db
    .selectFrom("articleRevisions")
    .selectAll()
    .where("action", "=", "created")
    .executeTakeFirstOrThrow();
  await db.deleteFrom("articleRevisions").execute();
  await db
    .insertInto("articleRevisions")
    .values(makeRows(() => revision))
    .execute();

  await addExperts(db, [{ name: "Ada Linked", slug: "ada" }], { origin: "import" });
  const { rowId: expertRowId } = await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow();
  const check = { expertRowId, status: "dead", failures: 2, reason: "", checkedAt: revision.at } as const;
  await db
    .insertInto("linkChecks")
    .values(makeRows((id) => ({ ...check, url: `https://x.example/${id}` })))
    .execute();
}
