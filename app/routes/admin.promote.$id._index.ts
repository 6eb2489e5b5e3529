import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireEditor } from "~/auth/session.server";
import { page } from "~/http/form.server";
import { promotionAddress } from "~/models/editing/promotions/form";
import { findPromotion } from "~/models/editing/promotions/promotions.server";

/** Goes on where the promotion was left. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  return page(async () => {
    const { id, step } = await findPromotion(await requireEditor(request, context), params.id ?? "");
    return redirect(promotionAddress(id, step));
  });
}
