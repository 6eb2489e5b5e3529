/** Returns a function whose waiting calls share the next `run`, so that no result is older than its call. */
export function latestCall<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let runningCall: Promise<Result> | undefined;
  let nextCall: Promise<Result> | undefined;
  const start = () => {
    nextCall = undefined;
    const call = run().finally(() => {
      if (runningCall === call) runningCall = undefined;
    });
    runningCall = call;
    return call;
  };
  return () => {
    if (!runningCall) return start();
    nextCall ??= runningCall.then(start, start);
    return nextCall;
  };
}
