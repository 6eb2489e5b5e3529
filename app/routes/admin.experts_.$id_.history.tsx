import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth.server";
import { FormErrors } from "~/components/form-errors";
import { OlderNewer } from "~/components/older-newer";
import { Pieces } from "~/components/pieces";
import { type FormAnswer, refusalIn } from "~/components/refused";
import { ShortTime } from "~/components/short-time";
import { form, page } from "~/http.server";
import { findForDesk } from "~/models/experts.desk.server";
import { HISTORY_PAGE_SIZE, historyOf, type Revision, restoreRevision } from "~/models/experts.history.server";
import { pageQueryOf } from "~/models/experts.lists.server";

/** Who changed what of an expert when; `?restored` says that an earlier version is back. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request);
    const row = await findForDesk(admin, params.id ?? "");
    const { searchParams } = new URL(request.url);
    const { page: number } = pageQueryOf(searchParams, HISTORY_PAGE_SIZE);
    const { id, name, updatedAt, deletedAt } = row;
    return {
      expert: { id, name, updatedAt, isInTrash: deletedAt !== null },
      ...(await historyOf(admin, row, number)),
      page: number,
      isRestored: searchParams.has("restored"),
    };
  });
}

/** Brings an earlier version back, as a new change. */
export async function action({ request, params }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const { id } = await restoreRevision(await requireAdmin(request), params.id ?? "", fields);
    return redirect(`/admin/experts/${id}/history?restored`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `History of ${data.expert.name}` : "History"} | Admin` },
];

export default function History() {
  const { expert, revisions, more, page, isRestored } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <>
      <div className="page-line">
        <h1>History of {expert.name}</h1>
        <Link className="button quiet" to={`/admin/experts/${expert.id}`}>
          Edit
        </Link>
      </div>
      <FormErrors refusal={refusalIn(answer)} title="Update Failed" />
      <div role="status">{isRestored && !answer && <p className="notice">The earlier version is back.</p>}</div>
      <ol className="history">
        {revisions.map((revision) => (
          <li key={revision.number}>
            <Entry revision={revision} canRestore={!expert.isInTrash && !revision.isPresent}>
              {expert.updatedAt}
            </Entry>
          </li>
        ))}
      </ol>
      <OlderNewer path={`/admin/experts/${expert.id}/history`} page={page} more={more} />
    </>
  );
}

const ACTIONS: Record<Revision["action"], string> = {
  created: "Created",
  edited: "Edited",
  approved: "Approved from a submission",
  changed: "Changed by a submission",
  featured: "Featured",
  trashed: "Deleted",
  restored: "Restored",
  merged: "Merged",
  imported: "Imported",
  first: "First entered",
};

interface EntryProps {
  revision: Revision;
  canRestore: boolean;
  /** The `updatedAt` of what is seen. */
  children: string;
}

function Entry({ revision, canRestore, children: updatedAt }: EntryProps) {
  const { number, action, at, userName, changes, merged, isPresent } = revision;
  return (
    <>
      <div className="page-line">
        <h2>
          {ACTIONS[action]} <ShortTime time={at} />
          {userName && ` by ${userName}`}
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
      {merged && (
        <details>
          <summary>Everything that {merged.name} was</summary>
          <pre>{merged.text}</pre>
        </details>
      )}
    </>
  );
}
