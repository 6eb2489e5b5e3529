import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DeletePage } from "~/components/admin/delete-page";
import { Hint } from "~/components/admin/text";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { safeReturnTo } from "~/http/return-to";
import { DELETE_HINT, deleteQuestion } from "~/models/articles/fields";
import { ADMIN_ARTICLES } from "~/models/articles/list";
import { articleForAdmin } from "~/models/articles/rows.server";
import { trashArticle } from "~/models/articles/trash.server";

/** Asks before an article is deleted: the dialog of the list, as a page. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { title } = await articleForAdmin(editor, params.id ?? "");
    return { title, returnTo: safeReturnTo(new URL(request.url).searchParams.get("returnTo"), ADMIN_ARTICLES) };
  });
}

/** Back to the list, which offers Undo. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const { id } = await articleForAdmin(editor, params.id ?? "");
    await trashArticle(editor, id);
    const [path, query] = safeReturnTo(fields.returnTo, ADMIN_ARTICLES).split("?");
    const search = new URLSearchParams(query);
    search.set("deleted", id);
    return redirect(`${path}?${search}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Delete ${data.title}` : "Delete"} | Admin` },
];

export default function DeleteArticle() {
  const { title, returnTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <DeletePage title="Delete Article" returnTo={returnTo} refusal={refusalIn(answer)}>
      <p>{deleteQuestion(title)}</p>
      <Hint>{DELETE_HINT}</Hint>
    </DeletePage>
  );
}
