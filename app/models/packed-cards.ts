/** A list of cards as one text. Shared by server and browser. */
import type { ExpertCard } from "./experts.cards.server";

/**
 * Packs cards for a page's data. The framework numbers every single value of what a loader gives; for the cards of one
 * page of the directory that is 5 % of the whole page, compressed (performance.md, "HTML ≤ 8 KB"). `unpackCards` undoes it.
 */
export function packCards(cards: ExpertCard[]): string {
  const packed = JSON.stringify(
    cards.map(({ slug, name, title, text, image, featured, markedName }) => [
      ...[slug, name, title, text, image, featured ? 1 : 0],
      ...(markedName ? [markedName] : []),
    ]),
  );
  last = { packed, cards };
  return packed;
}

/** The cards that `packCards` was given. A page asks for the same ones several times. */
export function unpackCards(packed: string): ExpertCard[] {
  if (last?.packed !== packed) last = { packed, cards: unpack(packed) };
  return last.cards;
}

let last: { packed: string; cards: ExpertCard[] } | undefined;

function unpack(packed: string): ExpertCard[] {
  return JSON.parse(packed).map(
    ([slug, name, title, text, image, featured, markedName]: [
      ...[slug: string, name: string, title: ExpertCard["title"], text: ExpertCard["text"]],
      ...[image: string | null, featured: 0 | 1, markedName?: string[]],
    ]) => ({ slug, name, title, text, image, featured: featured === 1, ...(markedName && { markedName }) }),
  );
}
