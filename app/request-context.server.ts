import { AsyncLocalStorage } from "node:async_hooks";

/** What is known of the request that runs, wherever in the app it is asked for. */
export interface RequestContext {
  /** Where it comes from; "" for work that no request asked for. */
  address: string;
  requestId: string;
}

const running = new AsyncLocalStorage<RequestContext>();

/** Runs a request's work with its context. */
export function withRequestContext<T>(context: RequestContext, work: () => T): T {
  return running.run(context, work);
}

/** The context of the request that runs; empty outside of one (a script, a timer). */
export function requestContext(): RequestContext {
  return running.getStore() ?? { address: "", requestId: "" };
}
