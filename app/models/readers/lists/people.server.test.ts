import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { editExpert } from "~/models/editing/experts/admin-list.server";
import { trashExpert } from "~/models/editing/experts/trash.server";
import { importExperts } from "~/models/editing/experts/write.server";
import "~/models/whole/parts.server";
import { storeImage } from "~/models/records/images/images.server";
import { addMember } from "../../../../test/support/members";
import { testImage } from "../../../../test/support/test-images";
import { slugsListedBy } from "./entries.server";
import { addForUser, comparePeople, listAsVCards, listedPeople, removeForUser } from "./people.server";

beforeAll(() => migrate(db));

test("RC08 shows the public people of a list in its order, each once, and no image from another site", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const { url } = await storeImage(admin, await testImage("png", 300, 200), { name: "face.png", origin: "upload" });
  const people = [
    { slug: "ada", imageUrl: url },
    { slug: "ben", imageUrl: "https://else.example/face.png" },
    { slug: "cai" },
    { slug: "dee" },
    { slug: "eve" },
  ];
  await importExperts(
    people.map((person) => ({ name: `${person.slug} Here`, ...person })),
    { origin: "import" },
  );
  await trashExpert(admin, "cai");
  await editExpert(admin, "dee", { state: "draft" }, { origin: "https://site.example" });
  const list = await listedPeople(["eve", "ben", "nobody", "ada", "cai", "dee", "ben"]);
  expect(list.map(({ slug, image }) => [slug, image])).toEqual([
    ["eve", undefined],
    ["ben", undefined],
    ["ada", url],
  ]);
  const cards: string[] = [];
  for await (const text of listAsVCards(["eve", "ben", "ada"], "https://site.example")) cards.push(text);
  expect(cards.join("").match(/^PHOTO:.*/gm)).toEqual([`PHOTO:https://site.example${url}`]);
  // People who left the directory take no place of those who can be compared.
  const { people: comparedPeople, leftOut } = await comparePeople(["cai", "dee", "eve", "ben", "nobody", "ada"]);
  expect([comparedPeople.map(({ slug }) => slug), leftOut]).toEqual([["eve", "ben", "ada"], 0]);
});

test("RC08 a change of one's list leaves the other people in it and the lists of others as they are", async () => {
  const slugs = ["fay", "gus", "hal"];
  await importExperts(
    slugs.map((slug) => ({ name: `${slug} Listed`, slug })),
    { origin: "import" },
  );
  const [user, otherUser] = [await addMember(), await addMember()];
  for (const person of [otherUser, user]) await addForUser(person, ["gus", "fay"]);
  await addForUser(user, ["fay", "hal"]);
  const lists = () => Promise.all([user, otherUser].map(async ({ id }) => (await slugsListedBy(id)).toSorted()));
  expect(await lists()).toEqual([slugs, ["fay", "gus"]]);
  await removeForUser(user, "fay");
  await removeForUser(user, "nobody");
  expect(await lists()).toEqual([
    ["gus", "hal"],
    ["fay", "gus"],
  ]);
});

test("RC08 a list with people who left the directory has room for as many others", async () => {
  const admin = asAdmin(await addMember({ role: "admin" }));
  const user = await addMember();
  const slugs = Array.from({ length: 61 }, (_, index) => `full-list-${index}`);
  await importExperts(
    slugs.map((slug) => ({ name: slug, slug })),
    { origin: "import" },
  );
  await addForUser(user, slugs.slice(0, 60));
  await expect(addForUser(user, slugs.slice(60))).rejects.toMatchObject({ problem: "conflict" });
  await trashExpert(admin, "full-list-3");
  await addForUser(user, slugs.slice(60));
  expect(await slugsListedBy(user.id)).toEqual(slugs.filter((slug) => slug !== "full-list-3"));
});
