import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { type Params, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { HistoryPage } from "~/components/admin/history-page";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { nearestPage } from "~/models/base/input/paging.server";
import { EDITED_KINDS } from "~/models/editing/records/edited-kinds.server";
import { isRecordTable } from "~/models/records/shared/public-kinds";
import { REVISIONS_PAGE_SIZE } from "~/models/records/shared/revisions.server";

function editedKindOf({ kind }: Params) {
  if (isRecordTable(kind)) return EDITED_KINDS[kind];
  throw new AppError("missing", "There is nothing at this address.");
}

/** Shows the versions of a record. `?restored` confirms that a version was restored. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { page: pageNumber } = nearestPage(searchParams, REVISIONS_PAGE_SIZE);
    const kind = editedKindOf(params);
    const row = await kind.find(editor, params.id ?? "");
    const { id, name, updatedAt, deletedAt } = row;
    const { revisions, hasMore } = await kind.history(editor, row, pageNumber);
    const path = `/admin/${params.kind}/${id}`;
    const isRestored = searchParams.has("restored");
    return { path, name, updatedAt, deletedAt, revisions, hasMore, page: pageNumber, isRestored };
  });
}

/** Restores an earlier version as a new change. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const { id } = await editedKindOf(params).restore(editor, params.id ?? "", fields);
    return redirect(`/admin/${params.kind}/${id}/history?restored`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `History of ${data.name}` : "History"} | Admin` },
];

export default function History() {
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return <HistoryPage {...useLoaderData<typeof loader>()} refusal={refusalIn(answer)} />;
}
