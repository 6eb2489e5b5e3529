import { api, json } from "~/http/api.server";
import { newQuestion } from "~/models/accounts/security-question.server";

/** GET /api/auth/captcha: a new security question each time. */
export const { loader, action } = api({
  GET: async () => json(newQuestion(), { headers: { "Cache-Control": "no-store" } }),
});
