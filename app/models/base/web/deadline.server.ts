export const NO_TIME_LEFT = "there was no time left to open it";

interface Ends {
  signal?: AbortSignal;
  deadline?: AbortSignal;
}

/**
 * Returns the result of `work`, or `late` once the deadline is over: a page that hangs loses its own turn only. Throws
 * when `signal` aborts.
 */
export async function byDeadline<T>(
  { signal, deadline }: Ends,
  work: (within: AbortSignal | undefined) => Promise<T>,
  late: T,
): Promise<T> {
  if (!deadline) return work(signal);
  if (deadline.aborted && !signal?.aborted) return late;
  try {
    return await work(signal ? AbortSignal.any([signal, deadline]) : deadline);
  } catch (error) {
    if (error !== deadline.reason) throw error;
    return late;
  }
}
