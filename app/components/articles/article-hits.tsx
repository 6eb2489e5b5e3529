import { Link } from "~/components/ui/link";
import { Count } from "~/components/ui/page-header";
import type { ArticleHits as Hits } from "~/models/records/articles/articles.server";

/** Lists the first articles that match a search for experts. Shows nothing without matches. */
export function ArticleHits({ hits }: { hits?: Hits | null }) {
  if (!hits) return null;
  return (
    <section className="mt-10" aria-labelledby="found-articles">
      <h2 id="found-articles">
        Articles <Count>({hits.total.toLocaleString("en")})</Count>
      </h2>
      <ul className="[&_a]:underline [&>li]:py-1.5">
        {hits.articles.map(({ slug, title, kind }) => (
          <li key={slug}>
            <Link dir="auto" to={`/articles/${slug}`}>
              {title}
            </Link>{" "}
            <Count>{kind}</Count>
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
