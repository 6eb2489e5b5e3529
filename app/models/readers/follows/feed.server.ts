import { readDb } from "~/db.server";
import { type FeedFormat, writeFeed } from "~/models/base/feeds/feeds.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { findExpert } from "~/models/records/directory/experts.server";
import { newsOf } from "./news.server";

const MAX_ENTRIES = 20;

/**
 * Returns the news of a person as a feed with addresses under `origin`, and the slug of the person. Throws "missing",
 * "gone".
 */
export async function personFeed(
  origin: string,
  address: string,
  format: FeedFormat,
): Promise<{ slug: string; body: string }> {
  const expert = await findExpert(address);
  const { id, slug, name } = expert;
  const { siteName } = await siteSettings();
  const row = await readDb.selectFrom("experts").select("rowId").where("id", "=", id).executeTakeFirst();
  const news = row ? await newsOf({ ...expert, rowId: row.rowId }, MAX_ENTRIES) : [];
  const entries = news.map(({ key, kind, title, url, summary, at }) => ({
    id: `tag:${new URL(origin).hostname},2024:${key}`,
    url: url.startsWith("/") ? origin + url : url,
    title,
    summary,
    terms: [kind],
    publishedAt: at,
    updatedAt: at,
  }));
  const head = { title: `${name} | ${siteName}`, author: siteName, origin, page: `/${slug}` };
  return { slug, body: writeFeed(head, entries, format) };
}
