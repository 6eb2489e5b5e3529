import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { type Params, useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { HistoryPage } from "~/components/admin/history-page";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import type { Editor } from "~/models/base/accounts/admin.server";
import { nearestPage } from "~/models/base/input/paging.server";
import { articleHistory, restoreArticleRevision } from "~/models/editing/articles/history.server";
import { expertHistory, restoreExpertRevision } from "~/models/editing/experts/history.server";
import { articleForAdmin } from "~/models/records/articles/rows.server";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { isRecordTable } from "~/models/records/shared/public-kinds";
import { REVISIONS_PAGE_SIZE } from "~/models/records/shared/revisions.server";

const KINDS = {
  experts: {
    async open(editor: Editor, key: string, number: number) {
      const row = await expertForAdmin(editor, key);
      return { ...row, ...(await expertHistory(editor, row, number)) };
    },
    restore: restoreExpertRevision,
  },
  articles: {
    async open(editor: Editor, key: string, number: number) {
      const row = await articleForAdmin(editor, key);
      return { ...row, name: row.title, ...(await articleHistory(editor, row, number)) };
    },
    restore: restoreArticleRevision,
  },
};

function kindOf({ kind }: Params) {
  if (isRecordTable(kind)) return KINDS[kind];
  throw new AppError("missing", "There is nothing at this address.");
}

/** `?restored` says that an earlier version is back. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { page: number } = nearestPage(searchParams, REVISIONS_PAGE_SIZE);
    const opened = await kindOf(params).open(editor, params.id ?? "", number);
    const { id, name, updatedAt, deletedAt, revisions, more } = opened;
    const path = `/admin/${params.kind}/${id}`;
    const isRestored = searchParams.has("restored");
    return { path, name, updatedAt, deletedAt, revisions, more, page: number, isRestored };
  });
}

/** Brings an earlier version back, as a new change. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const { id } = await kindOf(params).restore(editor, params.id ?? "", fields);
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
