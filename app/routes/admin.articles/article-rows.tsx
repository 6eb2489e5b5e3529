import { DataTable, hiddenTitle } from "~/components/admin/data-table";
import { DeleteLink } from "~/components/admin/delete-dialog";
import { FeaturedSwitch } from "~/components/admin/featured-switch";
import { ABOUT_LINE, NAME_LINES, RowMenu, TWO_LINES } from "~/components/admin/page-parts";
import { Badge } from "~/components/admin/text";
import { onIntent } from "~/components/layout/start-script";
import { ShortDate, ShortTime } from "~/components/ui/dates";
import { Link } from "~/components/ui/link";
import type { ListedArticle } from "~/models/editing/articles/admin-list.server";
import { articleTypeLabel } from "~/models/records/articles/fields";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";

interface Props {
  articles: ListedArticle[];
  /** The list's own address. */
  here: string;
  /** With scripts a dialog asks. */
  onDelete(article: { id: string; title: string }): void;
}

/** One line a row, two on a phone. */
export function ArticleRows({ articles, here, onDelete }: Props) {
  return (
    <DataTable
      className="[&_:is(td,th)]:py-[2.5px]! [&_:is(td,th)]:align-middle!"
      head={[
        "Article",
        "State",
        <span key="type" className="max-xl:sr-only">
          Type
        </span>,
        "Expert",
        <span key="created" className="max-[96rem]:sr-only">
          Created
        </span>,
        "Featured",
        hiddenTitle("Actions"),
      ]}
    >
      {articles.map((article) => (
        <Row key={article.id} article={article} here={here} onDelete={onDelete} />
      ))}
    </DataTable>
  );
}

interface RowProps extends Pick<Props, "here" | "onDelete"> {
  article: ListedArticle;
}

const ROW =
  "max-md:grid! max-md:grid-cols-[minmax(0,1fr)_auto_2.75rem_2.75rem] max-md:items-center max-md:px-1 max-md:py-0.5!";

function Row({ article, here, onDelete }: RowProps) {
  const { id, slug, title, type, status, excerpt, expertName, aiGenerated, featured } = article;
  const isPublished = status === "published";
  const about = [articleTypeLabel(type), aiGenerated && "AI-Generated"].filter(Boolean).join(", ");
  return (
    <tr className={ROW}>
      <td className="md:w-2/5 md:max-w-0" title={excerpt || undefined}>
        <div className={TWO_LINES}>
          <Link
            to={`${ADMIN_ARTICLES}/${id}`}
            prefetch={onIntent()}
            data-row=""
            className={NAME_LINES}
            dir="auto"
            title={title}
          >
            {title}
          </Link>
          <br className="md:hidden" />
          <span className={ABOUT_LINE}>
            {about}
            {expertName && (
              <>
                {about && " · "}
                <bdi>{expertName}</bdi>
              </>
            )}
          </span>
        </div>
      </td>
      <td className="text-sm whitespace-nowrap">
        <State article={article} />
      </td>
      <td className="text-sm whitespace-nowrap max-md:hidden!">
        <span className="max-xl:sr-only">{about}</span>
      </td>
      <td
        className="truncate text-sm max-md:hidden! md:max-w-28 xl:max-w-36"
        dir="auto"
        title={expertName || undefined}
      >
        {expertName || "none"}
      </td>
      <td className="text-sm max-md:hidden!">
        <span className="max-[96rem]:sr-only">
          <ShortDate time={article.createdAt} />
        </span>
      </td>
      {/* Not empty on a phone either, so that the menu stays at the end. */}
      <td className="w-16 [&>form]:flex">
        {isPublished ? (
          <FeaturedSwitch
            star
            featured={featured}
            name={title}
            path={`/api/admin/articles/${id}/featured`}
            action={`${ADMIN_ARTICLES}/${id}/featured`}
            returnTo={here}
          />
        ) : (
          <span />
        )}
      </td>
      <td className="w-12 [&>details]:flex">
        <RowMenu isShort label={`Actions for ${title}`}>
          {isPublished && (
            <a href={`/articles/${slug}`} target="_blank" rel="noopener" aria-label={`View ${title}`}>
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
            here={here}
            onDelete={() => onDelete(article)}
          />
        </RowMenu>
      </td>
    </tr>
  );
}

/** Published, scheduled or a draft: in a word and a colour, with the day. */
function State({ article: { status, publishedAt, scheduledAt } }: { article: ListedArticle }) {
  if (status === "published")
    return (
      // The usual state: on a phone only the others take room from the title.
      <span className="max-md:sr-only">
        <Badge tone="good">Published</Badge>{" "}
        <span className="text-muted max-[96rem]:hidden">{publishedAt && <ShortDate time={publishedAt} />}</span>
      </span>
    );
  if (scheduledAt)
    return (
      <>
        <Badge tone="gold">Scheduled</Badge>{" "}
        <span className="text-muted max-xl:hidden">
          <ShortTime time={scheduledAt} />
        </span>
      </>
    );
  return <Badge>Draft</Badge>;
}
