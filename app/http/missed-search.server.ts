import { noteMissed } from "~/models/site/missed-searches.server";

const PROGRAM = /bot|crawl|spider|slurp|preview|curl|wget|python|java\/|okhttp|go-http|node|axios|headless/i;

/** Counts a reader's search without results, unless a program sent it. */
export function countMissed(
  { method, headers }: Request,
  { search, category, page }: { search: string; category: string; page: number },
  total: number,
): void {
  const agent = headers.get("User-Agent") ?? "";
  if (total > 0 || search === "" || category !== "" || page > 1) return;
  if (method === "GET" && agent !== "" && !PROGRAM.test(agent)) noteMissed(search);
}

const LONGEST_NAME = 80;

/** The name that a link fills a form with, such as an invitation to suggest somebody. */
export function nameIn(params: URLSearchParams): string {
  return (params.get("name") ?? "").replace(/\p{C}/gu, "").trim().slice(0, LONGEST_NAME);
}
