import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireAdmin } from "~/auth.server";
import { page, readForm } from "~/http.server";
import { DESK_ARTICLES } from "~/models/article-list";
import { restoreArticle } from "~/models/articles.desk.trash.server";
import { safeReturnTo } from "~/return-to";

export async function loader({ request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireAdmin(request);
    return redirect(`${DESK_ARTICLES}/trash`);
  });
}

/** The form's door to taking an article out of the trash: Undo and Restore. */
export async function action({ request, params }: ActionFunctionArgs) {
  return page(async () => {
    const admin = await requireAdmin(request);
    const fields = await readForm(request);
    const { id } = await restoreArticle(admin, params.id ?? "");
    return redirect(safeReturnTo(fields.returnTo, `${DESK_ARTICLES}/${id}`), 303);
  });
}
