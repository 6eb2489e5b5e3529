import type { AppLoadContext } from "@remix-run/node";
import { addressOf } from "./api.server";

const PROGRAM = /bot|crawl|spider|slurp|preview|curl|wget|python|java\/|okhttp|go-http|node|axios|headless/i;

/** Tells where a request comes from, and whether a program makes it, or one that only asks for headers. */
export function readerOf({ method, headers }: Request, context: AppLoadContext) {
  const agent = headers.get("User-Agent") ?? "";
  return { address: addressOf(context), isProgram: method !== "GET" || agent === "" || PROGRAM.test(agent) };
}

/** Of an answer that no cache may give to the next reader. */
export const NOT_KEPT = { "Cache-Control": "private, no-store" };
