import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth.server";
import { FormErrors } from "~/components/form-errors";
import { OlderNewer } from "~/components/older-newer";
import { type FormAnswer, refusalIn } from "~/components/refused";
import { ShortDate } from "~/components/short-date";
import { TrashActions } from "~/components/trash-actions";
import { form, page } from "~/http.server";
import { articleTypeLabel } from "~/models/article-fields";
import { DESK_ARTICLES } from "~/models/article-list";
import { articleTrash, removeArticleForGood } from "~/models/articles.desk.trash.server";
import { pageQueryOf } from "~/models/experts.lists.server";
import { TRASH_PAGE_SIZE } from "~/models/experts.trash.server";

const PATH = `${DESK_ARTICLES}/trash`;

/** Deleted articles; `?removed` says that one is gone for good. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request);
    const { searchParams } = new URL(request.url);
    const { page: number } = pageQueryOf(searchParams, TRASH_PAGE_SIZE);
    return { ...(await articleTrash(admin, number)), page: number, isRemoved: searchParams.has("removed") };
  });
}

/** Deletes for good. Restoring has its own address. */
export async function action({ request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await removeArticleForGood(await requireAdmin(request), String(fields.id ?? ""));
    return redirect(`${PATH}?removed`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Deleted Articles | Admin" }];

export default function ArticleTrash() {
  const { trashed, more, page, isRemoved } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <div className="page-line">
        <h1>Deleted articles</h1>
        <Link className="button quiet" to={DESK_ARTICLES}>
          Manage Articles
        </Link>
      </div>
      <FormErrors refusal={refusalIn(answer)} title="Delete Failed" />
      <div role="status">{isRemoved && !answer && <p className="notice">The article is gone for good.</p>}</div>
      <p className="hint">What is deleted stays here for 30 days. Restored, it is published again if it was before.</p>
      {trashed.length === 0 ? (
        <p className="empty">The trash is empty.</p>
      ) : (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">Article</th>
              <th scope="col">Deleted</th>
              <th scope="col">Gone in</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {trashed.map(({ id, title, type, expertName, deletedAt, deletedBy, daysLeft }) => (
              <tr key={id}>
                <td>
                  <strong>{title}</strong>
                  <p className="hint">{[articleTypeLabel(type), expertName].filter(Boolean).join(" · ")}</p>
                </td>
                <td data-label="Deleted">
                  <ShortDate time={deletedAt} />
                  {deletedBy && ` by ${deletedBy}`}
                </td>
                <td data-label="Gone in">{daysLeft === 1 ? "1 day" : `${daysLeft} days`}</td>
                <td>
                  <TrashActions id={id} name={title} desk={DESK_ARTICLES} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <OlderNewer path={PATH} page={page} more={more} />
    </>
  );
}
