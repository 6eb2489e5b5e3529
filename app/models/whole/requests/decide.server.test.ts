import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addMember } from "../../../../test/support/members";
import { decideRequest } from "./decide.server";

let admin: Admin;
let expertRowId: number;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
  await importExperts([{ name: "Ada Asked", slug: "ada" }], { origin: "import" });
  expertRowId = (await db.selectFrom("experts").select("rowId").executeTakeFirstOrThrow()).rowId;
});

const at = "2026-01-01T00:00:00.000Z";

async function addRequest(
  id: string,
  kind: "error" | "removal",
  changes: { email?: string; status?: "rejected" } = {},
) {
  const texts = { field: "title", says: "", should: "Dr. Ada", source: "", message: "Wrong.", notes: "" };
  const times = { createdAt: at, confirmedAt: at, dueAt: at, decidedAt: null, decidedBy: null, answeredInMs: null };
  const about = { id, tokenHash: id, kind, status: "open" as const, expertRowId, email: "a@mail.example", isPublic: 0 };
  await db
    .insertInto("requests")
    .values({ ...about, ...texts, ...times, ...changes })
    .execute();
}

test.each([
  ["error", "reject", 1],
  ["error", "apply", 1],
  ["removal", "reject", 0],
] as const)(
  "SA08 a request about %s that ends with %s adds %i lines to the public log",
  async (kind, decision, lines) => {
    const id = `${kind}-${decision}`;
    await addRequest(id, kind);
    const value = decision === "apply" ? { value: "Dr. Ada" } : {};
    await decideRequest(
      admin,
      id,
      { decision, notes: "As the page says.", ...value },
      { linkOrigin: "https://x.example" },
    );
    const request = await db.selectFrom("requests").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(request).toMatchObject({ isPublic: lines, decidedBy: admin.id });
    expect(request.answeredInMs).toBe(Date.parse(request.decidedAt ?? "") - Date.parse(at));
  },
);

test("SA07 everybody who waits for an answer about somebody hears of the removal, and nobody who has one", async () => {
  await addRequest("wish", "removal", { email: "ada@mail.example" });
  await addRequest("another", "removal", { email: "friend@mail.example" });
  await addRequest("report", "error", { email: "reader@mail.example" });
  await addRequest("answered", "error", { email: "former@mail.example", status: "rejected" });
  await db.deleteFrom("mails").execute();
  await decideRequest(
    admin,
    "wish",
    { decision: "remove", notes: "As you wish." },
    { linkOrigin: "https://x.example" },
  );
  const mails = await db.selectFrom("mails").select("recipient").orderBy("recipient").execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual([
    "ada@mail.example",
    "friend@mail.example",
    "reader@mail.example",
  ]);
});
