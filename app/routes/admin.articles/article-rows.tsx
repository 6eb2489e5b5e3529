import { Link } from "@remix-run/react";
import { DataTable } from "~/components/admin/data-table";
import { DeleteLink } from "~/components/admin/delete-dialog";
import { FeaturedSwitch } from "~/components/admin/featured-switch";
import { RowActions } from "~/components/admin/page-parts";
import { Badge, Hint } from "~/components/admin/text";
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

export function ArticleRows({ articles, here, onDelete }: Props) {
  return (
    <DataTable head={["Article", "Expert", "Created", "Published", "Featured", "Actions"]}>
      {articles.map((article) => (
        <Row key={article.id} article={article} here={here} onDelete={onDelete} />
      ))}
    </DataTable>
  );
}

interface RowProps extends Pick<Props, "here" | "onDelete"> {
  article: ListedArticle;
}

function Row({ article, here, onDelete }: RowProps) {
  const { id, slug, title, type, status, excerpt, expertName, aiGenerated, featured } = article;
  const isPublished = status === "published";
  return (
    <tr>
      <td className="max-w-136">
        <p>
          <Link to={`${ADMIN_ARTICLES}/${id}`} prefetch={onIntent()}>
            {title}
          </Link>
        </p>
        <p className="my-1">
          <Badge tone={isPublished ? "good" : undefined}>{isPublished ? "Published" : "Draft"}</Badge>{" "}
          <Badge>{articleTypeLabel(type)}</Badge> {aiGenerated && <Badge>AI-Generated</Badge>}
        </p>
        {excerpt && <Hint className="line-clamp-2">{excerpt}</Hint>}
      </td>
      <td data-label="Expert" className="min-w-28">
        {expertName || "none"}
      </td>
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
            featured={featured}
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
        <RowActions>
          <ButtonLink quiet small to={`${ADMIN_ARTICLES}/${id}`} aria-label={`Edit ${title}`}>
            Edit
          </ButtonLink>
          <ButtonLink quiet small to={`${ADMIN_ARTICLES}/${id}/sources`} aria-label={`Sources of ${title}`}>
            Sources
          </ButtonLink>
          <DeleteLink path={`${ADMIN_ARTICLES}/${id}`} name={title} here={here} onDelete={() => onDelete(article)} />
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
        </RowActions>
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
