export const NO_TIME_LEFT = "there was no time left to open it";

interface AbortSignals {
  signal?: AbortSignal;
  deadline?: AbortSignal;
}

/**
 * Returns the result of `work`, or `late` after the deadline, so that a page that hangs loses only its own turn.
 * Throws when `signal` aborts.
 */
export async function withDeadline<T>(
  { signal, deadline }: AbortSignals,
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
