import { fold, spellingsOf } from "~/db.server";
import { shownImage } from "~/models/images/missing.server";
import { plainText } from "~/models/text/plain-text.server";
import { biographiesOf, type CardSource } from "./experts.server";

/** Odd positions are search matches: ["David ", "Sinclair", ""]. A plain string has no match. */
export type Marked = string | string[];

export interface ExpertCard {
  slug: string;
  name: string;
  markedName?: string[];
  title: Marked;
  text: Marked;
  /** Without one, cards show initials. */
  image?: string;
  featured?: true;
}

const TEXT_LENGTH = 125;

/** Cards in the order of `experts`; `terms` are folded words to mark, the last also as a beginning. */
export async function toCards(experts: CardSource[], terms: string[] = []): Promise<ExpertCard[]> {
  const mark = marker(terms);
  const shortOf = (text: string) => (terms.length ? around(text, mark) : plainText(text, TEXT_LENGTH));
  const cards = experts.map((expert) => {
    const name = mark(expert.name);
    const image = shownImage(expert.imageUrl);
    return {
      slug: expert.slug,
      name: expert.name,
      ...(Array.isArray(name) && { markedName: name }),
      title: mark(expert.title),
      text: mark(shortOf(expert.longevityContribution)),
      ...(image && { image }),
      ...(expert.featured && { featured: true as const }),
    };
  });
  return terms.length ? explainByBiography(cards, mark) : cards;
}

type Mark = (text: string) => Marked;

async function explainByBiography(cards: ExpertCard[], mark: Mark): Promise<ExpertCard[]> {
  const unexplained = cards.filter(
    ({ markedName, title, text }) => !markedName && typeof title === "string" && typeof text === "string",
  );
  const biographies = await biographiesOf(unexplained.map(({ slug }) => slug));
  return cards.map((card) => {
    const text = foundIn(biographies.get(card.slug) ?? "", mark);
    return text ? { ...card, text } : card;
  });
}

/** Characters of a biography searched for a match. */
const LOOKED_THROUGH = 20_000;

function foundIn(markdown: string, mark: Mark): Marked | null {
  for (const [at, paragraph] of markdown
    .slice(0, LOOKED_THROUGH)
    .split(/\n\s*\n/)
    .entries()) {
    if (typeof mark(paragraph) === "string") continue;
    const part = around(plainText(paragraph, LOOKED_THROUGH), mark);
    const text = mark(at > 0 && !part.startsWith("…") ? `… ${part}` : part);
    if (typeof text !== "string") return text;
  }
  return null;
}

/** ASCII letters and punctuation fold by lower case alone. */
const SIMPLE = /^[\x00-\x7f\u2010-\u2027]*$/;
const SIMPLE_TERM = /^[a-z0-9]+$/;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

function marker(searched: string[]): Mark {
  const last = searched.at(-1);
  if (last === undefined) return (text) => text;
  const terms = searched.flatMap(spellingsOf);
  const beginnings = spellingsOf(last);
  const exact = new Set(terms);
  const isMeant = ([word]: RegExpMatchArray) => {
    const folded = fold(word as string);
    return exact.has(folded) || beginnings.some((beginning) => folded.startsWith(beginning));
  };
  const simple = simpleWords(terms, beginnings);
  return (text) => {
    if (SIMPLE.test(text)) return inPieces(text, text.toLowerCase().matchAll(simple));
    const folded = fold(text);
    return terms.some((term) => folded.includes(term))
      ? inPieces(text, [...text.matchAll(WORD)].filter(isMeant))
      : text;
  };
}

function simpleWords(terms: string[], beginnings: string[]): RegExp {
  const anyOf = (words: string[]) => `(?:${words.filter((word) => SIMPLE_TERM.test(word)).join("|") || NEVER})`;
  return new RegExp(`(?<![a-z0-9])(?:${anyOf(terms)}(?![a-z0-9])|${anyOf(beginnings)}[a-z0-9]*)`, "g");
}
const NEVER = "(?!)";

function inPieces(text: string, matches: Iterable<RegExpMatchArray>): Marked {
  const pieces: string[] = [];
  let end = 0;
  for (const { index = 0, 0: word = "" } of matches) {
    pieces.push(text.slice(end, index), text.slice(index, index + word.length));
    end = index + word.length;
  }
  return pieces.length > 0 ? [...pieces, text.slice(end)] : text;
}

function around(text: string, mark: Mark): string {
  const pieces = mark(text);
  const before = typeof pieces === "string" ? "" : (pieces[0] as string);
  if (before.length < TEXT_LENGTH * 0.7) return plainText(text, TEXT_LENGTH);
  const start = before.lastIndexOf(" ", before.length - 60) + 1;
  return `… ${plainText(text.slice(start), TEXT_LENGTH)}`;
}
