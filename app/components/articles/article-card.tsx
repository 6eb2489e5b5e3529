import { prefetchMode } from "~/components/layout/start-script";
import { ShortDate } from "~/components/ui/dates";
import { Image } from "~/components/ui/image";
import { Link } from "~/components/ui/link";
import type { ArticleCard as Card } from "~/models/records/articles/cards.server";

/**
 * Renders a grid of one to three columns of articles. A card without a picture gets larger letters, so that it does not
 * look half empty.
 */
export function ArticleGrid({ cards }: { cards: Card[] }) {
  return (
    <ul className="grid fill-cols-80 gap-4">
      {cards.map((card) => (
        <ArticleCard key={card.slug} card={card} />
      ))}
    </ul>
  );
}

function ArticleCard({ card }: { card: Card }) {
  const { slug, title, kind, publishedAt, text, image, expertName, featured } = card;
  return (
    <li className="flex flex-col gap-1.5 rounded-xl border border-line bg-surface p-4">
      {image && (
        <Image
          className="aspect-16/9 h-auto w-full rounded-md bg-line object-cover"
          address={image}
          width={640}
          height={360}
          sizes="(min-width: 45rem) 24rem, 100vw"
        />
      )}
      <p className="text-sm text-muted">
        {kind} · <ShortDate time={publishedAt} />
        {featured && (
          <b className="ml-2.5 inline-block rounded-sm border border-gold px-2 text-2xs text-ink">Featured</b>
        )}
      </p>
      <h3 className="line-clamp-3 text-xl md:[ul:has(img)>li:not(:has(img))_&]:text-2xl" dir="auto">
        <Link className="text-ink" to={`/articles/${slug}`} prefetch={prefetchMode()}>
          {title}
        </Link>
      </h3>
      <p
        className="line-clamp-3 text-sm md:[ul:has(img)>li:not(:has(img))_&]:line-clamp-6 md:[ul:has(img)>li:not(:has(img))_&]:text-base"
        dir="auto"
      >
        {text}
      </p>
      {expertName && (
        <p className="mt-auto text-sm text-muted" dir="auto">
          {expertName}
        </p>
      )}
    </li>
  );
}
