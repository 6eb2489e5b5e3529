import type { AppLoadContext } from "@remix-run/node";
import { addressOf } from "./api.server";

const PROGRAM = /bot|crawl|spider|slurp|preview|curl|wget|python|java\/|okhttp|go-http|node|axios|headless/i;

/** Returns the address of a request; `isProgram` is true for programs, and for HEAD. */
export function readerOf({ method, headers }: Request, context: AppLoadContext) {
  const agent = headers.get("User-Agent") ?? "";
  return { address: addressOf(context), isProgram: method !== "GET" || agent === "" || PROGRAM.test(agent) };
}

/** The headers of an answer that no cache may store. */
export const NO_STORE_HEADERS = { "Cache-Control": "private, no-store" };
