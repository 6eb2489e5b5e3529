import type { ExpertCard as Card } from "~/models/records/directory/cards.server";
import { type CardButton, ExpertCard } from "./expert-card";

/** Cards in one to four columns, by the width there is. */
export function CardGrid({ cards, More }: { cards: Card[]; More?: CardButton }) {
  // A mark that all cards have tells nothing.
  const areFeatured = cards.every(({ featured }) => featured);
  return (
    <ul className="cards">
      {cards.map((card) => (
        <ExpertCard key={card.slug} card={areFeatured ? { ...card, featured: undefined } : card} More={More} />
      ))}
    </ul>
  );
}

/** Empty cards of the real size, shown while a list is on its way. */
export function SkeletonGrid({ count = 12 }: { count?: number }) {
  return (
    <ul className="cards" aria-hidden="true">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
        <li className="card skeleton motion-safe:animate-pulse" key={place}>
          <span className="face" />
          <span />
          <span />
          <span />
        </li>
      ))}
    </ul>
  );
}
