import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { HistoryPage } from "~/components/admin/history-page";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { articleHistory, restoreArticleRevision } from "~/models/articles/history.server";
import { articleForAdmin } from "~/models/articles/rows.server";
import { pageQueryOf } from "~/models/experts/lists.server";
import { REVISIONS_PAGE_SIZE } from "~/models/records/revisions.server";

const PATH = "/admin/articles";

/** `?restored` says that an earlier version is back. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const row = await articleForAdmin(editor, params.id ?? "");
    const { searchParams } = new URL(request.url);
    const { page: number } = pageQueryOf(searchParams, REVISIONS_PAGE_SIZE);
    const { id, title, updatedAt, deletedAt } = row;
    return {
      ...{ path: `${PATH}/${id}`, name: title, updatedAt, deletedAt },
      ...(await articleHistory(editor, row, number)),
      page: number,
      isRestored: searchParams.has("restored"),
    };
  });
}

/** Brings an earlier version back, as a new change. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const { id } = await restoreArticleRevision(await requireEditor(request, context), params.id ?? "", fields);
    return redirect(`${PATH}/${id}/history?restored`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `History of ${data.name}` : "History"} | Admin` },
];

export default function ArticleHistory() {
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return <HistoryPage {...useLoaderData<typeof loader>()} refusal={refusalIn(answer)} />;
}
