import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { page } from "~/http/form.server";
import { draftPath } from "~/models/editing/experts/drafts.server";

/** Redirects to the shareable address of a draft. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => redirect(await draftPath(await requireEditor(request, context), params.id ?? "")));
}
