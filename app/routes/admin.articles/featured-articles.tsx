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
  /** True if some published articles are not featured. */
  hasPublished: boolean;
}

/** The id of the list of featured articles. */
export const FEATURED_ORDER = "featured-order";

/** Shows the featured articles in their order, and how many more can be featured. */
export function FeaturedArticles({ featured, hasPublished }: Props) {
  const remainingCount = MAX_FEATURED - featured.length;
  // The place of all is kept: a list that moved after each click would bring another star below the pointer.
  const place = hasPublished || featured.length > 0 ? "md:min-h-75" : "";
  return (
    <section
      aria-labelledby="featured"
      className={`mt-0! mb-4 rounded-lg border border-line bg-surface px-4 py-3 ${place}`}
    >
      <h2 id="featured" className="my-0 text-base">
        Featured Articles{" "}
        <span className="font-normal text-muted">
          ({featured.length}/{MAX_FEATURED})
        </span>
      </h2>
      <div id={FEATURED_ORDER} className={featured.length > 0 ? "mt-1.5" : ""} hidden={featured.length === 0}>
        <SortableList
          entries={featured}
          path="/api/admin/articles/featured-order"
          action={ADMIN_ARTICLES}
          renderDetails={({ id, title, type, expertName }) => (
            <p className="min-w-0 text-sm wrap-break-word">
              <Link to={`${ADMIN_ARTICLES}/${id}`} dir="auto" className="font-semibold">
                {title}
              </Link>{" "}
              <span className="text-muted">{[articleTypeLabel(type), expertName].filter(Boolean).join(" · ")}</span>
            </p>
          )}
          renderActions={({ id, slug, title }) => (
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
                isStar
                isFeatured
                name={`${title}, in this list`}
                path={`/api/admin/articles/${id}/featured`}
                action={`${ADMIN_ARTICLES}/${id}/featured`}
                returnTo={`${ADMIN_ARTICLES}#${FEATURED_ORDER}`}
              />
            </>
          )}
        />
      </div>
      {remainingCount > 0 && (
        <Hint>
          You can feature {remainingCount} more article(s). Use the star toggle on published articles below.
          {!hasPublished && " Nothing else is published yet."}
        </Hint>
      )}
    </section>
  );
}
