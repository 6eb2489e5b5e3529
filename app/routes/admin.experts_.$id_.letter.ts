import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { page } from "~/http/form.server";

/** The former address of a section. 308 sends a form again with what is in it. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    await requireEditor(request, context);
    return redirect(`/admin/experts/${params.id}/inform${new URL(request.url).search}`, 308);
  });
}

export async function action(args: ActionFunctionArgs) {
  return loader(args);
}
