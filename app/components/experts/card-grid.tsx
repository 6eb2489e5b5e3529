import type { ExpertCard as Card } from "~/models/records/directory/cards.server";
import { type CardButton, ExpertCard } from "./expert-card";

/** Cards in one to four columns, by the width there is; `anchors` are ids by place. */
export function CardGrid({
  cards,
  More,
  anchors,
}: {
  cards: Card[];
  More?: CardButton;
  anchors?: Map<number, string>;
}) {
  // A mark that all cards have tells nothing.
  const areFeatured = cards.every(({ featured }) => featured);
  return (
    <ul className="cards">
      {cards.map((card, place) => (
        <ExpertCard
          key={card.slug}
          id={anchors?.get(place)}
          card={areFeatured ? { ...card, featured: undefined } : card}
          More={More}
        />
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
