import { publicPages } from "~/models/whole/pages/pages.server";
import { PARTS } from "~/models/whole/parts.server";

const PART_SIZE = 10_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const RECORDS = PARTS.flatMap(({ sitemap }) => sitemap?.records ?? []);

/** Returns the sitemap with every public page; if the directory is larger than one part, an index of parts. */
export async function sitemap(origin: string, part: number): Promise<string> {
  const counts = await Promise.all(RECORDS.map(({ count }) => count()));
  const parts = Math.max(1, Math.ceil(Math.max(...counts) / PART_SIZE));
  if (Number.isNaN(part) && parts > 1) return index(origin, parts);
  const number = Number.isNaN(part) ? 1 : part;
  const pages = number === 1 ? await lists() : [];
  const addresses = pages.map((path) => `<url><loc>${origin}${path}</loc></url>`);
  for (const { path, updatedAt } of await recordsOf(number))
    addresses.push(`<url><loc>${origin}${path}</loc><lastmod>${updatedAt.slice(0, 10)}</lastmod></url>`);
  return `${HEAD}<urlset ${SCHEMA}>\n${addresses.join("\n")}\n</urlset>\n`;
}

function index(origin: string, parts: number): string {
  const files = Array.from(
    { length: parts },
    (_, i) => `<sitemap><loc>${origin}/sitemap.xml?part=${i + 1}</loc></sitemap>`,
  );
  return `${HEAD}<sitemapindex ${SCHEMA}>\n${files.join("\n")}\n</sitemapindex>\n`;
}

async function lists(): Promise<string[]> {
  const pagesOfParts = await Promise.all(PARTS.map(({ sitemap }) => sitemap?.pages?.() ?? []));
  return [...pagesOfParts.flat(), ...(await publicPages()).map(({ slug }) => `/${slug}`)];
}

async function recordsOf(part: number) {
  if (!Number.isSafeInteger(part) || part < 1) return [];
  return (await Promise.all(RECORDS.map(({ slice }) => slice(PART_SIZE, (part - 1) * PART_SIZE)))).flat();
}
