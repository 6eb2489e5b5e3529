/** Everything with a page is also found by its address in capitals; the routes then redirect to the slug in lower case. */
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { createArticle } from "~/models/editing/articles/edit.server";
import { addExperts } from "~/models/editing/experts/write.server";
import { createTopic } from "~/models/editing/topics/edit.server";
import { findArticle } from "~/models/records/articles/articles.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { rememberGone } from "~/models/records/relisting/relisting.server";
import { findTopic } from "~/models/records/topics/topics.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { addPage } from "./edit.server";
import { publicPage } from "./pages.server";

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
  await addExperts(db, [{ name: "Ada Here" }], { origin: "import" });
  await createArticle(admin, { title: "Of Worms", body: "Text." }, { origin: "https://life.example" });
  await createTopic(admin, { name: "Worms and Flies" });
  await addPage(admin, { slug: "House-Rules", title: "Rules", body: "Be kind.", position: 50 });
  await rememberGone(db, ["gone-person"]);
});

test.each<[string, (address: string) => Promise<{ slug: string } | null>]>([
  ["ada-here", findExpert],
  ["ada-here", (address) => expertForAdmin(admin, address)],
  ["of-worms", findArticle],
  ["worms-and-flies", findTopic],
  ["house-rules", publicPage],
])("%s is stored in lower case, and is found in any case", async (slug, find) => {
  const spellings = [slug, slug.toUpperCase(), slug.replace(/^./, (letter) => letter.toUpperCase())];
  for (const address of spellings) expect(await find(address), address).toMatchObject({ slug });
});

test("the address of a removed profile is gone in any case", async () => {
  for (const address of ["gone-person", "Gone-Person"])
    await expect(findExpert(address), address).rejects.toMatchObject({ problem: "gone" });
});
