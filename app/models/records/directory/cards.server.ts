import { labelOfField, type Marks } from "~/db.server";
import { shorten } from "~/models/base/markdown/plain-text.server";
import { countryName } from "~/models/base/places/places.server";
import { shownImage } from "~/models/base/uploads/missing.server";
import { currentTopics } from "~/models/records/experts/topics.server";
import { categoryLabel } from "~/models/records/listings/categories";
import type { CardSource } from "./experts.server";
import { excerptAround, type Marked, type Match, marker } from "./matches.server";

export type { Marked };

export interface ExpertCard {
  slug: string;
  name: string;
  markedName?: string[];
  title: Marked;
  /** The beginning of the contribution, or the line of the profile that explains the match. */
  text: Marked;
  /** Missing if the card shows initials. */
  image?: string;
  /** The country of work, or the city if no country is known. */
  place?: string;
  /** The field of work: the name of the first topic, otherwise of the first category. */
  field?: string;
  featured?: true;
  /** Says that a sentence of the profile has no source. */
  unsourced?: true;
}

/** The number of characters that fit into the three lines of a card's text. */
const TEXT_LENGTH = 92;

/**
 * Returns cards in the order of `experts`. `marks` are the words to mark; `match` is the line that replaces the
 * contribution.
 */
export async function toCards(
  experts: (CardSource & { match?: Match | null })[],
  marks: Marks = [],
): Promise<ExpertCard[]> {
  const mark = marker(marks);
  const topicNames = new Map((await currentTopics()).map(({ slug, name }) => [slug, name]));
  const shortenText = (text: string) => (marks.length ? excerptAround(text, mark, TEXT_LENGTH) : beginningOf(text));
  return experts.map((expert) => {
    const name = mark(expert.name);
    const image = shownImage(expert.imageUrl);
    const { match } = expert;
    const field = fieldOfWork(expert, topicNames);
    const place = placeText(expert);
    return {
      slug: expert.slug,
      name: expert.name,
      ...(Array.isArray(name) && { markedName: name }),
      title: mark(expert.title),
      text:
        match && match.field !== "place"
          ? withLabel(match, mark(shortenText(match.text)))
          : mark(shortenText(expert.longevityContribution)),
      ...(image && { image }),
      ...(field && { field }),
      ...(place && { place }),
      ...(expert.featured && { featured: true as const }),
      ...(!expert.isSourced && expert.longevityContribution && { unsourced: true as const }),
    };
  });
}

/** Returns as many complete sentences as fit, otherwise as many words as fit. */
function beginningOf(text: string): string {
  const shortText = shorten(text, TEXT_LENGTH);
  if (!shortText.endsWith("…")) return shortText;
  const lastEnd = Array.from(shortText.matchAll(SENTENCE_END)).at(-1);
  const sentences = lastEnd ? shortText.slice(0, lastEnd.index + lastEnd[0].length) : "";
  return sentences.length > TEXT_LENGTH / 2 ? sentences : shortText.replace(/ \p{Lu}\.…$/u, "…");
}

/** Matches the end of a sentence before another one: after a word or a year, not after an initial or an abbreviation. */
const SENTENCE_END = /(?:\p{L}{4}|\p{N}{4})["”’)]?[.!?](?= \p{Lu})/gu;

function fieldOfWork({ topics, categories }: CardSource, topicNames: Map<string, string>): string | undefined {
  const [topic] = JSON.parse(topics) as string[];
  const [category] = JSON.parse(categories) as string[];
  return topicNames.get(topic ?? "") ?? (category && categoryLabel(category));
}

/** Returns the country, or the city if no country is known: a card has no room for both. */
function placeText({ city, country }: { city: string; country: string }): string {
  return (country && countryName(country)) || city;
}

function withLabel({ field }: Match, text: Marked): Marked {
  const label = labelOfField(field);
  if (!label) return text;
  const [firstPiece = "", ...otherPieces] = typeof text === "string" ? [text] : text;
  return otherPieces.length > 0 ? [`${label}: ${firstPiece}`, ...otherPieces] : `${label}: ${firstPiece}`;
}
