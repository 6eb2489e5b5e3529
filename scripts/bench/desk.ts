/** What the desk's lists cost with much behind them, as a multiple of what they cost with little. */
import { signUpAdmin } from "../../test/support/curator";
import { json } from "../../test/support/requests";
import type { Site } from "../../test/support/site";
import { type Figure, median } from "./figures";
import { type Kinds, seededSite, timesOf } from "./server-times";
import { LARGE } from "./sites";

/** Both have as many rows to show, so that only what stands behind them differs: searches are for a word of every text. */
const DESK: Kinds = {
  "desk: dashboard": () => "/admin",
  "desk: experts": (_, round) => `/admin/experts?page=${1 + (round % 5)}`,
  "desk: experts, search": ({ names }, round) => `/admin/experts?search=${encodeURIComponent(names[round] ?? "a")}`,
  "desk: submissions": (_, round) => `/admin/submissions?page=${1 + (round % 8)}`,
  "desk: submissions, search": () => "/admin/submissions?search=reader",
  "desk: articles": (_, round) => `/admin/articles?page=${1 + (round % 5)}`,
  "desk: articles, search": (_, round) => `/admin/articles?search=found&page=${1 + (round % 5)}`,
  "desk: library": (_, round) => `/admin/library?page=${1 + (round % 4)}`,
  "desk: library, search": (_, round) => `/admin/library?search=note&page=${1 + (round % 4)}`,
  "desk: users": () => "/admin/users",
  "desk: images": () => "/admin/images",
  "desk: featured": () => "/admin/featured",
  "desk: audit": () => "/admin/audit",
  articles: (_, round) => `/articles?page=${2 + (round % 6)}`,
};

/** Ratios of the median times in the server. */
export async function desk(): Promise<Figure[]> {
  const little = { experts: 100, submissions: 100, articles: 100, library: 100 };
  const much = { experts: LARGE, submissions: 10_000, articles: 10_000, library: 50_000 };
  const sites = { small: await seededSite(little), large: await seededSite(much) };
  try {
    // A curator of this run: the databases are kept from run to run.
    const curator = { email: `bench-${Date.now()}@mail.example` };
    const headers = {
      small: (await signUpAdmin(sites.small, curator)).headers,
      large: (await signUpAdmin(sites.large, curator)).headers,
    };
    const times = {
      ...(await timesOf(sites, DESK, { headers, rounds: 60 })),
      "desk: library, 20 texts deleted": {
        small: await deletions(sites.small, headers.small),
        large: await deletions(sites.large, headers.large),
      },
    };
    return Object.entries(times).map(([kind, { small, large }]) => ({
      name: `${kind}, much ÷ little (${median(large).toFixed(1)} ms)`,
      value: median(large) / median(small),
      unit: "×",
      most: 2,
      raw: { small, large },
    }));
  } finally {
    await Promise.all([sites.small.stop(), sites.large.stop()]);
  }
}

/** Milliseconds that it takes to delete 20 texts at once, as seen from here; they are made for it. */
async function deletions(site: Site, headers: Record<string, string>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < 15; round++) {
    const ids: string[] = [];
    for (let i = 0; i < 20; i++) {
      const content = `Made to be deleted: ${round}, ${i}, ${Date.now()}`;
      ids.push((await json(site, "POST", "/api/library/content", { content }, { headers })).body.id);
    }
    const started = performance.now();
    const { status } = await json(site, "POST", "/api/library/content/bulk-delete", { ids }, { headers });
    if (status !== 200) throw new Error(`Deleting texts answered ${status}`);
    times.push(performance.now() - started);
  }
  return times;
}
