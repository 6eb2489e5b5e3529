import { siteSettings } from "~/models/base/settings/settings.server";
import { HOME } from "~/subject/home";
import { shareCard } from "./share-card.server";

/** Returns the link-preview image of pages about no single person. Its `png` throws "unavailable". */
export async function siteShareImage() {
  const { siteName } = await siteSettings();
  return shareCard({ title: HOME.title, kind: HOME.lead, siteName });
}
