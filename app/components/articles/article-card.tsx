import { onIntent } from "~/components/layout/start-script";
import { ShortDate } from "~/components/ui/dates";
import { Image } from "~/components/ui/image";
import { Link } from "~/components/ui/link";
import type { ArticleCard as Card } from "~/models/articles/cards.server";

/** Articles in one to three columns, by the width there is. */
export function ArticleGrid({ cards }: { cards: Card[] }) {
  return (
    <ul className="cards article-cards">
      {cards.map((card) => (
        <ArticleCard key={card.slug} card={card} />
      ))}
    </ul>
  );
}

function ArticleCard({ card }: { card: Card }) {
  const { slug, title, kind, publishedAt, text, image, expertName, featured } = card;
  return (
    <li className={featured ? "card featured" : "card"}>
      {image && <Image address={image} width={640} height={360} sizes="(min-width: 45rem) 24rem, 100vw" />}
      <p className="facts">
        {kind} · <ShortDate time={publishedAt} />
      </p>
      <h3>
        <Link to={`/articles/${slug}`} prefetch={onIntent()}>
          {title}
        </Link>
      </h3>
      <p className="gist">{text}</p>
      {expertName && <p className="facts">{expertName}</p>}
    </li>
  );
}
