import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { type Params, useActionData, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { requireEditor } from "~/auth/session.server";
import { Hint } from "~/components/admin/text";
import { ConfirmPage } from "~/components/forms/confirm-page";
import type { FormAnswer } from "~/components/forms/form-answer";
import { AppError } from "~/errors";
import { form, page } from "~/http/form.server";
import { safeReturnTo } from "~/http/return-to";
import { trashArticle } from "~/models/editing/articles/trash.server";
import { trashExpert } from "~/models/editing/experts/trash.server";
import { DELETE_HINT } from "~/models/records/articles/fields";
import { articleForAdmin } from "~/models/records/articles/rows.server";
import { DELETE_QUESTION } from "~/models/records/experts/fields";
import { expertForAdmin } from "~/models/records/experts/rows.server";
import { isRecordTable, type RecordTable } from "~/models/records/shared/public-kinds";

const KINDS = {
  experts: { find: expertForAdmin, trash: trashExpert },
  articles: { find: articleForAdmin, trash: trashArticle },
} satisfies Record<RecordTable, unknown>;

function kindOf({ kind }: Params): RecordTable {
  if (isRecordTable(kind)) return kind;
  throw new AppError("missing", "There is nothing at this address.");
}

/** Asks before an expert or an article is deleted: the dialog of the list, as a page. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const kind = kindOf(params);
    const row = await KINDS[kind].find(editor, params.id ?? "");
    const returnTo = safeReturnTo(new URL(request.url).searchParams.get("returnTo"), `/admin/${kind}`);
    return { kind, name: "name" in row ? row.name : row.title, returnTo };
  });
}

/** Back to the list, which offers Undo. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const kind = kindOf(params);
    const { id } = await KINDS[kind].find(editor, params.id ?? "");
    await KINDS[kind].trash(editor, id);
    const list = new URL(safeReturnTo(fields.returnTo, `/admin/${kind}`), request.url);
    list.searchParams.set("deleted", id);
    return redirect(list.pathname + list.search, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Delete ${data.name}` : "Delete"} | Admin` },
];

export default function DeleteRecord() {
  const { kind, name, returnTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  const { Title, Question } = WORDS[kind];
  return (
    <ConfirmPage
      title={<Title name={name} />}
      back={returnTo}
      button="Delete"
      pending="Deleting…"
      failed="Delete Failed"
      answer={answer}
      fields={{ returnTo }}
    >
      <Question name={name} />
    </ConfirmPage>
  );
}

type Words = (props: { name: string }) => ReactNode;

/** As the dialogs of the lists ask. */
const WORDS: Record<RecordTable, { Title: Words; Question: Words }> = {
  experts: {
    Title: ({ name }) => (
      <>
        Delete <bdi>{name}</bdi>
      </>
    ),
    Question: () => <p>{DELETE_QUESTION} It stays in the trash for 30 days.</p>,
  },
  articles: {
    Title: () => "Delete Article",
    Question: ({ name }) => (
      <>
        <p>
          Are you sure you want to delete "<bdi>{name}</bdi>"?
        </p>
        <Hint>{DELETE_HINT}</Hint>
      </>
    ),
  },
};
