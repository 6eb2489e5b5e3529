import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { askedText } from "~/models/promotions/generate.server";

/** What has arrived of what a promotion waits for since `?from=` characters: asked again and again meanwhile. */
export const { loader, action } = api({
  GET: async ({ context, params, request, url }) => {
    const from = Math.max(0, Number(url.searchParams.get("from")) || 0);
    return askedText(await requireAdmin(request, context), params.id ?? "", from);
  },
});
