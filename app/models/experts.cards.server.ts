/** What a card of a list shows, cut to what fits and with the words that were searched for marked. */
import { db, fold } from "~/db.server";
import { ownImage } from "./expert-texts";
import type { CardSource } from "./experts.server";
import { plainText } from "./plain-text.server";

/** A text in pieces: those at odd places were searched for, e.g. ["David ", "Sinclair", ""]. A plain string has no marks. */
export type Marked = string | string[];

export interface ExpertCard {
  slug: string;
  name: string;
  /** The name with marks, only where there are some. */
  markedName?: string[];
  title: Marked;
  text: Marked;
  /** null: initials are shown. */
  image: string | null;
  featured: boolean;
}

/** About three lines of a card. */
const TEXT_LENGTH = 125;

/**
 * Cards for a list of experts, in the same order.
 *
 * @param terms folded words to mark; the last one marks words that begin with it (as `ExpertList.terms`).
 */
export async function toCards(experts: CardSource[], terms: string[] = []): Promise<ExpertCard[]> {
  const mark = marker(terms);
  const shortOf = (text: string) => (terms.length ? around(text, mark) : plainText(text, TEXT_LENGTH));
  const cards = experts.map((expert) => {
    const name = mark(expert.name);
    return {
      slug: expert.slug,
      name: expert.name,
      ...(Array.isArray(name) && { markedName: name }),
      title: mark(expert.title),
      text: mark(shortOf(expert.longevityContribution)),
      image: ownImage(expert.imageUrl),
      featured: expert.featured,
    };
  });
  return terms.length ? explainByBiography(experts, cards, mark) : cards;
}

/** A hit that nothing on the card explains shows the part of the biography that was found. */
async function explainByBiography(experts: CardSource[], cards: ExpertCard[], mark: (text: string) => Marked) {
  const unexplained = experts.filter((_, i) => {
    const card = cards[i] as ExpertCard;
    return !card.markedName && typeof card.title === "string" && typeof card.text === "string";
  });
  if (unexplained.length === 0) return cards;
  const rows = await db
    .selectFrom("experts")
    .select(["slug", "biography"])
    .where(
      "slug",
      "in",
      unexplained.map((expert) => expert.slug),
    )
    .execute();
  const biographies = new Map(rows.map((row) => [row.slug, plainText(row.biography, 20_000)]));
  return cards.map((card) => {
    const text = mark(around(biographies.get(card.slug) ?? "", mark));
    return typeof text === "string" ? card : { ...card, text };
  });
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

function marker(terms: string[]): (text: string) => Marked {
  const whole = new Set(terms);
  const beginning = terms.at(-1);
  if (beginning === undefined) return (text) => text;
  return (text) => {
    const pieces: string[] = [];
    let end = 0;
    for (const match of text.matchAll(WORD)) {
      const word = fold(match[0]);
      if (!whole.has(word) && !word.startsWith(beginning)) continue;
      pieces.push(text.slice(end, match.index), match[0]);
      end = match.index + match[0].length;
    }
    return pieces.length ? [...pieces, text.slice(end)] : text;
  };
}

/** The part of a long text that has the first mark in it, cut at words. */
function around(text: string, mark: (text: string) => Marked): string {
  const pieces = mark(text);
  const before = typeof pieces === "string" ? "" : (pieces[0] as string);
  if (before.length < TEXT_LENGTH * 0.7) return plainText(text, TEXT_LENGTH);
  const start = before.lastIndexOf(" ", before.length - 60) + 1;
  return `… ${plainText(text.slice(start), TEXT_LENGTH)}`;
}
