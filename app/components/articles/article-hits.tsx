import { Link } from "~/components/ui/link";
import type { ArticleHits as Hits } from "~/models/articles/articles.server";

/** What a search of the experts finds among the articles, in short; nothing where there is none. */
export function ArticleHits({ hits }: { hits?: Hits | null }) {
  if (!hits) return null;
  return (
    <section className="article-hits" aria-labelledby="found-articles">
      <h2 id="found-articles">
        Articles <span className="count">({hits.total.toLocaleString("en")})</span>
      </h2>
      <ul className="links">
        {hits.articles.map(({ slug, title, kind }) => (
          <li key={slug}>
            <Link to={`/articles/${slug}`}>{title}</Link> <span className="count">{kind}</span>
          </li>
        ))}
        {hits.total > hits.articles.length && (
          <li>
            <Link to={hits.all}>All articles that match</Link>
          </li>
        )}
      </ul>
    </section>
  );
}
