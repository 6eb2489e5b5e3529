import { editorApi } from "~/auth/guards.server";
import { changeWorks, worksForAdmin } from "~/models/works/works.server";

/** GET the stored works. POST `{}` asks OpenAlex anew, `{ accept, dismiss }` with lists of ids decides. */
export const { loader, action } = editorApi({
  GET: async ({ editor, id }) => ({ works: await worksForAdmin(editor, id) }),
  POST: async ({ editor, id, body }) => ({ works: await changeWorks(editor, id, await body()) }),
});
