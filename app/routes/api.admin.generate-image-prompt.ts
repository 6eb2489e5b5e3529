import { adminApi } from "~/auth/guards.server";
import { writeImagePrompt } from "~/models/promotions/writing.server";

/** For the promote wizard. It ends when whoever asked goes away. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, request }) => {
    return { prompt: await writeImagePrompt(admin, await body(), { signal: request.signal }) };
  },
});
