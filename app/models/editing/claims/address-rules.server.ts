/** Compares an e-mail address with the address of a page. */
import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import type { LinkKind } from "~/models/records/experts/link-kinds";
import { onUse } from "~/services/on-use.server";

/** Knows the public suffix list. */
const tldts = onUse<typeof import("tldts")>("tldts");

const listed = (text: string) => new Set(text.split(/\s+/));

/** Public mailbox providers: an address there proves nothing about a page. */
const MAIL_PROVIDERS = listed(`gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com
  aol.com icloud.com me.com mac.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de mail.com mail.ru
  yandex.com yandex.ru qq.com 163.com 126.com sina.com zoho.com fastmail.com hey.com tutanota.com tuta.com t-online.de
  orange.fr free.fr laposte.net libero.it comcast.net verizon.net att.net mailinator.com guerrillamail.com yopmail.com`);

/** Anybody can write under these hosts. */
const WRITTEN_BY_MANY = listed(`linkedin.com facebook.com x.com twitter.com instagram.com threads.net bsky.app t.me
  tiktok.com youtube.com youtu.be vimeo.com reddit.com quora.com medium.com google.com github.com gitlab.com
  bitbucket.org stackoverflow.com stackexchange.com wikipedia.org wikidata.org wikimedia.org fandom.com
  researchgate.net academia.edu orcid.org openalex.org semanticscholar.org zenodo.org figshare.com osf.io doi.org
  crunchbase.com amazon.com goodreads.com imdb.com about.me linktr.ee patreon.com notion.so archive.org`);

/** Each subdomain is another person's, and the public suffix list does not say so. */
const SITES_OF_MANY = listed("wordpress.com tumblr.com weebly.com substack.com livejournal.com typepad.com ghost.io");

export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, "");
}

/** Tells whether others than the page's owner can write at its host. */
export function isWrittenByMany(url: string): boolean {
  const host = hostOf(url);
  return WRITTEN_BY_MANY.has(tldts().getDomain(host) ?? host) || SITES_OF_MANY.has(host);
}

/** The address with its domain in ASCII (RFC 5891), in lower case; null for an invalid address or mixed scripts. */
export function asciiAddress(email: string): string | null {
  const at = email.lastIndexOf("@");
  const domain = domainToASCII(email.slice(at + 1).trim());
  if (at < 1 || !domain || domainToUnicode(domain).split(".").some(mixesScripts)) return null;
  return `${email.slice(0, at).trim()}@${domain}`.toLowerCase();
}

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Cherokee}/u,
];

function mixesScripts(label: string): boolean {
  return SCRIPTS.filter((script) => script.test(label)).length > 1;
}

export interface Standing {
  /** The refusal in words for the claimant; "" if the address may be used. */
  refusal: string;
  /** Says that the host belongs to the domain of the address, and the domain to one owner. */
  isOwners: boolean;
}

/** Returns how an address in ASCII stands to a listed page. */
export function standingOf(email: string, { url, kind }: { url: string; kind: LinkKind }): Standing {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const host = hostOf(url).replace(/^www\./, "");
  const refuse = (refusal: string) => ({ refusal, isOwners: false });
  if (MAIL_PROVIDERS.has(tldts().getDomain(domain) ?? domain))
    return refuse("Everybody can have an address there. Please use one at the domain of the page.");
  if (isShared(domain) || isShared(host) || isIP(host) || isWrittenByMany(url))
    return refuse("Many people share this domain, so that an address there proves nothing. Please use another way.");
  if (registrable(domain) !== registrable(host))
    return refuse(`This address is not at the domain of the page, ${host}.`);
  const isParent = domain === host || host.endsWith(`.${domain}`);
  return { refusal: "", isOwners: kind === "own" && isParent && new URL(url).pathname === "/" };
}

function registrable(host: string): string | null {
  return tldts().getDomain(host, { allowPrivateDomains: true });
}

function isShared(host: string): boolean {
  return registrable(host) === null || SITES_OF_MANY.has(tldts().getDomain(host) ?? "");
}
