import type { FeedFormat } from "~/models/base/feeds/feeds.server";
import { facetListing } from "~/models/records/listings/facets";
import { findTopic } from "~/models/records/topics/topics.server";
import { feedOf } from "./feeds.server";

/** Returns the newest experts of a topic as a feed, with addresses under `origin`. Throws "missing". */
export async function topicFeed(origin: string, address: string, format: FeedFormat): Promise<string> {
  const { slug, name } = await findTopic(address);
  return feedOf(origin, { page: `/topics/${slug}`, name, listing: facetListing("topic", slug) }, format);
}
