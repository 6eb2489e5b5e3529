import { Link } from "@remix-run/react";
import type { MouseEvent } from "react";
import { FeaturedSwitch } from "~/components/admin/featured-switch";
import { onIntent } from "~/components/layout/start-script";
import { ButtonLink } from "~/components/ui/button";
import { ShortDate, ShortTime } from "~/components/ui/dates";
import type { ListedArticle } from "~/models/articles/admin-list.server";
import { articleTypeLabel } from "~/models/articles/fields";
import { ADMIN_ARTICLES } from "~/models/articles/list";

interface Props {
  articles: ListedArticle[];
  /** The list's own address. */
  here: string;
  /** With scripts a dialog asks. */
  onDelete(article: { id: string; title: string }): void;
}

/** The list of the article repository (rows AR03 to AR06). */
export function ArticleRows({ articles, here, onDelete }: Props) {
  return (
    <table className="rows articles">
      <thead>
        <tr>
          <th scope="col">Article</th>
          <th scope="col">Expert</th>
          <th scope="col">Created</th>
          <th scope="col">Published</th>
          <th scope="col">Featured</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {articles.map((article) => (
          <Row key={article.id} article={article} here={here} onDelete={onDelete} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<Props, "here" | "onDelete"> {
  article: ListedArticle;
}

function Row({ article, here, onDelete }: RowProps) {
  const { id, slug, title, type, status, excerpt, expertName, aiGenerated, featured } = article;
  const isPublished = status === "published";
  const ask = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onDelete(article);
  };
  return (
    <tr>
      <td>
        <p>
          <Link to={`${ADMIN_ARTICLES}/${id}`} prefetch={onIntent()}>
            {title}
          </Link>
        </p>
        <p className="marks">
          <span className={isPublished ? "badge good" : "badge"}>{isPublished ? "Published" : "Draft"}</span>{" "}
          <span className="badge">{articleTypeLabel(type)}</span>{" "}
          {aiGenerated && <span className="badge">AI-Generated</span>}
        </p>
        {excerpt && <p className="hint">{excerpt}</p>}
      </td>
      <td data-label="Expert">{expertName || "none"}</td>
      <td data-label="Created">
        <ShortDate time={article.createdAt} />
      </td>
      <td data-label="Published">
        <PublishedAt article={article} />
      </td>
      {isPublished ? (
        <td data-label="Featured">
          <FeaturedSwitch
            star
            {...{ featured }}
            name={title}
            path={`/api/admin/articles/${id}/featured`}
            action={`${ADMIN_ARTICLES}/${id}/featured`}
            returnTo={here}
          />
        </td>
      ) : (
        <td />
      )}
      <td>
        <div className="acts">
          <ButtonLink quiet small to={`${ADMIN_ARTICLES}/${id}`} aria-label={`Edit ${title}`}>
            Edit
          </ButtonLink>
          <ButtonLink
            quiet
            danger
            small
            to={`${ADMIN_ARTICLES}/${id}/delete?${new URLSearchParams({ returnTo: here })}`}
            aria-label={`Delete ${title}`}
            onClick={ask}
          >
            Delete
          </ButtonLink>
          {isPublished && (
            <ButtonLink
              quiet
              small
              href={`/articles/${slug}`}
              target="_blank"
              rel="noopener"
              aria-label={`View ${title}`}
            >
              View
            </ButtonLink>
          )}
        </div>
      </td>
    </tr>
  );
}

function PublishedAt({ article: { status, publishedAt, scheduledAt } }: { article: ListedArticle }) {
  if (scheduledAt)
    return (
      <>
        on <ShortTime time={scheduledAt} />
      </>
    );
  if (status === "published" && publishedAt) return <ShortDate time={publishedAt} />;
  return "not yet";
}
