/** Checks that background work leaves the processor to other work between its parts, although SQLite's queries never wait. */
import { beforeAll, expect, test } from "vitest";
import { db } from "~/db.server";
import { asAdmin } from "~/models/base/accounts/admin.server";
import { newId } from "~/models/base/input/ids.server";
import { importExperts } from "~/models/editing/experts/write.server";
import { datasetOf } from "~/models/readers/dataset/dataset.server";
import { queueDigests } from "~/models/readers/follows/digests.server";
import { recordView, storeVisits } from "~/models/readers/visits/counting.server";
import { deliverDue } from "~/models/readers/webhooks/delivery.server";
import { createWebhook } from "~/models/readers/webhooks/webhooks.server";
import { checkAllLinks } from "~/models/records/links/check.server";
import { addMember, withSession } from "../support/members";
import { makeCrowd } from "../support/people";

/** Counts the turns of the event loop during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns++;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  await work();
  isOver = true;
  return turns;
}

const LATER = Date.now() + 3_600_000;

beforeAll(async () => {
  await storeVisits();
});

test("reliability 9 a webhook reads past what it did not choose, page by page", async () => {
  const admin = await withSession(asAdmin(await addMember({ role: "admin" })));
  await createWebhook(admin, { url: "https://hook.example/", events: ["article.published"] });
  const removedAt = new Date(LATER - 1_000_000).toISOString();
  const removals = Array.from({ length: 4_000 }, () => ({ id: newId(), kind: "expert" as const, at: removedAt }));
  for (let from = 0; from < removals.length; from += 1_000)
    await db
      .insertInto("removals")
      .values(removals.slice(from, from + 1_000))
      .execute();
  const round = () => deliverDue({ origin: "https://site.example", clock: async () => LATER });
  expect(await turnsDuring(round)).toBeGreaterThanOrEqual(4_000 / 200 - 1);
});

test("reliability 9 a round of link checks passes people without links one by one", async () => {
  await importExperts(makeCrowd(60), { origin: "import" });
  expect(await turnsDuring(() => checkAllLinks({ pauseMs: 0 }))).toBeGreaterThanOrEqual(60);
});

test("reliability 9 long answers that begin together are made part by part, one in a round", async () => {
  const answers = Array.from({ length: 40 }, () => datasetOf("csv").write("https://site.example"));
  const read = async (answer: AsyncGenerator<string>) => {
    for await (const _part of answer);
  };
  expect(await turnsDuring(() => Promise.all(answers.map(read)))).toBeGreaterThanOrEqual(40);
});

test("reliability 9 visits are stored batch by batch", async () => {
  for (let n = 0; n < 3_500; n++) recordView(`/page-${n}`, Date.now(), () => [{ kind: "site", key: "", host: "" }]);
  expect(await turnsDuring(() => storeVisits())).toBeGreaterThanOrEqual(4);
});

test("reliability 9 digests are gathered follower by follower", async () => {
  const nextAt = "2020-01-01T00:00:00.000Z";
  const followers = Array.from({ length: 40 }, (_, n) => ({
    id: newId(),
    email: `follower-${n}@mail.example`,
    rhythm: "weekly" as const,
    nextAt,
    createdAt: nextAt,
  }));
  await db.insertInto("followers").values(followers).execute();
  expect(await turnsDuring(() => queueDigests("https://site.example"))).toBeGreaterThanOrEqual(40);
});
