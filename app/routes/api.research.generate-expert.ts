import { adminApi } from "~/auth/guards.server";
import { researchExpert } from "~/models/ai/research-profile.server";

/** POST /api/research/generate-expert: a draft of a profile; nothing is stored. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, request }) => researchExpert(admin, await body(), { signal: request.signal }),
});
