import { labelOfField, type Marks } from "~/db.server";
import { shortened } from "~/models/base/markdown/plain-text.server";
import { countryName } from "~/models/base/places/places.server";
import { shownImage } from "~/models/base/uploads/missing.server";
import { currentTopics } from "~/models/records/experts/topics.server";
import { categoryLabel } from "~/models/records/listings/categories";
import type { CardSource } from "./experts.server";
import { around, type Marked, type Match, marker } from "./matches.server";

export type { Marked };

export interface ExpertCard {
  slug: string;
  name: string;
  markedName?: string[];
  title: Marked;
  text: Marked;
  /** Without one, cards show initials. */
  image?: string;
  /** Where they are: "Cologne, Germany". */
  place?: string;
  /** The name of their first topic, else of their first category. */
  field?: string;
  featured?: true;
  /** A sentence of the profile has no source. */
  unsourced?: true;
}

/** What three lines hold. */
const TEXT_LENGTH = 92;

/** Cards in the order of `experts`; `marks` are the words to mark, `match` the line that is shown for the contribution. */
export async function toCards(
  experts: (CardSource & { match?: Match | null })[],
  marks: Marks = [],
): Promise<ExpertCard[]> {
  const mark = marker(marks);
  const topics = new Map((await currentTopics()).map(({ slug, name }) => [slug, name]));
  const shortOf = (text: string) => (marks.length ? around(text, mark, TEXT_LENGTH) : beginningOf(text));
  return experts.map((expert) => {
    const name = mark(expert.name);
    const image = shownImage(expert.imageUrl);
    const { match } = expert;
    const field = fieldOf(expert, topics);
    const place = placeText(expert);
    return {
      slug: expert.slug,
      name: expert.name,
      ...(Array.isArray(name) && { markedName: name }),
      title: mark(expert.title),
      text:
        match && match.field !== "place"
          ? labelled(match, mark(shortOf(match.text)))
          : mark(shortOf(expert.longevityContribution)),
      ...(image && { image }),
      ...(field && { field }),
      ...(place && { place }),
      ...(expert.featured && { featured: true as const }),
      ...(!expert.isSourced && expert.longevityContribution && { unsourced: true as const }),
    };
  });
}

/** Whole sentences where some fit, else as many words as fit. */
function beginningOf(text: string): string {
  const cut = shortened(text, TEXT_LENGTH);
  if (!cut.endsWith("…")) return cut;
  const last = Array.from(cut.matchAll(SENTENCE_END)).at(-1);
  const sentences = last ? cut.slice(0, last.index + last[0].length) : "";
  return sentences.length > TEXT_LENGTH / 2 ? sentences : cut.replace(/ \p{Lu}\.…$/u, "…");
}

/** The end of a sentence that another one follows: after a word or a year, not after an initial or a short form. */
const SENTENCE_END = /(?:\p{L}{4}|\p{N}{4})["”’)]?[.!?](?= \p{Lu})/gu;

function fieldOf({ topics, categories }: CardSource, names: Map<string, string>): string | undefined {
  const [topic] = JSON.parse(topics) as string[];
  const [category] = JSON.parse(categories) as string[];
  return names.get(topic ?? "") ?? (category && categoryLabel(category));
}

/** The country, or the city of somebody without one: a card has no room for both. */
export function placeText({ city, country }: { city: string; country: string }): string {
  return (country && countryName(country)) || city;
}

function labelled({ field }: Match, text: Marked): Marked {
  const label = labelOfField(field);
  if (!label) return text;
  const [first = "", ...others] = typeof text === "string" ? [text] : text;
  return others.length > 0 ? [`${label}: ${first}`, ...others] : `${label}: ${first}`;
}
