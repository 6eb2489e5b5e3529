import { z } from "zod";
import { call, endpoint } from "~/auth/endpoint.server";
import { json } from "~/http/api.server";
import { newQuestion } from "~/models/base/accounts/security-question.server";

export const { loader, action } = endpoint("/api/auth/captcha", {
  GET: call({
    subject: "Accounts",
    summary: "A new security question; send its token back as captchaExpected",
    access: "public",
    answer: z.object({ question: z.string(), expected: z.string() }),
    handler: async () => json(newQuestion(), { headers: { "Cache-Control": "no-store" } }),
  }),
});
