import { beforeAll, expect, test, vi } from "vitest";
import { db, engine, migrate } from "~/db.server";
import { log } from "~/log.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { insertUser } from "~/models/base/accounts/register.server";
import { newPerson } from "../../../../test/support/accounts";
import { eventually } from "../../../../test/support/eventually";
import { findJob, type JobContext, removeJob, restartJob, startJob, stopJob } from "./jobs.server";

let editor: Editor;

beforeAll(async () => {
  await migrate(db);
  editor = (await insertUser(db, { ...newPerson(), role: "admin" })) as unknown as Editor;
});

const untilStopped = ({ signal }: JobContext) =>
  new Promise<string>((resolve) => signal.addEventListener("abort", () => resolve("stopped")));
const stampOf = async (id: string) =>
  (await db.selectFrom("jobs").select("updatedAt").where("id", "=", id).executeTakeFirstOrThrow()).updatedAt;

test("a job without heartbeats for 15 seconds counts as interrupted, and can be started again", async () => {
  const id = await startJob(editor, "generation", {}, async () => "done");
  await eventually(async () => expect((await findJob("generation", id)).status).toBe("completed"));
  const staleRow = { status: "running", updatedAt: new Date(Date.now() - 16_000).toISOString() } as const;
  await db.updateTable("jobs").set(staleRow).where("id", "=", id).execute();
  expect((await findJob("generation", id)).status).toBe("interrupted");
  await restartJob(editor, "generation", id, async () => "again");
  await eventually(async () => expect((await findJob("generation", id)).result).toBe("again"));
});

test("a job that another node continues stops here, and does not overwrite that node's row", async () => {
  const work = vi.fn(untilStopped);
  const id = await startJob(editor, "generation", {}, work);
  const firstStamp = await stampOf(id);
  await eventually(async () => expect(await stampOf(id)).not.toBe(firstStamp));
  // Restarts the job like a node that received nothing from this one.
  const updatedAt = new Date(Date.now() + 30_000).toISOString();
  await db.updateTable("jobs").set({ updatedAt, message: "of the other node" }).where("id", "=", id).execute();
  await eventually(() => expect(work.mock.calls[0]?.[0].signal.aborted).toBe(true));
  await work.mock.results[0]?.value;
  await eventually(async () => expect((await findJob("generation", id)).message).toBe("of the other node"));
  expect(await stampOf(id)).toBe(updatedAt);
});

test("a job is removed and started again only when it is over, or its process is gone", async () => {
  const id = await startJob(editor, "generation", {}, untilStopped);
  const remove = () => removeJob(db, editor, "generation", id);
  await expect(remove()).rejects.toMatchObject({ problem: "conflict" });
  await expect(restartJob(editor, "generation", id, untilStopped)).rejects.toMatchObject({ problem: "conflict" });
  await expect(removeJob(db, editor, "promotion", id)).rejects.toMatchObject({ problem: "missing" });
  await stopJob(editor, "generation", id);
  await remove();
  await expect(remove()).rejects.toMatchObject({ problem: "missing" });

  const silentId = await startJob(editor, "generation", {}, async () => "done");
  await eventually(async () => expect((await findJob("generation", silentId)).status).toBe("completed"));
  const staleRow = { status: "running", updatedAt: new Date(Date.now() - 16_000).toISOString() } as const;
  await db.updateTable("jobs").set(staleRow).where("id", "=", silentId).execute();
  await removeJob(db, editor, "generation", silentId);
});

test("a job cannot be found, stopped, started again or removed as a job of another kind", async () => {
  const endedId = await startJob(editor, "generation", {}, async () => "done");
  await eventually(async () => expect((await findJob("generation", endedId)).status).toBe("completed"));
  const runningId = await startJob(editor, "generation", {}, untilStopped);
  for (const id of [endedId, runningId])
    for (const accessJob of [
      () => findJob("promotion", id),
      () => stopJob(editor, "promotion", id),
      () => restartJob(editor, "promotion", id, untilStopped),
      () => removeJob(db, editor, "promotion", id),
    ])
      await expect(accessJob(), String(accessJob)).rejects.toMatchObject({ problem: "missing" });
  expect(await findJob("generation", endedId)).toMatchObject({ status: "completed", result: "done" });
  expect((await findJob("generation", runningId)).status).toBe("running");
  await stopJob(editor, "generation", runningId);
});

test("the result of a job is stored as soon as the database works again", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const logError = vi.spyOn(log, "error").mockReturnValue();
  const id = await startJob(editor, "generation", {}, () => promise);
  const now = vi.spyOn(engine, "now").mockRejectedValue(new Error("disk full"));
  resolve("paid for");
  await eventually(() => expect(logError).toHaveBeenCalled());
  now.mockRestore();
  logError.mockRestore();
  await eventually(async () =>
    expect(await findJob("generation", id)).toMatchObject({ status: "completed", result: "paid for" }),
  );
});

test("a job that ends while it is being stopped keeps its outcome", async () => {
  const id = await startJob(editor, "generation", {}, async () => "done");
  await eventually(async () => expect((await findJob("generation", id)).status).toBe("completed"));
  const row = db.updateTable("jobs").where("id", "=", id);
  await row.set({ status: "running", updatedAt: new Date().toISOString() }).execute();
  const now = vi.spyOn(engine, "now");
  // The job is read as running, and ends before the stop is written.
  now.mockImplementationOnce(async () => Date.now());
  now.mockImplementationOnce(async () => {
    await row.set({ status: "completed" }).execute();
    return Date.now();
  });
  await stopJob(editor, "generation", id);
  now.mockRestore();
  expect(await findJob("generation", id)).toMatchObject({ status: "completed", message: "", result: "done" });
});
