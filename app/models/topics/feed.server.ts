import { facetListing } from "~/models/experts/facets";
import { feedOf } from "~/models/experts/feeds.server";
import { findTopic } from "./topics.server";

/** The newest experts of a topic as an Atom feed, with addresses under `origin`. Throws "missing". */
export async function topicFeed(origin: string, address: string): Promise<string> {
  const { slug, name } = await findTopic(address);
  return feedOf(origin, { page: `/topics/${slug}`, name, listing: facetListing("topic", slug) });
}
