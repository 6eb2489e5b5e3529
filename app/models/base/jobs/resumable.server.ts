/** A job that runs once at a time, and goes on where it did not come to its end. */
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type Job, type JobContext, recentJobs, restartJob, startJob, stopJob } from "./jobs.server";

export interface LastRun<Outcomes> extends Pick<Job, "id" | "status" | "message" | "done" | "total"> {
  startedAt: string;
  /** null before its end. */
  outcomes: Outcomes | null;
}

/** @param work Leaves out what was done since `startedAt`. */
export function resumable<Outcomes>(kind: string, work: (job: JobContext, startedAt: string) => Promise<Outcomes>) {
  /** The last run; null where there was none. */
  async function last(_editor: Editor): Promise<LastRun<Outcomes> | null> {
    const [job] = await recentJobs<unknown, Outcomes>(kind, { limit: 1 });
    if (!job) return null;
    const { id, status, message, done, total, createdAt: startedAt, result: outcomes } = job;
    return { id, status, message, done, total, startedAt, outcomes };
  }

  /** Begins a run, or continues an unfinished one. Throws "conflict" while one runs. */
  async function start(editor: Editor): Promise<void> {
    const before = await last(editor);
    if (before && before.status !== "completed") {
      await restartJob(editor, kind, before.id, (job) => work(job, before.startedAt));
      return;
    }
    const startedAt = new Date().toISOString();
    const begin = async () => {
      const lastRun = await last(editor);
      if (lastRun?.status === "running") throw new AppError("conflict", "This is running already.");
    };
    await startJob(editor, kind, {}, (job) => work(job, startedAt), begin);
  }

  /** Stops the run and keeps its results; does nothing where none runs. */
  async function stop(editor: Editor): Promise<void> {
    const run = await last(editor);
    if (run?.status === "running") await stopJob(editor, kind, run.id);
  }

  return { last, start, stop };
}
