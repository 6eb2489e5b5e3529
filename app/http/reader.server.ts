import type { AppLoadContext } from "@remix-run/node";
import { addressOf } from "./api.server";

const PROGRAM = /bot|crawl|spider|slurp|preview|curl|wget|python|java\/|okhttp|go-http|node|axios|headless/i;

/** Returns the sender of a request, and whether it is a program, or only reads headers. */
export function readerOf({ method, headers }: Request, context: AppLoadContext) {
  const agent = headers.get("User-Agent") ?? "";
  return { address: addressOf(context), isProgram: method !== "GET" || agent === "" || PROGRAM.test(agent) };
}

/** Headers of an answer that no cache may give to the next reader. */
export const NOT_KEPT = { "Cache-Control": "private, no-store" };
