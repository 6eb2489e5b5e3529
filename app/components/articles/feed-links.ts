import type { MetaDescriptor } from "@remix-run/node";
import { ATOM_PATH, JSON_FEED_PATH } from "~/models/records/articles/public";

export function articleFeedLinks(siteName: string): MetaDescriptor[] {
  const link = { tagName: "link", rel: "alternate", title: `Articles | ${siteName}` };
  return [
    { ...link, type: "application/atom+xml", href: ATOM_PATH },
    { ...link, type: "application/feed+json", href: JSON_FEED_PATH },
  ];
}
