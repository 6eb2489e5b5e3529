import { beforeAll, expect, test, vi } from "vitest";
import { db, migrate } from "~/db.server";
import { asEditor } from "~/models/base/accounts/admin.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { addMember } from "../../../../test/support/members";
import { informPerson } from "./inform.server";

vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
});
beforeAll(() => migrate(db));

test("RC09 an address gets at most three letters within a day, whoever sends them and whomever they are about", async () => {
  const slugs = ["ada", "ben", "cai", "dee"];
  await importExperts(
    slugs.map((slug) => ({ name: slug, slug })),
    { origin: "import" },
  );
  const send = async (slug: string, email: string) =>
    informPerson(asEditor(await addMember({ role: "editor" })), slug, { email }, "https://life.example");
  for (const slug of slugs.slice(0, 3)) await send(slug, "office@sea.example");
  await expect(send("dee", "office@sea.example")).rejects.toMatchObject({ problem: "limited" });
  expect(await db.selectFrom("mails").select("recipient").execute()).toHaveLength(3);
  await send("dee", "dee@sea.example");
});

test("RC09 no letter is sent about a profile that readers do not see; the person can be marked as informed otherwise", async () => {
  await importExperts([{ name: "Fay", slug: "fay" }], { origin: "import" });
  const editor = asEditor(await addMember({ role: "editor" }));
  await db.updateTable("experts").set({ state: "draft" }).where("slug", "=", "fay").execute();
  const mailCount = async () => (await db.selectFrom("mails").select("id").execute()).length;
  const countBefore = await mailCount();
  const letter = informPerson(editor, "fay", { email: "fay@sea.example" }, "https://life.example");
  await expect(letter).rejects.toMatchObject({ problem: "conflict" });
  expect(await mailCount()).toBe(countBefore);
  expect(await informPerson(editor, "fay", {}, "https://life.example")).toMatchObject({ way: "otherwise" });
});
