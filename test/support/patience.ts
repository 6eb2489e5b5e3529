/**
 * Time limits in milliseconds, after which something counts as stuck. A loaded machine is slow but not broken, so no test,
 * hook or wait has a shorter limit, and none asserts a duration.
 */
export const PATIENCE = {
  /** Timeout of a test or hook. Some start several servers. */
  test: 300_000,
  /** Timeout of background work, such as the arrival of a mail. */
  wait: 60_000,
};
