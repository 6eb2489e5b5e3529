import type { Promotion } from "~/models/editing/promotions/promotions.server";
import type { Task } from "~/models/editing/promotions/state";

/** Tells whether the last that was asked for is this, and brought nothing: what stands below then is from before. */
export function hasFailed({ job }: Promotion, task: Task): boolean {
  return job?.task === task && ["error", "interrupted", "stopped"].includes(job.status);
}
