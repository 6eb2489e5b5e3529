/** Returns a function whose waiting calls share the next `run`, so that no result is older than its call. */
export function latestCall<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  let next: Promise<Result> | undefined;
  const start = () => {
    next = undefined;
    const call = run().finally(() => {
      if (running === call) running = undefined;
    });
    running = call;
    return call;
  };
  return () => {
    if (!running) return start();
    next ??= running.then(start, start);
    return next;
  };
}
