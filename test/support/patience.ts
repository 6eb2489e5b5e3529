/**
 * How long anything may take before it counts as stuck, in milliseconds. A loaded machine is slow, not wrong: no test,
 * hook or wait gives up earlier than it says here, and none asserts on time.
 */
export const PATIENCE = {
  /** A test or hook, some of which start several servers. */
  test: 300_000,
  /** Anything that happens by itself, such as a mail that comes. */
  wait: 60_000,
};
