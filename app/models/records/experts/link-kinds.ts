import { completeAddress } from "~/models/base/web/entered-url";
import { parseReferenceLink } from "~/models/base/web/entry-lines";
import { httpUrl } from "~/models/base/web/urls";

/** Kinds of reference links, by the owner of the page. */
export const LINK_KINDS = {
  about: "About or by the person",
  own: "Own page",
  profile: "Institution's profile of the person",
} as const;

export type LinkKind = keyof typeof LINK_KINDS;

export interface KindOfLink {
  title: string;
  url: string;
  kind: LinkKind;
}

/** Returns the kind in `kind|url`; null without a known kind. */
export function parseLinkKind(entry: string): { kind: LinkKind; url: string } | null {
  const bar = entry.indexOf("|");
  const kind = entry.slice(0, Math.max(0, bar)).trim();
  return Object.hasOwn(LINK_KINDS, kind) ? { kind: kind as LinkKind, url: entry.slice(bar + 1).trim() } : null;
}

/** Returns the links that can be opened, each with its kind, whether or not its address was completed since it was typed. */
export function linksWithKinds(referenceLinks: string[], linkKinds: string[]): KindOfLink[] {
  const kinds = new Map(
    linkKinds
      .toReversed()
      .map(parseLinkKind)
      .map((entry) => [entry && keyOf(entry.url), entry?.kind]),
  );
  return referenceLinks.flatMap((text) => {
    const link = parseReferenceLink(text);
    return link ? [{ title: link.label, url: link.url, kind: kinds.get(keyOf(link.url)) ?? "about" }] : [];
  });
}

function keyOf(url: string): string | null {
  return httpUrl(completeAddress(url));
}

/** Returns an entry for each present link of a kind other than "about", in the order of the links. */
export function tidyLinkKinds(referenceLinks: string[], linkKinds: string[]): string[] {
  const links = linksWithKinds(referenceLinks, linkKinds).filter(({ kind }) => kind !== "about");
  return [...new Set(links.map(({ kind, url }) => `${kind}|${url}`))];
}
