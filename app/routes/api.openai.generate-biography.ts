import { adminApi } from "~/auth/guards.server";
import { writeBiography } from "~/models/ai/write-profile.server";

/** POST /api/openai/generate-biography: `{ biography, provider, model }`. */
export const { loader, action } = adminApi({
  POST: async ({ admin, body, request }) => writeBiography(admin, await body(), { signal: request.signal }),
});
