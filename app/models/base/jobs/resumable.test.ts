import { beforeAll, expect, test } from "vitest";
import { db, migrate } from "~/db.server";
import { type Admin, asAdmin } from "~/models/base/accounts/admin.server";
import { addMember } from "../../../../test/support/members";
import type { JobContext } from "./jobs.server";
import { resumableJob } from "./resumable.server";

let admin: Admin;
beforeAll(async () => {
  await migrate(db);
  admin = asAdmin(await addMember({ role: "admin" }));
});

test("of two starts at once, one is refused; a run that was stopped continues with the time of its start", async () => {
  const starts: string[] = [];
  const job = resumableJob("portraits", ({ signal }: JobContext, startedAt) => {
    starts.push(startedAt);
    return new Promise<null>((resolve) => {
      if (signal.aborted) resolve(null);
      signal.addEventListener("abort", () => resolve(null));
    });
  });
  const status = async () => (await job.last(admin))?.status;
  await job.stop(admin);
  expect(await status()).toBe(undefined);
  const results = await Promise.allSettled([job.start(admin), job.start(admin)]);
  const refusals = results.flatMap((result) => (result.status === "rejected" ? result.reason : []));
  expect(refusals).toMatchObject([{ problem: "conflict", message: "This is running already." }]);
  expect([starts.length, await status()]).toEqual([1, "running"]);
  await job.stop(admin);
  await expect.poll(status).toBe("stopped");
  const stoppedRun = await job.last(admin);
  await job.start(admin);
  const continuedRun = { id: stoppedRun?.id, status: "running", startedAt: stoppedRun?.startedAt };
  expect([starts[1], await job.last(admin)]).toMatchObject([stoppedRun?.startedAt, continuedRun]);
  await job.stop(admin);
});
