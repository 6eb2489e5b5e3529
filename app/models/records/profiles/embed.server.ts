import { z } from "zod";
import { AppError } from "~/errors";
import { parse } from "~/models/base/input/validation.server";
import { shorten } from "~/models/base/markdown/plain-text.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { avatarSources } from "~/models/base/uploads/address";
import { shownImage } from "~/models/base/uploads/missing.server";
import { initials } from "~/models/base/web/urls";
import { findExpert } from "~/models/records/directory/experts.server";
import { ringsSvg } from "~/models/records/experts/rings";
import { EMBED, embedHtml } from "./embed";

export type EmbedCard = Awaited<ReturnType<typeof embedOf>>;

const AVATAR = 96;

/** Returns the card of a profile for other sites; `slug` is the present one. Throws missing, gone. */
export async function embedOf(address: string) {
  const { slug, name, title, longevityContribution, imageUrl, reviewedAt } = await findExpert(address);
  const image = shownImage(imageUrl);
  const photo = image && { ...(avatarSources(image, AVATAR) ?? { src: image }), side: AVATAR };
  const { siteName } = await siteSettings();
  const rings = photo ? null : { svg: ringsSvg(name, AVATAR), letters: initials(name) };
  return { slug, name, title, photo, rings, summary: shorten(longevityContribution, 150), reviewedAt, siteName };
}

const INVALID_SIZE = "maxwidth and maxheight are whole numbers of pixels, from 1 to 10,000.";
const size = z.coerce.number(INVALID_SIZE).int(INVALID_SIZE).min(1, INVALID_SIZE).max(10_000, INVALID_SIZE).optional();
const Query = z.object({ url: z.url("Send the address of a profile as url."), maxwidth: size, maxheight: size });

const DAY_SECONDS = 24 * 60 * 60;

/** Returns the rich type of https://oembed.com for the address of a profile. Throws invalid, missing, gone. */
export async function oembedOf(params: URLSearchParams, origin: string) {
  const param = (name: string) => params.get(name) ?? undefined;
  const query = { url: param("url"), maxwidth: param("maxwidth"), maxheight: param("maxheight") };
  const { url, maxwidth = EMBED.width, maxheight = EMBED.height } = parse(Query, query);
  const { origin: site, pathname } = new URL(url);
  if (site !== origin) throw new AppError("missing", "This address is on another site.");
  const { slug, name, siteName } = await embedOf(pathname.replace(/^\/(experts\/)?|\/$/g, ""));
  const box = { width: Math.min(EMBED.width, maxwidth), height: Math.min(EMBED.height, maxheight) };
  return {
    version: "1.0",
    type: "rich",
    title: name,
    provider_name: siteName,
    provider_url: `${origin}/`,
    cache_age: DAY_SECONDS,
    html: embedHtml({ origin, slug, name }, box),
    ...box,
  };
}
