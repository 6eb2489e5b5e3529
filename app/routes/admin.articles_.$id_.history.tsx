import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth.server";
import { FormErrors } from "~/components/form-errors";
import { OlderNewer } from "~/components/older-newer";
import { Pieces } from "~/components/pieces";
import { type FormAnswer, refusalIn } from "~/components/refused";
import { ShortTime } from "~/components/short-time";
import { form, page } from "~/http.server";
import { DESK_ARTICLES } from "~/models/article-list";
import {
  type ArticleRevision,
  articleHistory,
  REVISIONS_PAGE_SIZE,
  restoreArticleRevision,
} from "~/models/articles.desk.history.server";
import { articleForDesk } from "~/models/articles.desk.server";
import { pageQueryOf } from "~/models/experts.lists.server";

/** Who changed what of an article when; `?restored` says that an earlier version is back. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request);
    const row = await articleForDesk(admin, params.id ?? "");
    const { searchParams } = new URL(request.url);
    const { page: number } = pageQueryOf(searchParams, REVISIONS_PAGE_SIZE);
    const { id, title, updatedAt, deletedAt } = row;
    return {
      article: { id, title, updatedAt, isInTrash: deletedAt !== null },
      ...(await articleHistory(admin, row, number)),
      page: number,
      isRestored: searchParams.has("restored"),
    };
  });
}

/** Brings an earlier version back, as a new change. */
export async function action({ request, params }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const { id } = await restoreArticleRevision(await requireAdmin(request), params.id ?? "", fields);
    return redirect(`${DESK_ARTICLES}/${id}/history?restored`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `History of ${data.article.title}` : "History"} | Admin` },
];

export default function ArticleHistory() {
  const { article, revisions, more, page, isRestored } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <div className="page-line">
        <h1>History of {article.title}</h1>
        <Link className="button quiet" to={`${DESK_ARTICLES}/${article.id}`}>
          Edit
        </Link>
      </div>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <div role="status">
        {isRestored && !answer && <p className="notice">The earlier version is back. Its status is as it was.</p>}
      </div>
      <ol className="history">
        {revisions.map((revision) => (
          <li key={revision.number}>
            <Entry revision={revision} canRestore={!article.isInTrash && !revision.isPresent}>
              {article.updatedAt}
            </Entry>
          </li>
        ))}
      </ol>
      <OlderNewer path={`${DESK_ARTICLES}/${article.id}/history`} page={page} more={more} />
    </>
  );
}

const ACTIONS: Record<ArticleRevision["action"], string> = {
  created: "Created",
  edited: "Edited",
  published: "Published",
  unpublished: "Unpublished",
  scheduled: "Scheduled",
  restored: "Brought back to an earlier version",
  trashed: "Deleted",
  untrashed: "Taken out of the trash",
  first: "First entered",
};

interface EntryProps {
  revision: ArticleRevision;
  canRestore: boolean;
  /** The `updatedAt` of what is seen. */
  children: string;
}

function Entry({ revision, canRestore, children: updatedAt }: EntryProps) {
  const { number, action, at, userName, changes, isPresent } = revision;
  const isByItself = action === "published" && !userName;
  return (
    <>
      <div className="page-line">
        <h2>
          {ACTIONS[action]} <ShortTime time={at} />
          {userName && ` by ${userName}`}
          {isByItself && ", as scheduled"}
        </h2>
        {isPresent && <span className="badge good">as it is now</span>}
        {canRestore && (
          <Form method="post">
            <input type="hidden" name="revision" value={number} />
            <input type="hidden" name="updatedAt" value={updatedAt} />
            <button type="submit" className="button quiet small" aria-label={`Restore the version of ${at}`}>
              Restore
            </button>
          </Form>
        )}
      </div>
      {changes.length > 0 && (
        <dl className="changes">
          {changes.map(({ label, pieces }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Pieces pieces={pieces} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
