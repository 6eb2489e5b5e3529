import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { HistoryPage } from "~/components/admin/history-page";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { expertForAdmin } from "~/models/experts/admin-list.server";
import {
  expertHistory,
  REVISIONS_PAGE_SIZE,
  type Revision,
  restoreExpertRevision,
} from "~/models/experts/history.server";
import { pageQueryOf } from "~/models/experts/lists.server";

/** Who changed what of an expert when; `?restored` says that an earlier version is back. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const row = await expertForAdmin(admin, params.id ?? "");
    const { searchParams } = new URL(request.url);
    const { page: number } = pageQueryOf(searchParams, REVISIONS_PAGE_SIZE);
    const { id, name, updatedAt, deletedAt } = row;
    return {
      expert: { id, name, updatedAt, isInTrash: deletedAt !== null },
      ...(await expertHistory(admin, row, number)),
      page: number,
      isRestored: searchParams.has("restored"),
    };
  });
}

/** Brings an earlier version back, as a new change. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const { id } = await restoreExpertRevision(await requireAdmin(request, context), params.id ?? "", fields);
    return redirect(`/admin/experts/${id}/history?restored`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `History of ${data.expert.name}` : "History"} | Admin` },
];

export default function History() {
  const { expert, revisions, more, page, isRestored } = useLoaderData<typeof loader>();
  return (
    <HistoryPage
      {...{ more, page }}
      name={expert.name}
      path={`/admin/experts/${expert.id}`}
      updatedAt={expert.updatedAt}
      isInTrash={expert.isInTrash}
      restored={isRestored ? "The earlier version is back." : null}
      refusal={refusalIn(useActionData<typeof action>() as FormAnswer | undefined)}
      revisions={revisions.map(({ merged, ...revision }) => ({
        ...revision,
        what: ACTIONS[revision.action],
        attached: merged && (
          <details>
            <summary>Everything that {merged.name} was</summary>
            <pre>{merged.text}</pre>
          </details>
        ),
      }))}
    />
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
