import type { AppLoadContext } from "@remix-run/node";
import { noteMissed } from "~/models/site/missed-searches.server";
import { addressOf } from "./api.server";

const PROGRAM = /bot|crawl|spider|slurp|preview|curl|wget|python|java\/|okhttp|go-http|node|axios|headless/i;

/** Counts a reader's search without results, unless a program sent it. Gives the headers of its answer. */
export function countMissed(
  { method, headers }: Request,
  context: AppLoadContext,
  { search, category, page }: { search: string; category: string; page: number },
  total: number,
): HeadersInit {
  const agent = headers.get("User-Agent") ?? "";
  if (total > 0 || search === "" || category !== "" || page > 1) return {};
  if (method === "GET" && agent !== "" && !PROGRAM.test(agent)) noteMissed(search, addressOf(context));
  // The next reader's search would not count if a cache answered it.
  return { "Cache-Control": "private, no-store" };
}

const LONGEST_NAME = 80;

/** The name that a link fills a form with, such as an invitation to suggest somebody. */
export function nameIn(params: URLSearchParams): string {
  return (params.get("name") ?? "").replace(/\p{C}/gu, "").trim().slice(0, LONGEST_NAME);
}
