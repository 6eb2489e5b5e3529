import { call, endpoint } from "~/auth/endpoint.server";
import { callerOf } from "~/auth/session.server";
import { Message } from "~/http/openapi/schemas/accounts.server";
import { RESET_REQUESTED, requestReset } from "~/models/base/accounts/password.server";
import { QuestionFields } from "~/models/base/accounts/security-question.server";
import { LinkRequest } from "~/models/base/accounts/sign-in-link.server";

export const { loader, action } = endpoint("/api/auth/forgot-password", {
  POST: call({
    subject: "Accounts",
    summary: "Mails a link to choose a new password; the answer is the same for an unknown address",
    access: "public",
    body: LinkRequest.extend(QuestionFields),
    example: {
      email: "ada@mail.example",
      captchaAnswer: "12",
      captchaExpected: "The token that came with the question.",
    },
    answer: Message,
    handler: async ({ request, body, address }) => {
      await requestReset(body, callerOf(request, address));
      return { message: RESET_REQUESTED };
    },
  }),
});
