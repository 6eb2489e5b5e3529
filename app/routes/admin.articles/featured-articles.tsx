import { Link } from "@remix-run/react";
import { FeaturedSwitch } from "~/components/admin/featured-switch";
import { SortableList } from "~/components/admin/sortable-list";
import { Hint } from "~/components/admin/text";
import { ButtonLink } from "~/components/ui/button";
import type { FeaturedArticle } from "~/models/editing/articles/featured.server";
import { articleTypeLabel, MAX_FEATURED } from "~/models/records/articles/fields";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";

interface Props {
  featured: FeaturedArticle[];
  /** Whether there are published articles that are not featured. */
  hasPublished: boolean;
}

/** Where the order of the featured stands on the page. */
export const FEATURED_ORDER = "featured-order";

/** One line above the list until somebody unfolds it, so that twenty articles stand on one screen. */
export function FeaturedArticles({ featured, hasPublished }: Props) {
  const room = MAX_FEATURED - featured.length;
  return (
    <div className="grow">
      <details className="rounded-lg border border-line bg-surface px-3.5 py-1">
        <summary className="caret">
          <h2 className="my-0 inline text-base">
            Featured Articles{" "}
            <span className="font-normal text-muted">
              ({featured.length}/{MAX_FEATURED})
            </span>
          </h2>
        </summary>
        {/* Browsers unfold what an address leads to. */}
        <div id={FEATURED_ORDER} className="py-2.5">
          {featured.length === 0 && <Hint>No article is featured yet.</Hint>}
          <SortableList
            entries={featured}
            path="/api/admin/articles/featured-order"
            action={ADMIN_ARTICLES}
            about={({ id, title, type, expertName }) => (
              <div>
                <p>
                  <Link to={`${ADMIN_ARTICLES}/${id}`} dir="auto">
                    {title}
                  </Link>
                </p>
                <Hint>{[articleTypeLabel(type), expertName].filter(Boolean).join(" · ")}</Hint>
              </div>
            )}
            acts={({ id, slug, title }) => (
              <>
                <ButtonLink
                  quiet
                  small
                  href={`/articles/${slug}`}
                  target="_blank"
                  rel="noopener"
                  aria-label={`View ${title}, featured`}
                >
                  View
                </ButtonLink>
                <FeaturedSwitch
                  star
                  featured
                  name={`${title}, in this list`}
                  path={`/api/admin/articles/${id}/featured`}
                  action={`${ADMIN_ARTICLES}/${id}/featured`}
                  returnTo={`${ADMIN_ARTICLES}#${FEATURED_ORDER}`}
                />
              </>
            )}
          />
        </div>
      </details>
      {room > 0 && (
        <Hint>
          You can feature {room} more article(s). Use the star toggle on published articles below.
          {!hasPublished && " Nothing else is published yet."}
        </Hint>
      )}
    </div>
  );
}
