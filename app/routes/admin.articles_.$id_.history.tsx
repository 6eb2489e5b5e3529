import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin } from "~/auth/session.server";
import { HistoryPage } from "~/components/admin/history-page";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { articleForAdmin } from "~/models/articles/admin-list.server";
import {
  type ArticleRevision,
  articleHistory,
  REVISIONS_PAGE_SIZE,
  restoreArticleRevision,
} from "~/models/articles/history.server";
import { ADMIN_ARTICLES } from "~/models/articles/list";
import { pageQueryOf } from "~/models/experts/lists.server";

/** Who changed what of an article when; `?restored` says that an earlier version is back. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request, context);
    const row = await articleForAdmin(admin, params.id ?? "");
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
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const { id } = await restoreArticleRevision(await requireAdmin(request, context), params.id ?? "", fields);
    return redirect(`${ADMIN_ARTICLES}/${id}/history?restored`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `History of ${data.article.title}` : "History"} | Admin` },
];

export default function ArticleHistory() {
  const { article, revisions, more, page, isRestored } = useLoaderData<typeof loader>();
  return (
    <HistoryPage
      {...{ more, page }}
      name={article.title}
      path={`${ADMIN_ARTICLES}/${article.id}`}
      updatedAt={article.updatedAt}
      isInTrash={article.isInTrash}
      restored={isRestored ? "The earlier version is back. Its status is as it was." : null}
      refusal={refusalIn(useActionData<typeof action>() as FormAnswer | undefined)}
      revisions={revisions.map((revision) => ({
        ...revision,
        what: ACTIONS[revision.action],
        note: revision.action === "published" && !revision.userName ? ", as scheduled" : undefined,
      }))}
    />
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
