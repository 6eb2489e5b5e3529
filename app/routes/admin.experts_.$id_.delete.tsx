import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireEditor } from "~/auth/session.server";
import { DeletePage } from "~/components/admin/delete-page";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { safeReturnTo } from "~/http/return-to";
import { DELETE_QUESTION } from "~/models/experts/fields";
import { expertForAdmin } from "~/models/experts/rows.server";
import { trashExpert } from "~/models/experts/trash.server";

const LIST = "/admin/experts";

/** Asks before an expert is deleted: the dialog of the list, as a page. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { id, name } = await expertForAdmin(editor, params.id ?? "");
    return { id, name, returnTo: safeReturnTo(new URL(request.url).searchParams.get("returnTo"), LIST) };
  });
}

/** Back to the list, which offers Undo. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    const editor = await requireEditor(request, context);
    const { id } = await expertForAdmin(editor, params.id ?? "");
    await trashExpert(editor, id);
    const [path, query] = safeReturnTo(fields.returnTo, LIST).split("?");
    const search = new URLSearchParams(query);
    search.set("deleted", id);
    return redirect(`${path}?${search}`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Delete ${data.name}` : "Delete"} | Admin` },
];

export default function DeleteExpert() {
  const { name, returnTo } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as FormAnswer | undefined;
  return (
    <DeletePage title={`Delete ${name}`} returnTo={returnTo} refusal={refusalIn(answer)}>
      <p>{DELETE_QUESTION} It stays in the trash for 30 days.</p>
    </DeletePage>
  );
}
