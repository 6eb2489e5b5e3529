import { adminApi } from "~/auth/guards.server";
import { writeContribution } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-contribution: `{ longevityContribution, provider, model }`. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, request }) => writeContribution(admin, await body(), { signal: request.signal }),
});
