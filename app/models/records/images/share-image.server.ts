import { siteSettings } from "~/models/base/settings/settings.server";
import { HOME } from "~/subject/home";
import { shareCard } from "./share-card.server";

/** The link-preview image of pages that are about nobody in particular. Its `png` throws "unavailable". */
export async function siteShareImage() {
  const { siteName } = await siteSettings();
  return shareCard({ title: HOME.title, kind: HOME.lead, siteName });
}
