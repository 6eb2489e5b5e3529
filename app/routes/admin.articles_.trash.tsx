import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin, requireEditor } from "~/auth/session.server";
import { TrashPage } from "~/components/admin/trash-page";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { nearestPage } from "~/models/base/input/paging.server";
import { articleTrash, purgeArticle } from "~/models/editing/articles/trash.server";
import { articleTypeLabel } from "~/models/records/articles/fields";
import { ADMIN_ARTICLES } from "~/models/records/articles/list";
import { TRASH_PAGE_SIZE } from "~/models/records/shared/trash.server";

const PATH = `${ADMIN_ARTICLES}/trash`;

/** Lists deleted articles. `?removed` confirms that one was deleted for good. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { page: number } = nearestPage(searchParams, TRASH_PAGE_SIZE);
    return { ...(await articleTrash(editor, number)), page: number, isRemoved: searchParams.has("removed") };
  });
}

/** Deletes an article for good. Restoring has its own route. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await purgeArticle(await requireAdmin(request, context), String(fields.id ?? ""));
    return redirect(`${PATH}?removed`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Trash of Articles | Admin" }];

export default function ArticleTrash() {
  const { trashed: trashedArticles, ...pageProps } = useLoaderData<typeof loader>();
  return (
    <TrashPage
      {...pageProps}
      title="Trash of articles"
      kind="Article"
      list={{ path: ADMIN_ARTICLES, label: "Manage Articles" }}
      hint="When restored, an article is published again if it was before."
      refusal={refusalIn(useActionData<typeof action>() as FormAnswer | undefined)}
      trashed={trashedArticles.map(({ title, type, expertName, ...row }) => ({
        ...row,
        name: title,
        about: [articleTypeLabel(type), expertName].filter(Boolean).join(" · "),
      }))}
    />
  );
}
