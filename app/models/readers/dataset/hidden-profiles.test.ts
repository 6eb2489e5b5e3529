import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { trashExpert } from "~/models/editing/experts/trash.server";
import { addExperts } from "~/models/editing/experts/write.server";
import { ExpertInput } from "~/models/records/experts/input.server";
import { insertExperts } from "~/models/records/publish/expert-rows.server";
import "~/models/whole/parts.server";
import { addMember } from "../../../../test/support/members";
import { DATASET_FORMATS, datasetFacts, datasetOf } from "./dataset.server";

const ORIGIN = "https://life.example";

beforeAll(async () => {
  await migrate(db);
  const admin = asAdmin(await addMember({ role: "admin" }));
  await addExperts(db, [{ name: "Ada Listed" }, { name: "Tim Trashed" }], { origin: "import" });
  await trashExpert(admin, "tim-trashed");
  // An import publishes its people only after it has added all of them.
  await insertExperts(db, [ExpertInput.parse({ name: "Hal Hidden" })], { origin: "import" });
});

test.each(DATASET_FORMATS)(
  "the dataset as %s has nobody who is in the trash or whose import is not published",
  async (format) => {
    const file = await text(Readable.from(datasetOf(format).write(ORIGIN)));
    const names = ["Ada Listed", "Tim Trashed", "Hal Hidden"];
    expect(names.filter((name) => file.includes(name))).toEqual(["Ada Listed"]);
    expect((await datasetFacts(ORIGIN)).total).toBe(1);
  },
);
