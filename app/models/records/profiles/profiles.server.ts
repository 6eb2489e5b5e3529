import { renderMarkdown } from "~/models/base/markdown/markdown.server";
import { shorten } from "~/models/base/markdown/plain-text.server";
import { placeName } from "~/models/base/places/places.server";
import { siteSettings } from "~/models/base/settings/settings.server";
import { shareImage } from "~/models/base/uploads/address";
import { shownImage } from "~/models/base/uploads/missing.server";
import {
  type Highlight,
  parseBook,
  parseHighlight,
  parseReferenceLink,
  perplexityUrl,
} from "~/models/base/web/entry-lines";
import { firstGivenName, httpUrl, initials } from "~/models/base/web/urls";
import { groupWorks, workKey, workUrl } from "~/models/base/web/work-addresses";
import { type ArticleSummary, articlesOfExpert } from "~/models/records/articles/articles.server";
import { toCards } from "~/models/records/directory/cards.server";
import { findExpert, relatedExperts } from "~/models/records/directory/experts.server";
import type { Evidence } from "~/models/records/evidence/evidence";
import { evidenceOfExpert } from "~/models/records/evidence/evidence.server";
import { Footnotes } from "~/models/records/evidence/footnotes";
import { shownHighlights } from "~/models/records/evidence/sourced.server";
import type { Expert } from "~/models/records/experts/expert.server";
import { PROFILE_FIELDS } from "~/models/records/experts/fields";
import { identifiersOf, identifierUrl } from "~/models/records/experts/identifiers";
import { institutionOf, shownInstitution } from "~/models/records/experts/institution";
import { type KindOfLink, LINK_KINDS, linksWithKinds } from "~/models/records/experts/link-kinds";
import { asOf, isPresent, parsePosition, yearsOfPosition } from "~/models/records/experts/positions";
import { ringsOf } from "~/models/records/experts/rings";
import { currentTopics, type Topic } from "~/models/records/experts/topics.server";
import { linkFrom, type Player, playerFrom } from "~/models/records/experts/video-embeds";
import { portraitAt } from "~/models/records/images/credits.server";
import { shareCard } from "~/models/records/images/share-card.server";
import { categoryByKey, categoryLabel } from "~/models/records/listings/categories";
import { wasModelUsed } from "~/models/records/provenance/provenance.server";
import { type PublicWork, publicWorks } from "~/models/records/works/works.server";
import { mailIsConfigured } from "~/services/mailer.server";
import { claimOf, takesQuestions } from "./holders.server";

const MAX_VIDEOS = 4;
const MAX_RELATED = 4;
const MAX_LINKED_ARTICLES = 24;
const MAX_OTHER_ARTICLES = 5;

export type Profile = Awaited<ReturnType<typeof profileOf>>;
/** A player to load on demand, or a plain link for an unknown embed. */
export type Video = { player: Player } | { link: string };

export async function profileOf(expert: Expert) {
  const [linkedArticles, otherArticles, relatedCards, withAi, evidence, works, claim, acceptsQuestions, portrait] =
    await Promise.all([
      articlesOfExpert(expert.id, { onProfile: true, limit: MAX_LINKED_ARTICLES }),
      articlesOfExpert(expert.id, { onProfile: false, limit: MAX_OTHER_ARTICLES }),
      relatedExperts(expert, MAX_RELATED).then((experts) => toCards(experts)),
      wasModelUsed(expert.id, expert),
      evidenceOfExpert(expert.id),
      publicWorks(expert.id),
      claimOf(expert.id),
      takesQuestions(expert.id),
      portraitAt(expert.imageUrl),
    ]);
  const footnotes = new Footnotes({ ...expert }, [...evidence, ...sourcesOfPositions(expert.positions, evidence)]);
  return {
    ...headOf(expert, footnotes, await currentTopics()),
    ...textsOf(expert, footnotes),
    linkedArticles: linkedArticles.map(toArticleLink),
    articles: otherArticles.map(toArticleLink),
    links: linksWithKinds(expert.referenceLinks, expert.linkKinds).map(toShownLink),
    works: groupWorks(works).map((list) => ({ ...list, works: list.works.map(toShownWork) })),
    identifiers: identifiersOf(expert),
    related: relatedCards,
    starter: expert.origin === "starter",
    ...(withAi && { withAi }),
    sources: expert.sources.map((text) => parseReferenceLink(text) ?? { label: text, url: null }),
    updatedAt: expert.updatedAt,
    reviewedAt: expert.reviewedAt,
    ...(claim.confirmedAt && { confirmedAt: claim.confirmedAt }),
    ...(mailIsConfigured && acceptsQuestions && { takesQuestions: true }),
    ...footnotes.pageData(),
    ...(portrait?.credit && { photoCredit: portrait.credit }),
  };
}

function headOf(expert: Expert, footnotes: Footnotes, topics: Topic[]) {
  const image = shownImage(expert.imageUrl);
  return {
    slug: expert.slug,
    name: expert.name,
    title: expert.title,
    titleMarks: footnotes.citeTitle("title", expert.title),
    positions: positionsOf(expert).map(({ entry, place, asOf, assertedBy, ror: _ror, ...position }) => ({
      ...position,
      about: [place, asOf, assertedBy && `according to ${assertedBy}`].filter(Boolean).join(" · "),
      marks: footnotes.citeTitle("positions", entry),
    })),
    present: presentPosition(expert, footnotes),
    summary: shorten(
      [expert.title && `${expert.title}.`, expert.longevityContribution || expert.name].join(" ").trim(),
      160,
    ),
    image,
    shareImage: shareImageOf(image, expert.slug),
    fields: expert.categories.map((key) => ({ key, label: categoryLabel(key), path: categoryPath(key) })),
    topics: expert.topics.flatMap((slug) => {
      const topic = topics.find((topic) => topic.slug === slug);
      return topic ? [{ slug, name: topic.name }] : [];
    }),
    calledName: firstGivenName(expert.name),
    askUrl: httpUrl(expert.customGptUrl),
    searchUrl: perplexityUrl(expert.name),
    institution: institutionOf(expert),
    years: yearsOf(expert),
    ...unchangedFields(expert),
  };
}

/**
 * Returns the sources of positions as references. A text that rests on the same page shares the reference. The day of the
 * check stands beside the position.
 */
function sourcesOfPositions(entries: string[], evidence: Evidence[]): Evidence[] {
  return entries.flatMap((entry, index): Evidence[] => {
    const { source } = parsePosition(entry);
    if (!source) return [];
    const existingReference = evidence.find(
      (evidence) => evidence.kind === "reference" && evidence.source?.url === source.url,
    );
    const emptyTexts = { quote: "", context: "", keptBy: "", reason: "", opinion: null, checkedBy: "" };
    const undatedSource = { source: { ...source, retrievedAt: "", textHash: "" }, checkedAt: "", createdAt: "" };
    const reference: Evidence = {
      id: "",
      kind: "reference",
      field: "",
      sentence: "",
      status: "supported",
      ...emptyTexts,
      ...undatedSource,
    };
    return [{ ...reference, ...existingReference, id: `position-${index}`, field: "positions", sentence: entry }];
  });
}

/** Returns the positions as a profile shows them. Callers number the references in the order of the page. */
function positionsOf({ positions }: Expert) {
  return positions.map((entry) => {
    const position = parsePosition(entry);
    const { role, institution, city, country } = position;
    return {
      entry,
      role,
      institution: institution.name,
      page: institution.url,
      ror: institution.ror,
      place: placeName({ city, country }),
      years: yearsOfPosition(position),
      asOf: asOf(position),
      assertedBy: position.assertedBy,
      disputed: position.disputed,
      isPresent: isPresent(position),
    };
  });
}

function unchangedFields(expert: Expert): Pick<Expert, (typeof PROFILE_FIELDS)[number]> {
  return Object.fromEntries(PROFILE_FIELDS.map((field) => [field, expert[field]])) as never;
}

function categoryPath(key: string): string {
  const category = categoryByKey(key);
  return category ? `/directory/${category.slug}` : "/directory";
}

/** Returns the present position, without a role that the title already says; null if nothing is known. */
function presentPosition(expert: Expert, footnotes: Footnotes) {
  const place = placeName(expert);
  const currentPosition = positionsOf(expert).find(({ isPresent, institution }) => isPresent && institution);
  if (currentPosition) {
    const { role, institution: name, page, ror, asOf } = currentPosition;
    const marks = footnotes.citeTitle("positions", currentPosition.entry);
    const isInTitle = expert.title.includes(role) && expert.title.includes(name);
    const registerUrl = ror && identifierUrl("ror", ror);
    return {
      role: isInTitle ? "" : role,
      name,
      ...institutionPages(page, registerUrl),
      place: currentPosition.place || place,
      asOf,
      marks,
    };
  }
  const otherInstitution = shownInstitution(expert);
  if (!otherInstitution)
    return place ? { role: "", name: "", ...institutionPages("", ""), place, asOf: "", marks: [] } : null;
  const registerUrl = otherInstitution.ror && identifierUrl("ror", otherInstitution.ror);
  return { role: "", name: otherInstitution.name, ...institutionPages("", registerUrl), place, asOf: "", marks: [] };
}

/** Returns the institution's own page, otherwise its entry in the register; the entry is added if both are known. */
function institutionPages(page: string, entry: string) {
  return { page: page || entry, entry: page && page !== entry ? entry : "" };
}

/** Returns "1928–2024", "Born 1949", or "". */
function yearsOf({ born, died }: Expert): string {
  if (born && died) return `${born}–${died}`;
  return born ? `Born ${born}` : died && `Died ${died}`;
}

/** Returns the texts in the order of the page and its footnotes. */
function textsOf(expert: Expert, footnotes: Footnotes) {
  const isNotNull = <T>(value: T | null): value is T => value !== null;
  return {
    interview: interviewOf(expert, footnotes),
    product: productOf(expert, footnotes),
    contribution: footnotes.cite("longevityContribution", expert.longevityContribution),
    biography: footnotes.html(renderMarkdown(footnotes.inMarkdown("biography", expert.biography))),
    videos: expert.youtubeEmbeds.map(videoFrom).filter(isNotNull).slice(0, MAX_VIDEOS),
    books: booksOf(expert, footnotes),
    highlights: highlightsOf(expert, footnotes),
  };
}

function shareImageOf(image: string | null, slug: string): { src: string; width?: number; height?: number } {
  if (!image) return { src: `/${slug}/share.png`, width: 1200, height: 630 };
  return shareImage(image) ?? { src: image };
}

/** Returns the link-preview image of an expert without a photograph, and the present slug. Throws "missing"; its `png` throws "unavailable". */
export async function profileShareImage(address: string) {
  const { name, title, slug } = await findExpert(address);
  const { siteName } = await siteSettings();
  const tile = { text: initials(name), rings: ringsOf(name) };
  return { slug, ...shareCard({ title: name, kind: title, siteName, tile }) };
}

function toShownWork(work: PublicWork) {
  const { title, year, venue, retracted } = work;
  const about = [venue, year].filter(Boolean).join(", ");
  return { id: workKey(work), title, about, retracted: retracted === true, url: workUrl(work) };
}

function toArticleLink({ slug, title, excerpt }: ArticleSummary) {
  return { slug, title, text: shorten(excerpt, 160) };
}

function videoFrom(html: string): Video | null {
  const player = playerFrom(html);
  if (player) return { player };
  const link = linkFrom(html);
  return link ? { link } : null;
}

function interviewOf(expert: Expert, footnotes: Footnotes) {
  const interview = {
    title: expert.longevityInterviewTitle,
    video: videoFrom(expert.longevityInterviewVideoEmbed),
    poster: shownImage(expert.longevityInterviewImageUrl),
    notesUrl: httpUrl(expert.longevityInterviewDownloadNotesUrl),
    shortDescription: footnotes.cite("longevityInterviewShortDescription", expert.longevityInterviewShortDescription),
    longDescription: footnotes.cite("longevityInterviewLongDescription", expert.longevityInterviewLongDescription),
  };
  return Object.values(interview).some(isFilled) ? interview : null;
}

function highlightsOf(expert: Expert, footnotes: Footnotes) {
  return shownHighlights(expert.scienceHighlights).map((entry) => {
    const { url: searchUrl, ...highlight } = parseHighlight(entry, expert.name) as Highlight;
    const marks = footnotes.citeEntry("scienceHighlights", entry);
    const url = footnotes.addressOf(marks);
    return { ...highlight, marks, url: url ?? searchUrl, isSearch: url === undefined };
  });
}

/** Returns the books. A title is no sentence, so a title without a source is no gap. */
function booksOf(expert: Expert, footnotes: Footnotes) {
  return expert.books.flatMap((entry) => {
    const book = parseBook(entry, expert.name);
    return book ? [{ ...book, marks: footnotes.citeTitle("books", entry) }] : [];
  });
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

function productOf(expert: Expert, footnotes: Footnotes) {
  const product = {
    title: expert.productTitle,
    image: shownImage(expert.productImageUrl),
    description: footnotes.cite("productDescription", expert.productDescription),
    buttonText: expert.productButtonText,
    buttonUrl: httpUrl(expert.productButtonUrl),
  };
  return product.title || isFilled(product.description) || product.image || product.buttonUrl ? product : null;
}

/** Returns a link with its host, and with its kind unless that is the most common one. */
function toShownLink({ title, url, kind }: KindOfLink) {
  const host = new URL(url).hostname.replace(/^www\./, "");
  return { title, url, kind, about: [kind !== "about" && LINK_KINDS[kind], host].filter(Boolean).join(" · ") };
}
