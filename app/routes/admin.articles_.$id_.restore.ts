import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { page, readForm } from "~/http/form.server";
import { safeReturnTo } from "~/http/return-to";
import { ADMIN_ARTICLES } from "~/models/articles/list";
import { restoreArticle } from "~/models/articles/trash.server";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return redirect(`${ADMIN_ARTICLES}/trash`);
  });
}

/** The form's endpoint for taking an article out of the trash: Undo and Restore. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    const fields = await readForm(request);
    const { id } = await restoreArticle(await requireEditor(request, context), params.id ?? "");
    return redirect(safeReturnTo(fields.returnTo, `${ADMIN_ARTICLES}/${id}`), 303);
  });
}
