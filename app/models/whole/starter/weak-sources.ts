/**
 * Recognises sites that are no valid sources: they copy other sites, have no known author, or belong to one person
 * without review.
 */

export type Weakness =
  | "a copy of an encyclopedia"
  | "a private wiki"
  | "a copy of somebody else’s document"
  | "a content farm"
  | "a private page or blog"
  | "a social network";

/** Sites, including all their subdomains. */
const SITES: Record<Weakness, Set<string>> = {
  "a copy of an encyclopedia": hosts(`knowpia.com profilpelajar.com theinfolist.com alchetron.com wikiwand.com kiddle.co
    dbpedia.org infogalactic.com justapedia.org newworldencyclopedia.org academickids.com self.gutenberg.org en-academic.com
    deacademic.com academic-accelerator.com everipedia.org citizendium.org golden.com handwiki.org p2k.unkris.ac.id`),
  "a private wiki": hosts("archania.org fandom.com wikia.com miraheze.org pbworks.com wikidot.com"),
  "a copy of somebody else’s document": hosts(`docslib.org docsbay.net studylib.net pdfslide.net paperzz.com 123docz.net
    scribd.com everand.com vdoc.pub dokumen.pub pressreader.com inkl.com podscripts.co slideshare.net coursehero.com
    yumpu.com docplayer.net academia.edu sci-hub.se annas-archive.org paperdigest.org ablesci.com peeref.com medworm.com`),
  "a content farm":
    hosts(`peoplepill.com prabook.com thefamouspeople.com famousbirthdays.com podcastnotes.org stockhouse.com
    bondwaresite.com headline.pk microfinancemonitor.com gain.health liveforever.club honehealth.com mynews24x7.in leanin.org
    prohealth.com buzzle.com ezinearticles.com hubpages.com`),
  "a private page or blog":
    hosts(`medium.com substack.com wordpress.com blogger.com tumblr.com livejournal.com weebly.com
    wixsite.com tim.blog github.io gitlab.io netlify.app vercel.app pages.dev web.app herokuapp.com notion.site
    sites.google.com neocities.org angelfire.com tripod.com creaders.net`),
  "a social network": hosts(
    "reddit.com quora.com facebook.com x.com twitter.com linkedin.com instagram.com tiktok.com",
  ),
};

/** Matches the blogs of one service in all countries. */
const BLOG = /(?:^|\.)blogspot\.[a-z.]+$/;

/** Wikimedia's own sites, and wikis whose articles have named authors and a review. */
const ENCYCLOPEDIAS = hosts("wikipedia.org wikidata.org wikimedia.org wiktionary.org wikisource.org scholarpedia.org");
/** Matches names such as knowpedia, findatwiki and wiki.example, but not encyclopedia or enciclopedia. */
const WIKI_NAME = /wiki|(?<!en[cs][iy]clo)pedia/;
/** Matches paths of mirrors: /wiki/, /knowpedia/, /wikipedia_en_all/. */
const WIKI_PATH = /\/(?:wiki|[a-z_]*wiki[a-z_]*|[a-z]*pedia[a-z_]*)(?:\/|$)|wikipedia/;

/** Returns why a page is no valid source; null if it may be one. */
export function weaknessOf(address: string): Weakness | null {
  const { hostname, pathname } = new URL(address);
  const isAt = (sites: Set<string>) => {
    const parts = hostname.split(".");
    return parts.some((_, index) => sites.has(parts.slice(index).join(".")));
  };
  if (isAt(ENCYCLOPEDIAS)) return null;
  const listedWeakness = (Object.keys(SITES) as Weakness[]).find((weakness) => isAt(SITES[weakness]));
  if (listedWeakness) return listedWeakness;
  if (BLOG.test(hostname)) return "a private page or blog";
  if (WIKI_NAME.test(hostname)) return "a private wiki";
  return WIKI_PATH.test(pathname.toLowerCase()) ? "a copy of an encyclopedia" : null;
}

function hosts(text: string): Set<string> {
  return new Set(text.split(/\s+/));
}
