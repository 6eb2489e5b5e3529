/** Lines of the audit log that test/http/audit-lines-and-mails.test.ts does not record, because an operator or a page makes the change. */
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { addUser } from "~/models/base/accounts/admin-users.server";
import { createPasswordLink } from "~/models/base/accounts/operator.server";
import { createArticle, shareArticle } from "~/models/editing/articles/edit.server";
import { revokePreview } from "~/models/editing/experts/drafts.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { removePromotion, startPromotion } from "~/models/editing/promotions/promotions.server";
import { createTopic } from "~/models/editing/topics/edit.server";
import { decideTopics } from "~/models/editing/topics/proposals.server";
import { addPage, removePage } from "~/models/whole/pages/edit.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../test/support/members";

const origin = "https://site.example";

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin", firstName: "Carla", lastName: "Curator" }));
  await importExperts([{ name: "Ada Audited", slug: "ada" }], { origin: "import" });
});

const newArticle = () => createArticle(admin, { title: "A draft", body: "Text." }, { origin });

/** The change, and the action and detail of its last line. */
const CHANGES: Record<string, [change: () => Promise<unknown>, ...lines: [action: string, detail?: string]]> = {
  "an operator adds a user": [
    () => addUser({ firstName: "Uma", lastName: "User", email: "uma@mail.example", role: "editor" }, origin),
    "user added",
  ],
  "an operator makes a link for a new password": [
    async () => createPasswordLink((await addMember()).email, origin),
    "reset link made",
  ],
  "a link to the preview of a draft is taken back": [
    () => revokePreview(admin, "ada"),
    "expert edited",
    "preview link taken back",
  ],
  "a draft of an article is shared": [
    async () => shareArticle(admin, (await newArticle()).id, { share: true }),
    "article draft shared",
  ],
  "a draft of an article is no longer shared": [
    async () => {
      const { id } = await newArticle();
      for (const share of [true, false]) await shareArticle(admin, id, { share });
    },
    "article draft no longer shared",
  ],
  "a promotion is begun": [() => startPromotion(admin), "promotion started"],
  "a promotion is removed": [async () => removePromotion(admin, await startPromotion(admin)), "promotion removed"],
  "a topic is rejected for a person": [
    async () => {
      const { slug } = await createTopic(admin, { name: "Rejected topic" });
      await decideTopics(admin, "ada", { take: [], reject: [slug] }, { origin });
    },
    "topics rejected",
    "Rejected topic",
  ],
  "a page is removed": [
    async () => removePage(admin, await addPage(admin, { title: "Team", body: "Text.", position: 9 })),
    "page removed",
  ],
};

test.each(Object.entries(CHANGES))("a line of the audit log says that %s", async (_, [change, action, detail]) => {
  await change();
  const lines = db.selectFrom("auditLog").select(["action", "detail"]).orderBy("rowId", "desc").limit(1);
  expect(await lines.executeTakeFirst()).toEqual({ action, detail: detail ?? expect.any(String) });
});
