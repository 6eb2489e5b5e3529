import { requireAdmin } from "~/auth/session.server";
import { api } from "~/http/api.server";
import { generationText } from "~/models/ai/generations.server";

/** What has arrived of a profile since `?from=` characters: asked again and again while it is being written. */
export const { loader, action } = api({
  GET: async ({ context, params, request, url }) => {
    const from = Math.max(0, Number(url.searchParams.get("from")) || 0);
    return generationText(await requireAdmin(request, context), params.id ?? "", from);
  },
});
