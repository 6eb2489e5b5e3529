import { AppError } from "~/errors";
import { atom } from "~/models/site/atom.server";
import { siteSettings } from "~/models/site/settings.server";
import { plainText } from "~/models/text/plain-text.server";
import { categoryBySlug, categoryLabel } from "./categories";
import { summariesByRowId } from "./experts.server";
import { EVERYONE, newestRowIds } from "./listing.server";

const ENTRIES = 20;

/** The newest experts, of one category if `slug` is given, with addresses under `origin`. Throws "missing". */
export async function expertFeed(origin: string, slug?: string): Promise<string> {
  const category = slug === undefined ? null : categoryBySlug(slug);
  if (category === undefined) throw new AppError("missing", "There is no category at this address.");
  const page = category ? `/directory/${category.slug}` : "/directory";
  return feedOf(origin, { page, name: category?.label ?? "Expert Directory", listing: category?.key ?? EVERYONE });
}

interface FedList {
  /** The path of its page. */
  page: string;
  name: string;
  listing: string;
}

/** The newest experts of a listing as an Atom feed. */
export async function feedOf(origin: string, { page, name, listing }: FedList): Promise<string> {
  const { siteName } = await siteSettings();
  const title = `${name} | ${siteName}`;
  const experts = await summariesByRowId(await newestRowIds(listing, ENTRIES));
  const entries = experts.map((expert) => ({
    id: `tag:${new URL(origin).hostname},2024:expert/${expert.id}`,
    url: `${origin}/${expert.slug}`,
    title: expert.name,
    summary: plainText(`${expert.title}. ${expert.longevityContribution}`, 300),
    terms: expert.categories.map(categoryLabel),
    publishedAt: expert.createdAt,
    updatedAt: expert.updatedAt,
  }));
  return atom({ title, author: siteName, origin, path: `${page}/feed.xml`, page }, entries);
}
