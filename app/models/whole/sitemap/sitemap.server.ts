import { publicPages } from "~/models/whole/pages/pages.server";
import { PARTS } from "~/models/whole/parts.server";

const PART_SIZE = 10_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const RECORDS = PARTS.flatMap(({ sitemap }) => sitemap?.records ?? []);

/** Returns the sitemap with every public page; if the directory is larger than one part, an index of parts. */
export async function sitemap(origin: string, part: number): Promise<string> {
  const counts = await Promise.all(RECORDS.map(({ count }) => count()));
  const partCount = Math.max(1, Math.ceil(Math.max(...counts) / PART_SIZE));
  if (Number.isNaN(part) && partCount > 1) return indexOfParts(origin, partCount);
  const number = Number.isNaN(part) ? 1 : part;
  const pages = number === 1 ? await listPages() : [];
  const addresses = pages.map((path) => `<url><loc>${origin}${path}</loc></url>`);
  for (const { path, updatedAt } of await recordsOf(number))
    addresses.push(`<url><loc>${origin}${path}</loc><lastmod>${updatedAt.slice(0, 10)}</lastmod></url>`);
  return `${HEAD}<urlset ${SCHEMA}>\n${addresses.join("\n")}\n</urlset>\n`;
}

function indexOfParts(origin: string, partCount: number): string {
  const files = Array.from(
    { length: partCount },
    (_, i) => `<sitemap><loc>${origin}/sitemap.xml?part=${i + 1}</loc></sitemap>`,
  );
  return `${HEAD}<sitemapindex ${SCHEMA}>\n${files.join("\n")}\n</sitemapindex>\n`;
}

async function listPages(): Promise<string[]> {
  const pagesOfParts = await Promise.all(PARTS.map(({ sitemap }) => sitemap?.pages?.() ?? []));
  return [...pagesOfParts.flat(), ...(await publicPages()).map(({ slug }) => `/${slug}`)];
}

async function recordsOf(part: number) {
  if (!Number.isSafeInteger(part) || part < 1) return [];
  return (await Promise.all(RECORDS.map(({ slice }) => slice(PART_SIZE, (part - 1) * PART_SIZE)))).flat();
}
