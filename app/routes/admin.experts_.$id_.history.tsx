import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { HistoryPage } from "~/components/admin/history-page";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { expertHistory, restoreExpertRevision } from "~/models/experts/history.server";
import { pageQueryOf } from "~/models/experts/lists.server";
import { expertForAdmin } from "~/models/experts/rows.server";
import { REVISIONS_PAGE_SIZE } from "~/models/records/revisions.server";

const PATH = "/admin/experts";

/** `?restored` says that an earlier version is back. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await expertForAdmin(editor, params.id ?? "");
    const { searchParams } = new URL(request.url);
    const { page: number } = pageQueryOf(searchParams, REVISIONS_PAGE_SIZE);
    const { id, name, updatedAt, deletedAt } = row;
    return {
      ...{ path: `${PATH}/${id}`, name, updatedAt, deletedAt },
      ...(await expertHistory(editor, row, number)),
      page: number,
      isRestored: searchParams.has("restored"),
    };
  });
}

/** Brings an earlier version back, as a new change. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const { id } = await restoreExpertRevision(await requireEditor(request, context), params.id ?? "", fields);
    return redirect(`${PATH}/${id}/history?restored`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `History of ${data.name}` : "History"} | Admin` },
];

export default function ExpertHistory() {
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return <HistoryPage {...useLoaderData<typeof loader>()} refusal={refusalIn(answer)} />;
}
