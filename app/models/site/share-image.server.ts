import { shareCard } from "~/models/images/share-card.server";
import { HOME } from "~/subject/home";
import { siteSettings } from "./settings.server";

/** The link-preview image of pages that are about nobody in particular. Its `png` throws "unavailable". */
export async function siteShareImage() {
  const { siteName } = await siteSettings();
  return shareCard({ title: HOME.title, kind: HOME.lead, siteName });
}
