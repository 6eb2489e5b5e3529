import { expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { limit } from "~/models/base/rate-limits/rate-limits.server";
import { addPicture } from "~/models/editing/submissions/picture.server";
import { submitExpert } from "~/models/editing/submissions/submissions.server";
import { addMember } from "../../../../test/support/members";
import { fullSubmission } from "../../../../test/support/people";
import { storeOwnImages } from "./own.server";

const ORIGIN = "https://site.example";
/** A file of no image field: it counts, but nothing is stored. */
const UNSTORED_FILE = { field: "unknownFile", name: "a.png", path: "/nowhere", bytes: 1, tooLarge: false };

test("reliability 10 an account can store images ten times a day; forms without images do not count", async () => {
  await migrate(db);
  const [eagerUser, otherUser] = [await addMember(), await addMember()];
  const send = (user: typeof eagerUser, files = [UNSTORED_FILE]) => storeOwnImages(user, {}, files, { origin: ORIGIN });
  for (let time = 0; time < 10; time++) await send(eagerUser);
  await expect(send(eagerUser)).rejects.toMatchObject({ problem: "limited" });
  await send(eagerUser, []);
  await send(otherUser);
});

test("reliability 10 an account can store images fifty times a year, in suggestions and in its own profile together", async () => {
  await migrate(db);
  const user = await addMember();
  // Leaves one of the fifty.
  for (let time = 0; time < 49; time++) await limit("ownImagesInYear", user.id);
  await storeOwnImages(user, {}, [UNSTORED_FILE], { origin: ORIGIN });
  await expect(storeOwnImages(user, {}, [UNSTORED_FILE], { origin: ORIGIN })).rejects.toMatchObject({
    problem: "limited",
  });
  const { id } = await submitExpert(user, fullSubmission, { origin: ORIGIN });
  const picture = { fields: {}, files: [{ ...UNSTORED_FILE, field: "imageUrlFile" }] };
  await expect(addPicture(user, id, picture, { origin: ORIGIN })).rejects.toMatchObject({ problem: "limited" });
});
