import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireAdmin, requireEditor } from "~/auth/session.server";
import { TrashPage } from "~/components/admin/trash-page";
import { type FormAnswer, refusalIn } from "~/components/forms/form-answer";
import { form, page } from "~/http/form.server";
import { nearestPage } from "~/models/base/input/paging.server";
import { expertTrash, purgeExpert } from "~/models/editing/experts/trash.server";
import { TRASH_PAGE_SIZE } from "~/models/records/shared/trash.server";

const PATH = "/admin/experts/trash";

/** Lists deleted experts. `?removed` confirms that an expert was deleted for good. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  return page(async () => {
    const editor = await requireEditor(request, context);
    const { searchParams } = new URL(request.url);
    const { page: number } = nearestPage(searchParams, TRASH_PAGE_SIZE);
    return { ...(await expertTrash(editor, number)), page: number, isRemoved: searchParams.has("removed") };
  });
}

/** Deletes an expert for good. Restoring has its own route. */
export async function action({ context, request }: ActionFunctionArgs) {
  return form(request, async (fields) => {
    await purgeExpert(await requireAdmin(request, context), String(fields.id ?? ""));
    return redirect(`${PATH}?removed`, 303);
  });
}

export const meta: MetaFunction<typeof loader> = () => [{ title: "Trash of Experts | Admin" }];

export default function Trash() {
  const { trashed, ...place } = useLoaderData<typeof loader>();
  return (
    <TrashPage
      {...place}
      title="Trash of experts"
      kind="Expert"
      list={{ path: "/admin/experts", label: "Manage Experts" }}
      hint="Articles and submissions keep the name."
      refusal={refusalIn(useActionData<typeof action>() as FormAnswer | undefined)}
      trashed={trashed.map(({ title, ...row }) => ({ ...row, about: title }))}
    />
  );
}
