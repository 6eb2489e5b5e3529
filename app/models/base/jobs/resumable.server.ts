/** Defines jobs of which only one runs at a time, and which continue after an interruption. */
import { AppError } from "~/errors";
import type { Editor } from "~/models/base/accounts/admin.server";
import { type Job, type JobContext, recentJobs, restartJob, startJob, stopJob } from "./jobs.server";

export interface LastRun<Outcomes> extends Pick<Job, "id" | "status" | "message" | "done" | "total"> {
  startedAt: string;
  /** null until it ends. */
  outcomes: Outcomes | null;
}

/** Returns the functions of a resumable job. `work` skips items that were done since `startedAt`. */
export function resumableJob<Outcomes>(kind: string, work: (job: JobContext, startedAt: string) => Promise<Outcomes>) {
  /** Returns the last run; null if there was none. */
  async function readLastRun(_editor: Editor): Promise<LastRun<Outcomes> | null> {
    const [job] = await recentJobs<unknown, Outcomes>(kind, { limit: 1 });
    if (!job) return null;
    const { id, status, message, done, total, createdAt: startedAt, result: outcomes } = job;
    return { id, status, message, done, total, startedAt, outcomes };
  }

  /** Starts a run, or continues an unfinished one. Throws "conflict" while one runs. */
  async function start(editor: Editor): Promise<void> {
    const unfinishedRun = await readLastRun(editor);
    if (unfinishedRun && unfinishedRun.status !== "completed") {
      await restartJob(editor, kind, unfinishedRun.id, (job) => work(job, unfinishedRun.startedAt));
      return;
    }
    const startedAt = new Date().toISOString();
    const begin = async () => {
      const lastRun = await readLastRun(editor);
      if (lastRun?.status === "running") throw new AppError("conflict", "This is running already.");
    };
    await startJob(editor, kind, {}, (job) => work(job, startedAt), begin);
  }

  /** Stops the run and keeps its results; does nothing if none runs. */
  async function stop(editor: Editor): Promise<void> {
    const run = await readLastRun(editor);
    if (run?.status === "running") await stopJob(editor, kind, run.id);
  }

  return { last: readLastRun, start, stop };
}
