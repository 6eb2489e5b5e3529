import { readDb } from "~/db.server";
import { articleCounts, isPublic } from "~/models/records/articles/articles.server";
import { currentTopics } from "~/models/records/experts/topics.server";
import { categories } from "~/models/records/listings/categories";
import { EVERYONE, isListed, listingCounts } from "~/models/records/listings/listing.server";
import { publicPages } from "~/models/whole/pages/pages.server";

const PART = 10_000;
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** The sitemap: every public page, or, where the directory is larger than one part, an index of parts. */
export async function sitemap(origin: string, part: number): Promise<string> {
  const [experts, articles] = await Promise.all([listingCounts(), articleCounts()]);
  const parts = Math.max(1, Math.ceil(Math.max(experts[EVERYONE] ?? 0, articles[""] ?? 0) / PART));
  if (Number.isNaN(part) && parts > 1) return index(origin, parts);
  const number = Number.isNaN(part) ? 1 : part;
  const lists = ["/", "/directory", "/articles", "/dataset", ...categories.map(({ slug }) => `/directory/${slug}`)];
  const topics = (await currentTopics()).map(({ slug }) => `/topics/${slug}`);
  const pages = [
    ...(topics.length > 0 ? ["/topics", ...topics] : []),
    ...(await publicPages()).map(({ slug }) => `/${slug}`),
  ];
  const addresses = (number === 1 ? [...lists, ...pages] : []).map((path) => `<url><loc>${origin}${path}</loc></url>`);
  for (const { slug, updatedAt } of await profiles(number)) {
    addresses.push(`<url><loc>${origin}/${slug}</loc><lastmod>${updatedAt.slice(0, 10)}</lastmod></url>`);
  }
  for (const { slug, updatedAt } of await articleAddresses(number)) {
    addresses.push(`<url><loc>${origin}/articles/${slug}</loc><lastmod>${updatedAt.slice(0, 10)}</lastmod></url>`);
  }
  return `${HEAD}<urlset ${SCHEMA}>\n${addresses.join("\n")}\n</urlset>\n`;
}

function index(origin: string, parts: number): string {
  const files = Array.from(
    { length: parts },
    (_, i) => `<sitemap><loc>${origin}/sitemap.xml?part=${i + 1}</loc></sitemap>`,
  );
  return `${HEAD}<sitemapindex ${SCHEMA}>\n${files.join("\n")}\n</sitemapindex>\n`;
}

async function articleAddresses(part: number) {
  if (!Number.isSafeInteger(part) || part < 1) return [];
  return readDb
    .selectFrom("articles")
    .$call(isPublic)
    .select(["slug", "updatedAt"])
    .orderBy("publishedAt")
    .orderBy("rowId")
    .limit(PART)
    .offset((part - 1) * PART)
    .execute();
}

async function profiles(part: number) {
  if (!Number.isSafeInteger(part) || part < 1) return [];
  return readDb
    .selectFrom("experts")
    .select(["slug", "updatedAt"])
    .where("deletedAt", "is", null)
    .where(isListed)
    .orderBy("rowId")
    .limit(PART)
    .offset((part - 1) * PART)
    .execute();
}
