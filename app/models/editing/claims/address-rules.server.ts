/** Compares an email address with the address of a page. */
import { isIP } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import type { LinkKind } from "~/models/records/experts/link-kinds";
import { lazyPackage } from "~/services/lazy-package.server";

/** Loads the package with the public suffix list on first use. */
const tldts = lazyPackage<typeof import("tldts")>("tldts");

const wordSet = (text: string) => new Set(text.split(/\s+/));

/** Mailbox providers that are open to everybody: an address there proves nothing about a page. */
const MAIL_PROVIDERS = wordSet(`gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com
  aol.com icloud.com me.com mac.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de mail.com mail.ru
  yandex.com yandex.ru qq.com 163.com 126.com sina.com zoho.com fastmail.com hey.com tutanota.com tuta.com t-online.de
  orange.fr free.fr laposte.net libero.it comcast.net verizon.net att.net mailinator.com guerrillamail.com yopmail.com`);

/** Anybody can write under these hosts. */
const SHARED_HOSTS = wordSet(`linkedin.com facebook.com x.com twitter.com instagram.com threads.net bsky.app t.me
  tiktok.com youtube.com youtu.be vimeo.com reddit.com quora.com medium.com google.com github.com gitlab.com
  bitbucket.org stackoverflow.com stackexchange.com wikipedia.org wikidata.org wikimedia.org fandom.com
  researchgate.net academia.edu orcid.org openalex.org semanticscholar.org zenodo.org figshare.com osf.io doi.org
  crunchbase.com amazon.com goodreads.com imdb.com about.me linktr.ee patreon.com notion.so archive.org`);

/** Hosts whose subdomains belong to different people, and which the public suffix list lacks. */
const SITES_OF_MANY = wordSet("wordpress.com tumblr.com weebly.com substack.com livejournal.com typepad.com ghost.io");

export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, "");
}

/** Tells whether others than the page's owner can publish at its host. */
export function hasManyAuthors(url: string): boolean {
  const host = hostOf(url);
  return SHARED_HOSTS.has(tldts().getDomain(host) ?? host) || SITES_OF_MANY.has(host);
}

/** Returns the address in lower case with its domain in ASCII (RFC 5891); null for an invalid address or mixed scripts. */
export function asciiAddress(email: string): string | null {
  const index = email.lastIndexOf("@");
  const domain = domainToASCII(email.slice(index + 1).trim());
  if (index < 1 || !domain || domainToUnicode(domain).split(".").some(mixesScripts)) return null;
  return `${email.slice(0, index).trim()}@${domain}`.toLowerCase();
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

export interface AddressCheck {
  /** The reason for the claimant why the address is refused; "" if it may be used. */
  refusal: string;
  /** True if the page is the home page of a host within the address's domain, so that one owner has both. */
  isOwnersAddress: boolean;
}

/** Checks whether an address, given in ASCII, may prove the ownership of a listed page. */
export function checkAddress(email: string, { url, kind }: { url: string; kind: LinkKind }): AddressCheck {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  const host = hostOf(url).replace(/^www\./, "");
  const refuse = (refusal: string) => ({ refusal, isOwnersAddress: false });
  if (MAIL_PROVIDERS.has(tldts().getDomain(domain) ?? domain))
    return refuse("Everybody can have an address there. Please use one at the domain of the page.");
  if (isShared(domain) || isShared(host) || isIP(host) || hasManyAuthors(url))
    return refuse("Many people share this domain, so that an address there proves nothing. Please use another way.");
  if (registrableDomain(domain) !== registrableDomain(host))
    return refuse(`This address is not at the domain of the page, ${host}.`);
  const isParent = domain === host || host.endsWith(`.${domain}`);
  return { refusal: "", isOwnersAddress: kind === "own" && isParent && new URL(url).pathname === "/" };
}

function registrableDomain(host: string): string | null {
  return tldts().getDomain(host, { allowPrivateDomains: true });
}

function isShared(host: string): boolean {
  return registrableDomain(host) === null || SITES_OF_MANY.has(tldts().getDomain(host) ?? "");
}
