import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth.server";
import { FormErrors } from "~/components/form-errors";
import { OlderNewer } from "~/components/older-newer";
import { type FormAnswer, refusalIn } from "~/components/refused";
import { ShortDate } from "~/components/short-date";
import { TrashActions } from "~/components/trash-actions";
import { form, page } from "~/http.server";
import { pageQueryOf } from "~/models/experts.lists.server";
import { removeForGood, TRASH_PAGE_SIZE, trashPage } from "~/models/experts.trash.server";

const PATH = "/admin/experts/trash";

/** Deleted experts (decision D28); `?removed` says that one is gone for good. */
export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request);
    const { searchParams } = new URL(request.url);
    const { page: number } = pageQueryOf(searchParams, TRASH_PAGE_SIZE);
    return { ...(await trashPage(admin, number)), page: number, isRemoved: searchParams.has("removed") };
  });
}

/** Deletes for good. Restoring has its own address. */
export async function action({ request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await removeForGood(await requireAdmin(request), String(fields.id ?? ""));
    return redirect(`${PATH}?removed`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Trash | Admin" }];

export default function Trash() {
  const { trashed, more, page, isRemoved } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <div className="page-line">
        <h1>Trash</h1>
        <Link className="button quiet" to="/admin/experts">
          Manage Experts
        </Link>
      </div>
      <FormErrors refusal={refusalIn(answer)} title="Delete Failed" />
      <div role="status">{isRemoved && !answer && <p className="notice">The expert is gone for good.</p>}</div>
      <p className="hint">What is deleted stays here for 30 days. Articles and submissions keep the name.</p>
      {trashed.length === 0 ? (
        <p className="empty">The trash is empty.</p>
      ) : (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">Expert</th>
              <th scope="col">Deleted</th>
              <th scope="col">Gone in</th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {trashed.map(({ id, name, title, deletedAt, deletedBy, daysLeft, mergedInto }) => (
              <tr key={id}>
                <td>
                  <strong>{name}</strong>
                  <p className="hint">{title}</p>
                  {mergedInto && (
                    <p className="hint">
                      Merged into <Link to={`/admin/experts/${mergedInto.id}`}>{mergedInto.name}</Link>
                    </p>
                  )}
                </td>
                <td data-label="Deleted">
                  <ShortDate time={deletedAt} />
                  {deletedBy && ` by ${deletedBy}`}
                </td>
                <td data-label="Gone in">{daysLeft === 1 ? "1 day" : `${daysLeft} days`}</td>
                <td>
                  <TrashActions id={id} name={name} desk="/admin/experts" />
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
