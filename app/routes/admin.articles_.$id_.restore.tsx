import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { buttonForm, page } from "~/http/form.server";
import { safeReturnTo, withMark } from "~/http/return-to";
import { restoreArticle } from "~/models/editing/articles/trash.server";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";

export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return redirect(`${ADMIN_ARTICLES}/trash`);
  });
}

/** Takes an article out of the trash, for the buttons Undo and Restore. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  return buttonForm(request, async (fields) => {
    const { id } = await restoreArticle(await requireEditor(request, context), params.id ?? "");
    return redirect(withMark(safeReturnTo(fields.returnTo, `${ADMIN_ARTICLES}/${id}`), "restored"), 303);
  });
}

/** Renders nothing: the loader redirects, and the error boundary shows refusals. */
export default function EmptyPage() {
  return null;
}
