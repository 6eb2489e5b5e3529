export const NO_TIME_LEFT = "there was no time left to open it";

interface AbortSignals {
  signal?: AbortSignal;
  deadline?: AbortSignal;
}

/**
 * Returns the result of `work`, or `lateResult` after the deadline, so that a page that does not answer delays no other page.
 * Throws when `signal` aborts.
 */
export async function withDeadline<T>(
  { signal, deadline }: AbortSignals,
  work: (signal: AbortSignal | undefined) => Promise<T>,
  lateResult: T,
): Promise<T> {
  if (!deadline) return work(signal);
  if (deadline.aborted && !signal?.aborted) return lateResult;
  try {
    return await work(signal ? AbortSignal.any([signal, deadline]) : deadline);
  } catch (error) {
    if (error !== deadline.reason) throw error;
    return lateResult;
  }
}
