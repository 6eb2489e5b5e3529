import { adminApi } from "~/auth/guards.server";
import { changeWorks, worksForAdmin } from "~/models/works/works.server";

/** GET the stored works. POST `{}` asks OpenAlex anew, `{ accept, dismiss }` with lists of ids decides. */
export const { loader, action } = adminApi({
  GET: async ({ admin, id }) => ({ works: await worksForAdmin(admin, id) }),
  POST: async ({ admin, id, body }) => ({ works: await changeWorks(admin, id, await body()) }),
});
