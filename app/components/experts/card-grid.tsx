import type { ExpertCard as Card } from "~/models/records/directory/cards.server";
import { type CardButton, ExpertCard } from "./expert-card";

/** Renders a grid of one to four columns of experts. `anchors` maps indexes of cards to element ids. */
export function CardGrid({
  cards,
  ExtraButton,
  anchors,
}: {
  cards: Card[];
  ExtraButton?: CardButton;
  anchors?: Map<number, string>;
}) {
  // "Featured" tells nothing if all cards have it.
  const areAllFeatured = cards.every(({ featured }) => featured);
  return (
    <ul className="cards">
      {cards.map((card, index) => (
        <ExpertCard
          key={card.slug}
          id={anchors?.get(index)}
          card={areAllFeatured ? { ...card, featured: undefined } : card}
          ExtraButton={ExtraButton}
        />
      ))}
    </ul>
  );
}

/** Renders empty cards of the usual size, shown while a list is loading. */
export function SkeletonGrid({ count = 12 }: { count?: number }) {
  return (
    <ul className="cards" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
        <li className="card skeleton motion-safe:animate-pulse" key={index}>
          <span className="face" />
          <span />
          <span />
          <span />
        </li>
      ))}
    </ul>
  );
}
