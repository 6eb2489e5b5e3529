import { editorApi } from "~/auth/guards.server";
import { expertView } from "~/models/experts/public-view.server";
import { restoreExpert } from "~/models/experts/trash.server";

/** POST /api/admin/experts/{id}/restore?relistReason=: takes an expert out of the trash and gives it. */
export const { loader, action } = editorApi({
  POST: async ({ editor, id, url }) => {
    const relistReason = url.searchParams.get("relistReason") ?? undefined;
    return restoreExpert(editor, id, { relistReason }, expertView);
  },
});
