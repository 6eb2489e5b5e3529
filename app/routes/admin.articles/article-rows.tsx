import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { DeleteLink } from "~/components/admin/delete-dialog";
import { FeaturedSwitch } from "~/components/admin/featured-switch";
import { ROW_DETAILS_CLASS, RowMenu, TWO_LINE_ROW_CLASS } from "~/components/admin/page-parts";
import { Badge } from "~/components/admin/text";
import { prefetchMode } from "~/components/layout/start-script";
import { ShortDate, ShortTime } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import type { ListedArticle } from "~/models/editing/articles/admin-list.server";
import { articleTypeLabel } from "~/models/records/articles/fields";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";

interface Props {
  articles: ListedArticle[];
  /** The address of the list. */
  listAddress: string;
  /** Opens the dialog that asks, with scripts. */
  onDelete(article: { id: string; title: string }): void;
}

/** Lists articles with their title, excerpt, badges and dates. */
export function ArticleRows({ articles, listAddress, onDelete }: Props) {
  return (
    <DataTable
      className="[&_:is(td,th)]:py-1! [&_:is(td,th)]:align-middle!"
      head={["Article", "State", "Expert", "Dates", "Featured", hiddenTitle("Edit and view"), hiddenTitle("Actions")]}
    >
      {articles.map((article) => (
        <Row key={article.id} article={article} listAddress={listAddress} onDelete={onDelete} />
      ))}
    </DataTable>
  );
}

interface RowProps extends Pick<Props, "listAddress" | "onDelete"> {
  article: ListedArticle;
}

const ROW_CLASS =
  "max-md:grid! max-md:grid-cols-[minmax(0,1fr)_auto_2.75rem_2.75rem] max-md:items-center max-md:px-1 max-md:py-0.5!";

function Row({ article, listAddress, onDelete }: RowProps) {
  const { id, slug, title, type, status, excerpt, expertName, aiGenerated, featured } = article;
  const isPublished = status === "published";
  const details = [articleTypeLabel(type), aiGenerated && "AI-Generated"].filter(Boolean).join(", ");
  return (
    <tr className={ROW_CLASS}>
      <td className="md:w-2/5 md:max-w-0">
        <div className={TWO_LINE_ROW_CLASS}>
          <Link
            to={`${ADMIN_ARTICLES}/${id}`}
            prefetch={prefetchMode()}
            data-row=""
            className="font-semibold md:max-xl:block md:max-xl:truncate xl:line-clamp-2"
            dir="auto"
            title={title}
          >
            {title}
          </Link>
          <br className="md:hidden" />
          <span className={ROW_DETAILS_CLASS}>
            {details}
            {expertName && (
              <>
                {details && " · "}
                <bdi>{expertName}</bdi>
              </>
            )}
          </span>
          {excerpt && (
            <p className="truncate text-sm text-muted max-md:hidden" dir="auto" title={excerpt}>
              {excerpt}
            </p>
          )}
        </div>
      </td>
      <td className="text-sm leading-5 [&_.badge]:px-1.5 [&_.badge]:py-0">
        <State article={article} />{" "}
        <span className="max-md:hidden">
          <Badge>{articleTypeLabel(type)}</Badge> {aiGenerated && <Badge>AI-Generated</Badge>}
        </span>
      </td>
      <td
        className="truncate text-sm max-md:hidden! md:max-w-24 xl:max-w-32"
        dir="auto"
        title={expertName || undefined}
      >
        {expertName || "none"}
      </td>
      <td className="text-xs whitespace-nowrap text-muted max-md:hidden!">
        <Days article={article} />
      </td>
      {/* The empty span keeps the menu in the last column on a phone. */}
      <td className="w-14 [&>form]:flex">
        {isPublished ? (
          <FeaturedSwitch
            isStar
            isFeatured={featured}
            name={title}
            path={`/api/admin/articles/${id}/featured`}
            action={`${ADMIN_ARTICLES}/${id}/featured`}
            returnTo={listAddress}
          />
        ) : (
          <span />
        )}
      </td>
      <td className="px-1! text-sm whitespace-nowrap max-md:hidden!">
        <Link to={`${ADMIN_ARTICLES}/${id}`} className="underline" aria-label={`Edit ${title}`}>
          Edit
        </Link>
        {isPublished && (
          <a
            href={`/articles/${slug}`}
            target="_blank"
            rel="noopener"
            className="ml-2.5 underline"
            aria-label={`View ${title}`}
          >
            View
          </a>
        )}
      </td>
      <td className="w-12 [&>details]:flex">
        <RowMenu isShort label={`Actions for ${title}`}>
          {isPublished && (
            <a
              href={`/articles/${slug}`}
              target="_blank"
              rel="noopener"
              className="md:hidden!"
              aria-label={`View the article ${title}`}
            >
              View
            </a>
          )}
          <Link to={`${ADMIN_ARTICLES}/${id}/sources`} aria-label={`Sources of ${title}`}>
            Sources
          </Link>
          <DeleteLink
            isInMenu
            path={`${ADMIN_ARTICLES}/${id}`}
            name={title}
            listAddress={listAddress}
            onDelete={() => onDelete(article)}
          />
        </RowMenu>
      </td>
    </tr>
  );
}

/** Shows the dates of creation and publication. */
function Days({ article: { status, createdAt, publishedAt, scheduledAt } }: { article: ListedArticle }) {
  return (
    <>
      <div>
        Created <ShortDate time={createdAt} />
      </div>
      {status === "published" && publishedAt && (
        <div>
          Published <ShortDate time={publishedAt} />
        </div>
      )}
      {status !== "published" && scheduledAt && (
        <div>
          Planned <ShortTime time={scheduledAt} />
        </div>
      )}
    </>
  );
}

/** Shows whether the article is published, scheduled or a draft. */
function State({ article: { status, scheduledAt } }: { article: ListedArticle }) {
  if (status === "published")
    return (
      // Hidden on a phone, because most articles are published and the title needs the room.
      <span className="max-md:sr-only">
        <Badge tone="good">Published</Badge>
      </span>
    );
  return scheduledAt ? <Badge tone="gold">Scheduled</Badge> : <Badge>Draft</Badge>;
}
