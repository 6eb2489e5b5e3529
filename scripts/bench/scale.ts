/** What the pages cost with 100,000 experts, as a multiple of what they cost with 1,000. */
import { type Figure, median } from "./figures";
import { type Kinds, seededSite, timesOf } from "./server-times";
import { LARGE, SMALL } from "./sites";

const KINDS: Kinds = {
  directory: ({ total }, round) => `/directory?page=${2 + ((round * 7) % (Math.ceil(total / 24) - 1))}`,
  category: (_, round) => `/directory/academic-researchers?page=${2 + (round % 4)}`,
  "search for a name": ({ names }, round) =>
    `/directory?search=${encodeURIComponent(names[round % names.length] as string)}`,
  "search for a beginning": ({ names }, round) =>
    `/directory?search=${encodeURIComponent((names[round % names.length] as string).slice(0, 2 + (round % 3)))}`,
  "search for a common word": (_, round) =>
    `/directory?search=${["research", "ageing", "the", "of"][round % 4]}&page=${2 + (round % 9)}`,
  profile: ({ slugs }, round) => `/${slugs[round % slugs.length]}`,
  "JSON list": ({ total }, round) =>
    `/api/experts/paginated?limit=24&page=${1 + ((round * 11) % Math.ceil(total / 24))}`,
};

/** Ratios of the median times in the server, and the slowest of all requests. */
export async function scale(): Promise<Figure[]> {
  const sites = { small: await seededSite({ experts: SMALL }), large: await seededSite({ experts: LARGE }) };
  try {
    const times = await timesOf(sites, KINDS);
    const ratios = Object.entries(times).map(([kind, { small, large }]) => ({
      name: `${kind}, ${LARGE.toLocaleString("en")} ÷ ${SMALL.toLocaleString("en")} experts (${median(large).toFixed(1)} ms)`,
      value: median(large) / median(small),
      unit: "×",
      most: 2,
      raw: { small, large },
    }));
    const slowest = Math.max(...Object.values(times).flatMap(({ large }) => large));
    return [...ratios, { name: "slowest single request", value: slowest, unit: "ms", most: 100 }];
  } finally {
    await Promise.all([sites.small.stop(), sites.large.stop()]);
  }
}
